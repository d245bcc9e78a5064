package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Sighting;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatagramMessagesTest {

    private static final String ASK_A = ">{1234 0100 0001 0000 0000 0000 03}web{03}lab{00 0001 0001}";
    private static final String ASK_AAAA = ">{1235 0100 0001 0000 0000 0000 03}web{03}lab{00 001c 0001}";

    private static TalkingConnection connection() {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults());
        c.transport = 17;
        c.openerKnown = false;
        return c.open();
    }

    @Test
    void dnsIsMatchedByTransactionId() {
        TalkingConnection c = connection().say(ASK_A).say(ASK_AAAA);
        c.say("<{1235 8180 0001 0000 0000 0000 03}web{03}lab{00 001c 0001}");
        c.say("<{1234 8180 0001 0001 0000 0000 03}web{03}lab{00 0001 0001 c00c 0001 0001 00000001 0004 0a000109}");
        assertEquals(List.of("> Q0 25", "> Q1 25", "< R1 25", "< R0 41"), c.messages());
    }

    @Test
    void aQueryThatIsSentAgainIsNoMessage() {
        TalkingConnection c = connection().say(ASK_A).say(ASK_A);
        c.say("<{1234 8183 0001 0000 0000 0000 03}web{03}lab{00 0001 0001}").say(ASK_A);
        assertEquals(List.of("> Q0 25", "< R0 25", "> Q1 25"), c.messages());
        assertEquals(1, c.assembler.counters().get(MessageCounter.DNS_QUERIES_REPEATED));
    }

    @Test
    void anAnswerNamesItsAddressByWhatWasAskedForAlsoThroughAliases() {
        TalkingConnection c = connection().say(ASK_A);
        c.say("<{1234 8180 0001 0002 0000 0000 03}web{03}lab{00 0001 0001"
                + " c00c 0005 0001 00000001 0002 c010"
                + " c010 0001 0001 00000001 0004 0a000109}");
        assertEquals(1, c.batch.nameCount());
        assertEquals("web.lab", c.batch.name(0));
        assertEquals("10.0.1.9", AddressText.of(c.batch.nameAddressHigh(0), c.batch.nameAddressLow(0)));
    }

    @Test
    void otherDatagramsAreMatchedByTurn() {
        TalkingConnection c = connection()
                .say(">{ff}a")
                .say(">{ff}bb")
                .say("<{fe}a")
                .say("<{fe}bb")
                .say("<{fe}ccc");
        c.say(">{ff}d").say(">{ff}e").say("<{fe}d").say(">{ff}f").say("<{fe}f");
        assertEquals(
                List.of(
                        "> Q0 2", "> Q1 3", "< R0 2", "< R1 3", "< O 4", "> Q2 2", "> Q3 2", "< R2 2", "> Q4 2",
                        "< R4 2"),
                c.close(CloseReason.IDLE));
    }

    @Test
    void aFieldThatComesBackMatchesAnswersOutOfOrder() {
        TalkingConnection c = connection();
        for (int i = 0; i < 8; i++) {
            c.say(String.format(">{ff %04x 00}", 0x8001 + 77 * i)).say(String.format("<{fe ee %04x}", 0x8001 + 77 * i));
        }
        c.messages();
        c.say(">{ff 1111 00}").say(">{ff 2222 00}").say("<{fe ee 2222}").say("<{fe ee 1111}");
        Sighting sighting = c.batch.wrap(0, new Sighting());
        assertEquals(Protocol.ECHOED_FIELD, sighting.protocol());
        assertEquals(List.of("> Q8 4", "> Q9 4", "< R9 4", "< R8 4"), c.messages());
    }
}

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

    private static TalkingConnection peers() {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults());
        c.transport = 17;
        c.openerKnown = false;
        c.sourcePort = 4000;
        c.destinationPort = 4000;
        return c.open();
    }

    @Test
    void whatPeersTellEachOtherIsNoCall() {
        TalkingConnection c = peers();
        for (int i = 0; i < 40; i++) {
            c.say(i % 3 == 0 ? "<{07}gossip" : ">{07}gossip too");
        }
        List<String> messages = c.close(CloseReason.IDLE);
        assertEquals(40, messages.size());
        assertEquals(
                List.of("O 11", "O 7"),
                withoutNumbers(messages).stream().distinct().sorted().toList());
    }

    @Test
    void peersAskEachOther() {
        TalkingConnection c = peers();
        for (int i = 0; i < 14; i++) {
            // each asks in turn, and now and then one tells what nobody answers
            String ask = i % 2 == 0 ? ">" : "<";
            String answer = i % 2 == 0 ? "<" : ">";
            c.say(ask + String.format("{01 %04x}ask", 0x8001 + 77 * i));
            c.say(answer + String.format("{02 %04x}found", 0x8001 + 77 * i));
            if (i % 3 == 0) {
                c.say(String.format(">{03 %04x}news", 0x1001 + 1111 * i));
            }
        }
        c.messages();
        c.say(">{01 1111}ask").say("<{01 2222}ask").say("<{02 1111}found").say(">{02 2222}found");
        assertEquals(List.of("Q 6", "Q 6", "R 8", "R 8"), withoutNumbers(c.messages()));
    }

    private static List<String> withoutNumbers(List<String> messages) {
        return messages.stream()
                .map(message -> message.substring(2).replaceAll("([QR])\\d+", "$1"))
                .toList();
    }
}

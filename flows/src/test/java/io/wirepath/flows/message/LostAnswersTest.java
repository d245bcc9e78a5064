package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.CloseReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What comes behind an answer that is missing, or behind a question that is, answers nothing else. */
class LostAnswersTest {

    private static final String CALL =
            ">{50 aced0005 77 22 0000000000000005" + "00".repeat(14) + "ffffffff 0102030405060708}";
    private static final String RETURN = "<{51 aced0005 77 0f 01" + "00".repeat(14) + "}";

    private static TalkingConnection to(int port) {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults());
        c.destinationPort = port;
        return c.open();
    }

    private static String fix(char type, String fields) {
        String rest = "35=" + type + "|" + fields;
        return ("8=FIX.4.4|9=" + rest.length() + "|" + rest + "10=000|").replace("|", "{01}");
    }

    /** That the ping is missing is told after its answer has come. */
    @Test
    void theAnswerToALostPingIsNoPartOfWhatReturnedBefore() {
        TalkingConnection c =
                to(1099).say(">JRMI{0002 4b}").say("<{4e 0004}host{00001000}").say(">{0004}host{00000000}");
        c.acknowledging(2100).say(CALL).say(RETURN).say("<{53}").lose(0, 1);
        c.acknowledging(2200).say(CALL).say(RETURN);
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals(
                "< R1 22",
                messages.stream().filter(m -> m.startsWith("< R1 ")).findFirst().orElse(""));
        assertEquals(List.of("> Q3 41", "< R3 22"), messages.subList(messages.size() - 2, messages.size()));
    }

    /** Each order is taken before it is traded; that the second was taken is missing. */
    @Test
    void whatIsTradedAnswersNoOrderWhoseAnswerIsMissing() {
        TalkingConnection c = to(9880).say(">" + fix('D', "11=A|")).say("<" + fix('8', "11=A|150=0|"));
        c.say("<" + fix('8', "11=A|150=F|")).say(">" + fix('D', "11=B|")).lose(1, 38);
        c.say("<" + fix('8', "11=B|150=F|"));
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals("< O 38", messages.get(messages.size() - 1));
    }

    /** This one says of an order that it was traded, and nothing before. */
    @Test
    void whatIsTradedAtOnceAnswersThoughOthersAreMissing() {
        TalkingConnection c = to(9880).say(">" + fix('D', "11=A|")).say("<" + fix('8', "11=A|150=F|"));
        c.say(">" + fix('D', "11=B|")).lose(1, 38).say("<" + fix('8', "11=B|150=F|"));
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals("< R1 38", messages.get(messages.size() - 1));
    }
}

package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

    /** An answer that the client did not take, whole or begun, leaves its call to the one that it took. */
    @Test
    void whatComesInPlaceOfAnAnswerThatWasTakenBackAnswers() {
        String real = "<HTTP/1.1 200 OK{0d0a}Content-Length: 2{0d0a0d0a}ok";
        for (String forged : List.of("9{0d0a0d0a}and so on", "99999{0d0a0d0a}")) {
            TalkingConnection c =
                    to(80).say(">GET /a HTTP/1.1{0d0a0d0a}").say("<HTTP/1.1 200 OK{0d0a}Content-Length: " + forged);
            List<String> messages = c.takeBack(1, 0).say(real).close(CloseReason.FINISHED);
            assertEquals("< R0 40", messages.get(messages.size() - 1));
            assertEquals(1, messages.stream().filter(m -> m.startsWith("< R")).count());
        }
    }

    private static String get(String key) {
        return ">*2{0d0a}$3{0d0a}GET{0d0a}$1{0d0a}" + key + "{0d0a}";
    }

    /** One segment held answers to two of three that were asked at once, and the client took another one. */
    @Test
    void allAnswersOfASegmentThatIsTakenBackAreOpen() {
        TalkingConnection c = to(6379).say(get("a")).say(get("b")).say(get("c"));
        c.say("<:1{0d0a}:2{0d0a}").takeBack(1, 0);
        List<String> messages =
                c.say("<:11{0d0a}").say("<:222{0d0a}").say("<:3333{0d0a}").close(CloseReason.FINISHED);
        assertEquals(List.of("< R0 5", "< R1 6", "< R2 7"), messages.subList(messages.size() - 3, messages.size()));
        assertEquals(3, messages.stream().filter(one -> one.startsWith("< R")).count());
    }

    /** The server did not take the third of those that were asked at once, but another one in its place. */
    @Test
    void whatIsAskedInPlaceOfWhatWasTakenBackIsAnsweredInItsTurn() {
        TalkingConnection c = to(6379).say(get("a")).say(get("b")).say(get("c"));
        c.takeBack(0, 2 * 20).say(get("d")).say("<:1{0d0a}").say("<:22{0d0a}").say("<:333{0d0a}");
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals(
                List.of("> Q3 20", "< R0 4", "< R1 5", "< R3 6"),
                messages.subList(messages.size() - 4, messages.size()));
    }

    /** What asks pauses for so long that its rest is a message of its own; inside TLS turns alone tell what answers. */
    @Test
    void nothingStaysOpenInsideTlsWhereNothingIsLost() {
        TalkingConnection c = to(8443).say(">{160301002d 010000290303" + "00".repeat(32) + "00 00021301 0100}")
                .say("<{1603030032 0200002e0303" + "00".repeat(32) + "00 130100 0006 002b00020304}")
                .say("<{1703030050" + "aa".repeat(80) + "}")
                .say(">{140303000101 1703030035" + "aa".repeat(53) + "}");
        c.say(inside('>', 200)).say(inside('<', 300));
        c.say(inside('>', 200)).pause(6_000_000_000L).say(inside('>', 210)).say(inside('<', 310));
        c.say(inside('>', 220)).say(inside('<', 320));
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals(
                List.of("> Q1 205", "> Q2 215", "< R2 315", "> Q3 225", "< R3 325"),
                messages.subList(messages.size() - 5, messages.size()));
    }

    private static String inside(char who, int length) {
        return who + "{170303" + "%04x".formatted(length) + "aa".repeat(length) + "}";
    }

    /** Two were asked at once, and answered. */
    private static TalkingConnection whoAskedTwoAtOnce() {
        TalkingConnection c =
                to(6379).acknowledging(2000).say(get("a")).say(get("b")).acknowledging(1040);
        c.say("<:1{0d0a}").say("<:22{0d0a}");
        return c;
    }

    /** Three are asked at once, of which the second is missing; who asks so did it before. */
    @Test
    void whatWasAskedAtOnceWithALostQuestionHasItsOwnAnswer() {
        TalkingConnection c = whoAskedTwoAtOnce();
        c.acknowledging(2009).say(get("a")).lose(0, 20).say(get("b")).acknowledging(1100);
        c.say("<:1{0d0a}").say("<:22{0d0a}").say("<:333{0d0a}");
        assertEquals(
                List.of("> Q2 20", "> Q3 20 gap", "> Q4 20", "< R2 4", "< R3 5", "< R4 6"),
                c.close(CloseReason.FINISHED).subList(4, 10));
    }

    /** The first of three is missing, so that the others do not begin the turn. */
    @Test
    void whatIsAskedBehindALostQuestionInTheSameTurnIsAnsweredBehindIt() {
        TalkingConnection c = whoAskedTwoAtOnce();
        c.lose(0, 20).acknowledging(2009).say(get("a")).say(get("b")).acknowledging(1100);
        c.say("<:1{0d0a}").say("<:22{0d0a}").say("<:333{0d0a}");
        assertEquals(
                List.of("> Q2 20 gap", "> Q3 20", "> Q4 20", "< R2 4", "< R3 5", "< R4 6"),
                c.close(CloseReason.FINISHED).subList(4, 10));
    }

    /** Who asks one by one had its answer, though that is missing. */
    @Test
    void whoAsksOneByOneGoesOnBehindALostCall() {
        TalkingConnection c =
                to(6379).acknowledging(2000).say(get("a")).acknowledging(1020).say("<:1{0d0a}");
        c.lose(0, 20)
                .lose(1, 4)
                .acknowledging(2008)
                .say(get("b"))
                .acknowledging(1060)
                .say("<:22{0d0a}");
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals(List.of("> Q2 20", "< R2 5"), messages.subList(messages.size() - 2, messages.size()));
    }

    /** A health check in a line, behind others that are missing. */
    @Test
    void aLineIsACommandBehindMissingOnes() {
        TalkingConnection c = to(6379).say(get("a")).say("<:1{0d0a}").lose(0, 6).lose(1, 7);
        c.say(">PING{0d0a}").say("<+PONG{0d0a}");
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals(List.of("> Q2 6", "< R2 7"), messages.subList(messages.size() - 2, messages.size()));
    }

    @Test
    void aLineEndAloneBehindALossShowsThatItsSenderLives() {
        TalkingConnection c = to(61613).say(">CONNECT{0a}host:a{0a0a00}").say("<CONNECTED{0a}version:1.2{0a0a00}");
        c.lose(0, 30).say(">{0a}");
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals("> O 1 setup", messages.get(messages.size() - 1));
    }

    /** The mail is missing, and both answers. */
    @Test
    void aCommandAloneInItsPacketIsNoLineOfALostMail() {
        TalkingConnection c =
                to(25).say("<220 a smtp{0d0a}").say(">HELO b{0d0a}").say("<250 a{0d0a}");
        c.say(">DATA{0d0a}")
                .lose(1, 40)
                .lose(0, 60)
                .acknowledging(2090)
                .say(">MAIL FROM:<a@b>{0d0a}")
                .say("<250 ok{0d0a}");
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals(List.of("> Q3 17", "< R3 8"), messages.subList(messages.size() - 2, messages.size()));
    }

    /** A client that sends each line by itself; before this one a line is missing. */
    @Test
    void theLineOfAMailThatBeginsLikeACommandIsNone() {
        TalkingConnection c =
                to(25).say("<220 a smtp{0d0a}").say(">HELO b{0d0a}").say("<250 a{0d0a}");
        c.say(">DATA{0d0a}").say("<354 go{0d0a}").say(">Dear b,{0d0a}").lose(0, 20);
        c.say(">Database and data: here{0d0a}").say(">.{0d0a}").say("<250 ok{0d0a}");
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals(List.of("> Q2 57 gap", "< R2 8"), messages.subList(messages.size() - 2, messages.size()));
    }

    private static String thrift(int type, int id, String body) {
        String message = "8001 00%02x 00000001 61 %08x".formatted(type, id) + body;
        return "{%08x %s}".formatted(13 + body.length() / 2, message);
    }

    /** Nothing is numbered; what is sent and forgotten has a length that no question has. */
    @Test
    void whatIsLostInPartAsksNothingWhereItsLengthDidNotBefore() {
        String note = ">" + thrift(4, 0, "00".repeat(20));
        TalkingConnection c = to(9090).say(">" + thrift(1, 0, "00"))
                .say("<" + thrift(2, 0, "00"))
                .say(note);
        c.say(">" + thrift(1, 0, "00")).say("<" + thrift(2, 0, "00"));
        c.lose(0, 17)
                .say(">{" + "00".repeat(20) + "}")
                .say(">" + thrift(1, 0, "00"))
                .say("<" + thrift(2, 0, "00"));
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals("> O 37 gap", messages.get(messages.size() - 3).replaceAll("O\\d+", "O"));
        assertTrue(messages.get(messages.size() - 2).matches("> Q\\d+ 18"), messages::toString);
        assertTrue(messages.get(messages.size() - 1).matches("< R\\d+ 18"), messages::toString);
    }

    /** Eight bytes are all of it. */
    @Test
    void aHeartbeatBehindWhatIsLostIsAMessage() {
        TalkingConnection c = to(5672).say(">AMQP{00 00 09 01}").say("<{01 0000 00000005 000a000a00 ce}");
        c.lose(1, 100).say("<{08 0000 00000000 ce}");
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals("< O 8 setup", messages.get(messages.size() - 1));
    }

    private static String data(int stream, int length) {
        return "{%06x 00 00 %08x 00 %08x}".formatted(5 + length, stream, length) + "x".repeat(length);
    }

    /** Of a stream of gRPC, whose messages tell their lengths. */
    @Test
    void nothingIsMissingOfAMessageThatIsCompleteWithoutMore() {
        TalkingConnection c = to(50051).say(">PRI * HTTP/2.0{0d0a0d0a}SM{0d0a0d0a 000000 04 00 00000000}");
        c.say("<{000000 04 00 00000000}");
        c.say(">{000025 01 04 00000001 83 86 44 02}/a{40 0c}content-type{10}application/grpc" + data(1, 3));
        c.say("<{000001 01 04 00000001 88}" + data(1, 20)).lose(1, 40);
        List<String> messages = c.pause(1_000_000_000L).close(CloseReason.FINISHED);
        assertTrue(messages.contains("< R0 44"), messages::toString);
    }

    /** A message of the client is known by its length, and what it asks behind more than it had before is another. */
    @Test
    void whatIsLostInsideTlsIsAQuestionOfItsOwnIfItHasTheLengthOfOne() {
        TalkingConnection c = to(8443).say(">{160301002d 010000290303" + "00".repeat(32) + "00 00021301 0100}")
                .say("<{1603030032 0200002e0303" + "00".repeat(32) + "00 130100 0006 002b00020304}")
                .say("<{1703030050" + "aa".repeat(80) + "}")
                .say(">{140303000101 1703030035" + "aa".repeat(53) + "}");
        c.say(inside('>', 200)).say(inside('<', 300)).say(inside('>', 210)).say(inside('<', 310));
        c.say(inside('>', 220)).lose(1, 305 + 315).lose(0, 205);
        c.acknowledging(5000).say(inside('>', 230)).say(inside('<', 330));
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals(List.of("> Q4 235", "< R4 335"), messages.subList(messages.size() - 2, messages.size()));
    }

    @Test
    void aSideStandsInsideAMessageUntilItIsComplete() {
        TalkingConnection c = to(9090).say(">" + thrift(1, 0, "00"));
        assertFalse(c.assembler.isInside(c, 0));
        assertTrue(c.say(">{0000000e 8001 00}").assembler.isInside(c, 0));
        c = to(80).say(">GET / HTTP/1.1{0d0a0d0a}").say("<HTTP/1.1 200 OK{0d0a}Content-Length: 4{0d0a0d0a}ab");
        assertTrue(c.assembler.isInside(c, 1));
        assertFalse(c.say("<cd").assembler.isInside(c, 1));
    }
}

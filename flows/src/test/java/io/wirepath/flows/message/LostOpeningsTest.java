package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Sighting;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a connection begins with is lost, and what follows is found as if it were there. */
class LostOpeningsTest {

    private static final String CLIENT_HELLO =
            ">{16 03 01 00 35 01 00 00 31 03 03}" + "r".repeat(32) + "{00 00 02 13 01 01 00 00 06 00 2d 00 02 01 01}";
    private static final String SERVER_HELLO = "<{16 03 03 00 36 02 00 00 32 03 03}" + "r".repeat(32)
            + "{00 13 01 00 00 0a 00 2b 00 02 03 04 00 00 00 00}";
    private static final int FINISHED = 64;

    private static TalkingConnection to(int port, boolean midstream) {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults());
        c.midstream = midstream;
        c.openerKnown = !midstream;
        c.destinationPort = port;
        return c.open();
    }

    private static String record(int length) {
        return "{17 03 03 %04x}".formatted(length) + "a".repeat(length);
    }

    private static TalkingConnection shaken() {
        return to(443, false).say(CLIENT_HELLO).say(SERVER_HELLO + record(500));
    }

    private static List<String> last(int count, TalkingConnection c) {
        List<String> messages = c.close(CloseReason.FINISHED).stream()
                .filter(message -> !message.contains("setup"))
                .toList();
        return messages.subList(messages.size() - count, messages.size());
    }

    @Test
    void whatFollowsALostFinishedOfTheClientAsks() {
        TalkingConnection c = shaken().lose(0, FINISHED);
        c.say(">" + record(200)).say("<" + record(900));
        c.say(">" + record(210)).say("<" + record(800));
        assertEquals(List.of("> Q0 205", "< R0 905", "> Q1 215", "< R1 805"), last(4, c));
    }

    @Test
    void aQuestionThatIsLostWithTheFinishedIsAnswered() {
        TalkingConnection c = shaken().lose(0, FINISHED + 205);
        c.say("<" + record(900)).say(">" + record(210)).say("<" + record(800));
        assertEquals(List.of("> Q0 269 gap", "< R0 905", "> Q1 215", "< R1 805"), last(4, c));
    }

    @Test
    void aQuestionThatIsLostBehindTheFinishedIsAnswered() {
        TalkingConnection c = shaken().say(">{14 03 03 00 01 01}" + record(53)).lose(0, 205);
        c.say("<" + record(900)).say(">" + record(210)).say("<" + record(800));
        assertEquals(List.of("> Q0 205 gap", "< R0 905", "> Q1 215", "< R1 805"), last(4, c));
    }

    @Test
    void whatCannotBeReadOfAHandshakeWithLossesLeavesTheCallsBehindIt() {
        TalkingConnection c = to(443, false).say(CLIENT_HELLO);
        c.say(SERVER_HELLO + "{17 03 03 01 f4}" + "a".repeat(200)).lose(1, 900);
        c.say("<" + record(5)).say("<" + "x".repeat(167));
        c.say(">{14 03 03 00 01 01}" + record(53) + record(200)).say("<" + record(900));
        c.say(">" + record(210)).say("<" + record(800));
        assertEquals(List.of("> Q0 205", "< R0 905", "> Q1 215", "< R1 805"), last(4, c));
    }

    @Test
    void aLostAlertIsNoPartOfTheAnswer() {
        TalkingConnection c = shaken().say(">{14 03 03 00 01 01}" + record(53) + record(200));
        c.say("<" + record(900)).say(">" + record(210)).say("<" + record(800)).lose(1, 24);
        assertEquals(List.of("< R0 905", "> Q1 215", "< R1 805"), last(3, c));
    }

    @Test
    void aLostTicketIsNoPartOfTheAnswer() {
        TalkingConnection c = shaken();
        c.say(">{14 03 03 00 01 01}" + record(53) + record(200)).lose(1, 255).say("<" + record(900));
        c.say(">" + record(210)).say("<" + record(800));
        assertEquals(List.of("< R0 905", "> Q1 215", "< R1 805"), last(3, c));
    }

    @Test
    void theLostAnswerToTheQuestionForEncryptionIsOne() {
        TalkingConnection c = to(5432, false).say(">{00000008 04d2162f}").lose(1, 1);
        c.say(">{00000010 00030000}user{00}a{00 00}").say("<{52 00000008 00000000 5a 00000005}I");
        assertEquals(
                List.of("> Q0 8 setup", "< R0 1 setup gap", "> Q1 16 setup", "< R1 15 setup"),
                c.close(CloseReason.FINISHED));
    }

    @Test
    void whatIsTakenForARequestBeforeAGreetingIsNotAnswered() {
        TalkingConnection c = to(3306, true).lose(0, 1);
        c.say("<{4a 00 00 00 0a}8.0.30{00}" + "s".repeat(66));
        c.say(">{05 00 00 00 03}DO 1").say("<{07 00 00 01 00 00 00 02 00 00 00}");
        assertEquals(List.of("> Q1 9", "< R1 11"), last(2, c));
    }

    @Test
    void whatAWaitingCommandBringsIsADeliveryWhereBytesAreMissing() {
        TalkingConnection c = to(6379, false).say(">*1\r\n$4\r\nPING\r\n").say("<+PONG\r\n");
        c.say(">*3\r\n$5\r\nBRPOP\r\n$1\r\nq\r\n").leaveOut(0, 7).say("<*2\r\n$1\r\nq\r\n$1\r\n1\r\n");
        c.say(">*3\r\n$5\r\nBRPOP\r\n$1\r\nq\r\n").leaveOut(0, 7).say("<*2\r\n$1\r\nq\r\n$1\r\n1\r\n");
        assertEquals(
                List.of("< O 18", "< O 18"),
                c.close(CloseReason.FINISHED).stream()
                        .filter(message -> message.endsWith(" 18"))
                        .toList());
    }

    @Test
    void eventsGoOnBehindTheirLostHead() {
        TalkingConnection c = to(8080, false).say(">GET / HTTP/1.1\r\n\r\n").lose(1, 80);
        c.say("<9\r\ndata: 1\n\n\r\n")
                .lose(1, 14)
                .say("<c\r\nid: 1\ndata\n\n\r\n")
                .say("<9\r\ndata: 2\n\n\r\n");
        assertEquals(
                List.of("< O 14", "< O 17", "< O 14"),
                c.close(CloseReason.FINISHED).stream()
                        .filter(message -> message.startsWith("< O") && !message.contains("gap"))
                        .toList());
    }

    @Test
    void aLostEventOfAStreamUntilItsEndIsOneOfItsOwn() {
        TalkingConnection c = to(8080, false).say(">GET / HTTP/1.0\r\n\r\n");
        c.say("<HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n").say("<data: 1\n\n");
        c.lose(1, 9).say("<data: 22\n\n");
        assertEquals(List.of("< O 9", "< O 9 gap", "< O 10"), last(3, c));
    }

    private static String kind(Sighting sighting) {
        return "%s %d, %d missing, of call %d"
                .formatted(sighting.role(), sighting.lengthBytes(), sighting.missingBytes(), sighting.callId());
    }

    /** Nothing tells where the server's stream begins but what the client has of it. */
    @Test
    void anAnswerThatIsLostWithTheSynOfTheServerIsTheFirst() {
        BlocksOfPackets traffic = new BlocksOfPackets();
        String asks = "get key\r\n";
        traffic.packets.from("10.0.1.1", 33_001).to("10.0.0.2", 11_211);
        traffic.after(1).seq(1000).flags("S").tcp("");
        traffic.after(1).seq(1001).ack(5001).flags("A").tcp("");
        traffic.after(1).seq(1001).ack(5001).flags("PA").tcp(asks);
        traffic.packets.from("10.0.0.2", 11_211).to("10.0.1.1", 33_001);
        traffic.after(1).seq(5001).ack(1010).flags("A").tcp("");
        traffic.packets.from("10.0.1.1", 33_001).to("10.0.0.2", 11_211);
        traffic.after(60).seq(1010).ack(5006).flags("PA").tcp(asks);
        traffic.packets.from("10.0.0.2", 11_211).to("10.0.1.1", 33_001);
        traffic.after(1).seq(5006).ack(1019).flags("PA").tcp("END\r\n");
        traffic.after(100);
        assertEquals(
                List.of(
                        "REQUEST 9, 0 missing, of call 0",
                        "RESPONSE 5, 5 missing, of call 0",
                        "REQUEST 9, 0 missing, of call 1",
                        "RESPONSE 5, 0 missing, of call 1"),
                traffic.messages(LostOpeningsTest::kind));
    }

    /** Who was asked for a certificate and has none says so; its Finished is padded as all that the JDK says. */
    private static final String NO_CERTIFICATE = record(17 + 8 + 16);

    private static final String PADDED_FINISHED = record(53 + 16);

    @Test
    void whatFollowsTheWordThatThereIsNoCertificateIsTheFinished() {
        TalkingConnection c =
                shaken().say(">{14 03 03 00 01 01}" + NO_CERTIFICATE).say(">" + PADDED_FINISHED);
        c.say(">" + record(200)).say("<" + record(900));
        assertEquals(List.of("> Q0 205", "< R0 905"), last(2, c));
    }

    @Test
    void aLostChangeOfTheCipherAsksNothing() {
        TalkingConnection c = shaken().lose(0, 6).say(">" + NO_CERTIFICATE).say(">" + PADDED_FINISHED);
        c.say(">" + record(200)).say("<" + record(900));
        assertEquals(List.of("> Q0 205", "< R0 905"), last(2, c));
    }

    @Test
    void theFinishedIsKnownWhereTheWordThatThereIsNoCertificateIsLost() {
        TalkingConnection c =
                shaken().say(">{14 03 03 00 01 01}").lose(0, 5 + 41).say(">" + PADDED_FINISHED);
        c.say(">" + record(200)).say("<" + record(900));
        assertEquals(List.of("> Q0 205", "< R0 905"), last(2, c));
    }

    /** From the middle, two questions stand in one turn where the answer between them is missing. */
    @Test
    void questionsBetweenWhichAnAnswerIsMissingDoNotOverlap() {
        TalkingConnection c = to(443, true);
        for (int i = 0; i < 3; i++) {
            c.say(">" + record(86))
                    .say("<" + record(300))
                    .say(">" + record(130))
                    .say("<" + record(400));
        }
        for (int i = 0; i < 3; i++) {
            c.say(">" + record(86)).lose(1, 305).say(">" + record(130)).say("<" + record(400));
        }
        c.say(">" + record(86)).say("<" + record(300));
        assertEquals(List.of("> Q12 91", "< R12 305"), last(2, c));
    }

    private static final String GREETING_BEHIND_SIGNATURE =
            "{03 00}NULL{" + "00".repeat(16) + "00" + "00".repeat(31) + "}";

    /** Of sockets of ZeroMQ, whose greetings begin with ten bytes. */
    @Test
    void greetingsOfWhichTheBeginningIsLostAskNothing() {
        TalkingConnection c = to(5555, false).lose(0, 10);
        c.say("<{ff 0000000000000001 7f}" + GREETING_BEHIND_SIGNATURE).say(">" + GREETING_BEHIND_SIGNATURE);
        c.say(">{04 19 05}READY{0b}Socket-Type{00000003}REQ").say("<{04 19 05}READY{0b}Socket-Type{00000003}REP");
        c.say(">{01 00 00 03}one").say("<{01 00 00 03}two");
        List<String> messages = last(2, c);
        assertEquals("> Q1 7", messages.get(0));
        assertEquals("< R1 7", messages.get(1));
    }

    /** Who resumes may get a ticket behind its first question. */
    @Test
    void aLostTicketLeavesTheQuestionThatIsOpen() {
        TalkingConnection c = shaken().say(">{14 03 03 00 01 01}" + record(53)).say(">" + record(142));
        c.lose(1, 1152).say("<" + record(200)).say("<" + record(60));
        assertEquals(List.of("> Q0 147", "< R0 270"), last(2, c));
    }
}

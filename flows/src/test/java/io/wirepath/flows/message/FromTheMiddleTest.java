package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Sighting;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Connections of which the capture has not seen the start. */
class FromTheMiddleTest {

    private static TalkingConnection to(int port) {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults());
        c.midstream = true;
        c.openerKnown = false;
        c.destinationPort = port;
        return c.open();
    }

    private static Protocol first(TalkingConnection c) {
        return c.batch.wrap(0, new Sighting()).protocol();
    }

    @Test
    void anAnswerThatLooksLikeNothingIsReadAsWhatThePortSays() {
        TalkingConnection c =
                to(6379).say("<:1\r\n").say(">*1\r\n$4\r\nPING\r\n").say("<+PONG\r\n");
        assertEquals(Protocol.REDIS, first(c));
        assertEquals(List.of("< R 4", "> Q0 14", "< R0 7"), c.close(CloseReason.FINISHED));
    }

    @Test
    void whatDoesNotFitThePortIsReadByTurns() {
        TalkingConnection c = to(6379).say("<{00 01}xx").say(">hello").say("<{00 02}yy");
        assertEquals(Protocol.UNKNOWN, first(c));
    }

    @Test
    void maskedTextIsAClientsOfWebSocket() {
        TalkingConnection c = to(30_000);
        c.sourcePort = 20_000;
        c.say("<{81 85 01 02 03 04 69 67 6f 68 6e}").say(">{81 03}yes");
        assertEquals(Protocol.WEBSOCKET, first(c));
        assertEquals(List.of("< O 11", "> O 5"), c.close(CloseReason.FINISHED));
    }

    @Test
    void aMaskedMessageThatFillsItsPacketIsOneOfWebSocketThoughCompressed() {
        TalkingConnection c = to(9000).say(">{c1 84 11 22 33 44 ab cd ef 01}").say("<{c1 02 ff 00}");
        assertEquals(Protocol.WEBSOCKET, first(c));
        assertEquals(List.of("> O 10", "< O 4"), c.close(CloseReason.FINISHED));
    }

    /** The server's packet looks like a masked message by chance: it does not tell who asks. */
    @Test
    void aProtocolThatIsNotLookedForTellsNothing() {
        TalkingConnection c = to(9000);
        c.assembler.tune(false, EnumSet.complementOf(EnumSet.of(Protocol.WEBSOCKET)));
        c.say("<{c1 84 11 22 33 44 ab cd ef 01}").say(">{c1 02 ff 00}").say("<{c1 02 ff 00}");
        assertEquals(List.of("< R 10", "> Q0 4", "< R0 4"), c.close(CloseReason.FINISHED));
    }

    @Test
    void messagesWithAnEmptyFrameInFrontThatFillTheirPacketsAreCallsOfZeroMq() {
        TalkingConnection c = to(5555).say(">{01 00 02 0000000000000003}abc").say("<{01 00 01 01}x{00 01}y");
        assertEquals(Protocol.ZMTP, first(c));
        assertEquals(List.of("> Q0 14", "< R0 8"), c.close(CloseReason.FINISHED));
    }

    /** The signature in front of it is missing, and so is the server's SYN. */
    @Test
    void theRestOfAGreetingIsOneOfZeroMq() {
        String rest = "{03 01 4e554c4c" + "00".repeat(48) + "}";
        TalkingConnection c = to(5555).say("<" + rest).say(">{04 05 04}PING");
        assertEquals(Protocol.ZMTP, first(c));
    }

    /** A packet in clear of RFC 4253: 60 bytes behind its length, of them 4 that fill up, and one name of an algorithm. */
    @Test
    void anOfferOfKeysThatFillsItsPacketTellsSsh() {
        String offer = "{0000003c 04 14" + "ab".repeat(16) + "00000004}none{" + "00".repeat(34) + "}";
        TalkingConnection c =
                to(2200).say(">" + offer).say("<" + offer).say(">{01020304}").say("<{05060708}");
        assertEquals(Protocol.SSH, first(c));
        assertEquals(List.of("> Q0 64", "< R0 64", "> Q1 4", "< R1 4"), c.close(CloseReason.FINISHED));
    }

    @Test
    void aClientThatSaysWhereItIsSpeaksRmi() {
        TalkingConnection c = to(1099).say(">{0008}10.0.0.2{00000000}");
        c.say(">{50 aced0005 77 22 0000000000000005" + "00".repeat(14) + "ffffffff 0102030405060708}");
        assertEquals(Protocol.RMI, first(c));
        assertEquals(List.of("> O 14 setup", "> Q0 41"), c.close(CloseReason.FINISHED));
    }

    /** Its number is a command of SMPP, which counts its own from one, and names an address behind an empty name. */
    @Test
    void anAnswerOfKafkaWithALowNumberIsNotOneOfSmpp() {
        TalkingConnection c = to(30_000);
        c.say("<{00000021 00000002 00000000 00000001 00000001 0006}kafka1{00002384 ffff 0000}");
        assertEquals(Protocol.UNKNOWN, first(c.say(">{01}").say("<{02}")));
    }

    /** What the client had begun before goes on; its next packet holds the end of one request and another. */
    @Test
    void aClientOfKafkaThatIsInTheMidstOfARequestIsReadFromItsNext() {
        String next = "{0000001a 0012 0003 00000064 0007}rdkafka{000000000000000000}";
        TalkingConnection c = to(9092).say(">" + "v".repeat(40));
        c.say("<{0000000c 0000000c 0000000000000000}").say(">vvvvvv" + next);
        c.say("<{0000000c 0000000d 0000000000000000}").say("<{0000000c 00000064 0000000000000000}");
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals(
                List.of("> Q1 30 setup", "< R 16", "< R1 16 setup"),
                messages.subList(messages.size() - 3, messages.size()));
    }

    /** The letter p is what completes a delivery. */
    @Test
    void lettersOfWhatIsPublishedAcknowledgeNothing() {
        TalkingConnection c = to(1883).say("<{30 08 0003}t/1abc").lose(1, 1448).say("<" + "p".repeat(120));
        c.say("<{30 08 0003}t/1abc");
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals("< O 10", messages.get(messages.size() - 1));
        assertEquals(3, messages.size());
    }

    /** The client prepares, hears of that, and executes: the answer was begun before the capture saw a request. */
    @Test
    void theAnswerToAStatementThatWasPreparedBeforeEndsItsRequest() {
        TalkingConnection c = to(5432).say("<{31 00000004 74 00000006 0000 6e 00000004}");
        c.say(">{42 0000000c 00 00 0000 0000 0000 45 00000009 00 00000000 53 00000004}");
        c.say("<{32 00000004 43 0000000d}SELECT 1{00 5a 00000005}I");
        for (int call = 1; call <= 2; call++) {
            c.say(">{51 0000000d}select 1{00}").say("<{43 0000000d}SELECT 1{00 5a 00000005}I");
        }
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals(
                List.of("> Q1 14", "< R1 20", "> Q2 14", "< R2 20"),
                messages.subList(messages.size() - 4, messages.size()));
    }

    @Test
    void aShortMessageThatMightBeginManyIsOneOfTheProtocolThatItIsAlone() {
        TalkingConnection c = to(7000).say(">{01 00 00 00 0e}").say("<{07 00 00 01 00 00 00 02 00 00 00}");
        assertEquals(Protocol.MYSQL, first(c));
        assertEquals(List.of("> Q0 5", "< R0 11"), c.close(CloseReason.FINISHED));
    }

    @Test
    void aHealthCheckThatPingsInlineTalksToRedis() {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults());
        c.open().say(">PING\r\n").say("<+PONG\r\n");
        assertEquals(Protocol.REDIS, first(c));
        assertEquals(List.of("> Q0 6", "< R0 7"), c.close(CloseReason.FINISHED));
    }

    private static String record(int length) {
        return "{17 03 03 %04x}".formatted(length) + "a".repeat(length);
    }

    /** Both sides send records as short as control frames next to others, and alone: of 9 and 13 bytes in TLS 1.2. */
    @Test
    void whatIsSaidInHttp2InsideTlsIsMultiplexed() {
        TalkingConnection c = to(443).say(">" + record(184)).say("<" + record(86) + record(33));
        c.say(">" + record(120) + record(37)).say("<" + record(500) + record(33));
        c.say(">" + record(37)).say("<" + record(400) + record(33));
        c.say(">" + record(200)).say("<" + record(33)).say("<" + record(300));
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals(
                List.of("> O 205 multiplexed", "< O 38 setup", "< O 305 multiplexed"),
                messages.subList(messages.size() - 3, messages.size()));
    }

    /** Who answers says a long head, then a short body; who asks says a short statement alone. */
    @Test
    void shortBodiesAndShortStatementsInsideTlsAreNoControlFrames() {
        TalkingConnection c = to(443);
        List<String> wanted = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            c.say(">" + record(300) + record(33)).say("<" + record(200) + record(33));
            wanted.add("> Q%d 343".formatted(i));
            wanted.add("< R%d 243".formatted(i));
        }
        assertEquals(wanted, c.close(CloseReason.FINISHED));
    }

    @Test
    void whatTakesTurnsInsideTlsIsNotMultiplexedWhateverItsSize() {
        TalkingConnection c = to(443);
        List<String> wanted = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            c.say(">" + record(33 + 4 * (i % 3))).say("<" + record(33));
            wanted.add("> Q%d %d".formatted(i, 38 + 4 * (i % 3)));
            wanted.add("< R%d 38".formatted(i));
        }
        assertEquals(wanted, c.close(CloseReason.FINISHED));
    }

    /** In TLS 1.3, known by a PING that is answered, 16 bytes of an answer are as long as a padded acknowledgment. */
    @Test
    void aShortAnswerInsideTlsIsNoAcknowledgmentThatTellsPadding() {
        TalkingConnection c = to(443).say(">" + record(34)).say("<" + record(34));
        c.say("<" + record(300).repeat(8) + record(17 + 25) + record(17 + 13)).say(">" + record(100));
        List<String> messages = c.close(CloseReason.FINISHED);
        assertEquals(
                List.of("< O 305 multiplexed", "< O 47 setup", "< O 35 setup", "> O 105 multiplexed"),
                messages.subList(messages.size() - 4, messages.size()));
    }

    /** Two bytes of TLS 1.3 are an alert, unless the client goes on, of whom it may be that not a byte is there. */
    @Test
    void aShortAnswerIsWholeWhereTheNextRequestIsMissing() {
        TalkingConnection c =
                to(443).say(">" + record(85)).say("<" + record(133)).say("<" + record(19));
        c.lose(0, 90).say("<" + record(133)).say("<" + record(19)).say(">" + record(85));
        assertEquals(
                List.of("> Q0 90", "< R0 162", "> Q1 90 gap", "< R1 162", "> Q2 90"), c.close(CloseReason.FINISHED));
    }

    /** The first field of a header block says who sends it. */
    @Test
    void aHeaderBlockOfHttp2TellsWhoAsks() {
        TalkingConnection c = to(38_888);
        c.sourcePort = 51_400;
        c.say(">{00 00 01 01 05 00 00 00 03 88}").say("<{00 00 02 01 05 00 00 00 05 82 84}");
        assertEquals(List.of("> R 10", "< Q0 11"), c.close(CloseReason.FINISHED));
    }
}

package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.tcp.TcpSettings;
import io.wirepath.flows.udp.UdpSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What TCP did to messages. Client 10.0.0.1:1000, first byte 101; server 10.0.0.2:80, first byte 501. */
class MessageFatesTest {

    private static final String ASK = "GET / HTTP/1.1\r\n\r\n";
    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final int ASKED = 101 + ASK.length();
    private static final int ANSWERED = 501 + ANSWER.length();

    private final PacketBuilder packets = new PacketBuilder();
    private final SightingBatch batch = new SightingBatch();
    private final FlowShard shard = new FlowShard(
            TcpSettings.defaults(),
            UdpSettings.defaults(),
            new MessageAssembler(MessageSettings.defaults().withContent(false), batch));
    private final List<String> told = new ArrayList<>();

    private PacketBuilder client(double millis, int sequence, int acknowledgment) {
        return packets.from("10.0.0.1", 1000)
                .to("10.0.0.2", 80)
                .flags("A")
                .seq(sequence)
                .ack(acknowledgment)
                .window(500)
                .atMillis(millis);
    }

    private PacketBuilder server(double millis, int sequence, int acknowledgment) {
        return packets.from("10.0.0.2", 80)
                .to("10.0.0.1", 1000)
                .flags("A")
                .seq(sequence)
                .ack(acknowledgment)
                .window(500)
                .atMillis(millis);
    }

    private void handshake(double synMillis) {
        client(synMillis, 100, 0).flags("S").tcp("");
        server(8, 500, 101).flags("SA").tcp("");
        client(9, 101, 501).tcp("");
    }

    /** Handles the packets so far as one block, and notes the messages that it ended. */
    private void block() {
        packets.replay(shard::onPacket);
        note();
    }

    private void note() {
        Sighting sighting = new Sighting();
        for (int i = 0; i < batch.count(); i++) {
            batch.wrap(i, sighting);
            told.add((sighting.sourcePort() == 1000 ? "> " : "< ")
                    + sighting.resentSegments() + " " + sighting.resentWaitMicros() / 1000
                    + " late " + sighting.lateResentSegments() + " " + sighting.lateResentWaitMicros() / 1000
                    + " window " + sighting.zeroWindowMicros() / 1000
                    + (sighting.streamedMicros() == 0 ? "" : " streamed " + sighting.streamedMicros() / 1000)
                    + (sighting.acknowledgmentWaitMicros() == 0
                            ? ""
                            : " acknowledgment " + sighting.acknowledgmentWaitMicros() / 1000)
                    + " set-up " + sighting.setUpMicros() / 1000 + " " + sighting.synRetries());
        }
        batch.reset();
    }

    private List<String> end() {
        block();
        shard.onEndOfCapture(10_000_000_000L);
        note();
        return told;
    }

    @Test
    void aRequestThatWasLostBehindTheSnifferWaited() {
        handshake(8);
        client(10, 101, 501).tcp(ASK);
        client(215, 101, 501).tcp(ASK);
        server(220, 501, ASKED).tcp(ANSWER);
        assertEquals(List.of("> 1 205 late 0 0 window 0 set-up 1 0", "< 0 0 late 0 0 window 0 set-up 0 0"), end());
    }

    @Test
    void aMirrorCopyIsNoRetransmission() {
        handshake(8);
        client(10, 101, 501).ipId(7).tcp(ASK);
        client(10.002, 101, 501).ipId(7).tcp(ASK);
        server(20, 501, ASKED).tcp(ANSWER);
        assertEquals(List.of("> 0 0 late 0 0 window 0 set-up 1 0", "< 0 0 late 0 0 window 0 set-up 0 0"), end());
    }

    @Test
    void whatWasAcknowledgedIsNotLost() {
        handshake(8);
        client(10, 101, 501).tcp(ASK);
        server(11, 501, ASKED).tcp("");
        client(215, 101, 501).tcp(ASK);
        server(220, 501, ASKED).tcp(ANSWER);
        assertEquals("> 0 0 late 0 0 window 0 set-up 1 0", end().get(0));
    }

    @Test
    void aRetransmissionAfterTheRecordIsGoneIsToldByTheAnswer() {
        handshake(8);
        client(10, 101, 501).tcp(ASK);
        block();
        client(215, 101, 501).tcp(ASK);
        server(220, 501, ASKED).tcp(ANSWER);
        assertEquals(List.of("> 0 0 late 0 0 window 0 set-up 1 0", "< 0 0 late 1 205 window 0 set-up 0 0"), end());
    }

    @Test
    void aHoleThatIsFilledWaitedSinceTheBytesBehindIt() {
        handshake(8);
        client(10, 101, 501).ipId(10).tcp(ASK);
        server(20, 521, ASKED).ipId(21).tcp(ANSWER.substring(20));
        server(60, 501, ASKED).ipId(23).tcp(ANSWER.substring(0, 20));
        assertEquals("< 1 40 late 0 0 window 0 set-up 0 0", end().get(1));
    }

    @Test
    void aSegmentThatWasOvertakenIsNotSentAgain() {
        handshake(8);
        client(10, 101, 501).ipId(10).tcp(ASK);
        server(20, 521, ASKED).ipId(21).tcp(ANSWER.substring(20));
        server(60, 501, ASKED).ipId(20).tcp(ANSWER.substring(0, 20));
        assertEquals("< 0 0 late 0 0 window 0 set-up 0 0", end().get(1));
    }

    @Test
    void aClosedWindowCountsWhileThereIsMoreToSend() {
        handshake(8);
        client(10, 101, 501).tcp(ASK);
        server(20, 501, ASKED).tcp(ANSWER.substring(0, 20));
        client(21, ASKED, 521).window(0).tcp("");
        client(51, ASKED, 521).tcp("");
        server(52, 521, ASKED).tcp(ANSWER.substring(20));
        client(53, ASKED, ANSWERED).window(0).tcp("");
        client(90, ASKED, ANSWERED).tcp("");
        assertEquals("< 0 0 late 0 0 window 30 set-up 0 0", end().get(1));
    }

    @Test
    void aLostSynMakesTheSetUpLong() {
        client(-1000, 100, 0).flags("S").tcp("");
        handshake(8);
        client(10, 101, 501).tcp(ASK);
        server(20, 501, ASKED).tcp(ANSWER);
        client(30, ASKED, ANSWERED).tcp(ASK);
        List<String> told = end();
        assertEquals("> 0 0 late 0 0 window 0 set-up 1009 1", told.get(0));
        assertEquals("> 0 0 late 0 0 window 0 set-up 0 0", told.get(2), "the connection was open");
    }

    /** The answer in three parts, these ms after each other; the receiver has each before the next. */
    private String answeredInParts(double millis) {
        handshake(8);
        client(10, 101, 501).tcp(ASK);
        server(20, 501, ASKED).flags("PA").tcp(ANSWER.substring(0, 20));
        client(20.1, ASKED, 521).tcp("");
        server(20 + millis, 521, ASKED).flags("PA").tcp(ANSWER.substring(20, 30));
        client(20.1 + millis, ASKED, 531).tcp("");
        server(20 + 2 * millis, 531, ASKED).flags("PA").tcp(ANSWER.substring(30));
        return end().get(1);
    }

    @Test
    void anAnswerThatComesWhenItsSenderHasItIsStreamed() {
        assertEquals("< 0 0 late 0 0 window 0 streamed 200 set-up 0 0", answeredInParts(100));
    }

    /** As watches are: who listens for minutes makes sure that the connection is there. */
    @Test
    void keepAlivesInThePausesAreNoSignOfThoseWhoWait() {
        handshake(8);
        client(10, 101, 501).tcp(ASK);
        server(20, 501, ASKED).flags("PA").tcp(ANSWER.substring(0, 20));
        client(20.1, ASKED, 521).tcp("");
        client(110, ASKED - 1, 521).tcp("");
        server(110.1, 521, ASKED).tcp("");
        server(120, 521, ASKED).flags("PA").tcp(ANSWER.substring(20, 30));
        client(120.1, ASKED, 531).tcp("");
        client(210, ASKED - 1, 531).tcp("");
        server(210.1, 531, ASKED).tcp("");
        server(220, 531, ASKED).flags("PA").tcp(ANSWER.substring(30));
        assertEquals("< 0 0 late 0 0 window 0 streamed 200 set-up 0 0", end().get(1));
    }

    @Test
    void anAnswerThatComesAtThePaceOfTheNetworkIsNot() {
        assertEquals("< 0 0 late 0 0 window 0 set-up 0 0", answeredInParts(1));
    }

    /** The answer in two parts; the first is acknowledged at one of these ms, the second comes at the other. */
    private String answeredInTwo(double acknowledged, double goesOn) {
        handshake(8);
        client(10, 101, 501).tcp(ASK);
        server(20, 501, ASKED).flags("PA").tcp(ANSWER.substring(0, 20));
        client(acknowledged, ASKED, 521).tcp("");
        server(goesOn, 521, ASKED).flags("PA").tcp(ANSWER.substring(20));
        return end().get(1);
    }

    /** RFC 9293 §3.7.4: Nagle's algorithm and a delayed acknowledgment. */
    @Test
    void aPartThatIsSentAsSoonAsALateAcknowledgmentComesWasHeldBack() {
        assertEquals("< 0 0 late 0 0 window 0 acknowledgment 41 set-up 0 0", answeredInTwo(60, 61));
    }

    @Test
    void aPartThatFollowsAPromptAcknowledgmentWasNotHeldBack() {
        assertEquals("< 0 0 late 0 0 window 0 set-up 0 0", answeredInTwo(30, 61));
    }

    @Test
    void aPartThatComesLongAfterALateAcknowledgmentWasNotHeldBack() {
        assertEquals("< 0 0 late 0 0 window 0 set-up 0 0", answeredInTwo(60, 90));
    }

    /** The way there and back is as long as the acknowledgment took: nobody delayed it. */
    @Test
    void anAcknowledgmentThatTakesAsLongAsTheHandshakeIsNotDelayed() {
        client(0, 100, 0).flags("S").tcp("");
        server(1, 500, 101).flags("SA").tcp("");
        client(41, 101, 501).tcp("");
        client(42, 101, 501).tcp(ASK);
        server(50, 501, ASKED).flags("PA").tcp(ANSWER.substring(0, 20));
        client(90, ASKED, 521).tcp("");
        server(91, 521, ASKED).flags("PA").tcp(ANSWER.substring(20));
        assertEquals("< 0 0 late 0 0 window 0 set-up 0 0", end().get(1));
    }

    /** Who asks again meanwhile acknowledges with that: what comes next may be the answer to it. */
    @Test
    void anAcknowledgmentThatBringsBytesReleasesNothing() {
        handshake(8);
        client(10, 101, 501).tcp(ASK);
        server(20, 501, ASKED).flags("PA").tcp(ANSWER.substring(0, 20));
        client(60, ASKED, 521).flags("PA").tcp(ASK);
        server(61, 521, ASKED + ASK.length()).flags("PA").tcp(ANSWER.substring(20));
        assertEquals("< 0 0 late 0 0 window 0 set-up 0 0", end().get(2));
    }

    /** The program writes the rest 30 ms after the beginning, as a prompt acknowledgment shows. */
    @Test
    void whatASenderPausesByItselfIsNoWaitForAnAcknowledgment() {
        handshake(8);
        client(10, 101, 501).tcp(ASK);
        server(20, 501, ASKED).flags("PA").tcp(ANSWER.substring(0, 20));
        client(21, ASKED, 521).tcp("");
        server(50, 521, ASKED).flags("PA").tcp(ANSWER.substring(20));
        int answered = 501 + ANSWER.length();
        client(60, ASKED, answered).tcp(ASK);
        server(70, answered, ASKED + ASK.length()).flags("PA").tcp(ANSWER.substring(0, 20));
        client(110, ASKED + ASK.length(), answered + 20).tcp("");
        server(111, answered + 20, ASKED + ASK.length()).flags("PA").tcp(ANSWER.substring(20));
        List<String> told = end();
        assertEquals("< 0 0 late 0 0 window 0 set-up 0 0", told.get(1));
        assertEquals("< 0 0 late 0 0 window 0 acknowledgment 11 set-up 0 0", told.get(3));
    }
}

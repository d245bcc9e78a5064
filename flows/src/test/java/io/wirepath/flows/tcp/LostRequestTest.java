package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Connection;
import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.Transcript;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.udp.UdpSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A request that the capture lost is implied by its response; when it passed, by the time stamp that this echoes. */
final class LostRequestTest {

    /** What the client's clock shows at time 0. */
    private static final int CLIENT_CLOCK = 7000;

    /** Whether the direction that spoke last stands inside a message. */
    private boolean inside;

    private final Transcript seen = new Transcript() {
        @Override
        public boolean isInside(Connection connection, int direction) {
            return inside;
        }
    };
    private final FlowShard shard = new FlowShard(TcpSettings.defaults(), UdpSettings.defaults(), seen);
    private final PacketBuilder packets = new PacketBuilder();

    private void client(int millis, int sequence, int acknowledgment, String text) {
        packets.from("10.0.0.1", 1000)
                .to("10.0.0.2", 80)
                .seq(sequence)
                .ack(acknowledgment)
                .atMillis(millis)
                .stamps(CLIENT_CLOCK + millis, 0)
                .tcp(text);
    }

    /** The server says something, and echoes what the client had sent at that time. */
    private void server(int millis, int sequence, int acknowledgment, int echoedMillis, String text) {
        packets.from("10.0.0.2", 80)
                .to("10.0.0.1", 1000)
                .seq(sequence)
                .ack(acknowledgment)
                .atMillis(millis)
                .stamps(millis, CLIENT_CLOCK + echoedMillis)
                .tcp(text);
    }

    /** Another connection shows that the capture was running from this time on. */
    private void captureRuns(int millis) {
        packets.from("10.0.0.9", 9)
                .to("10.0.0.2", 80)
                .atMillis(millis)
                .flags("A")
                .tcp("");
    }

    private void expect(String... lines) {
        packets.replay(shard::onPacket);
        shard.onEndOfCapture(1_000_000_000);
        assertEquals(List.of(lines), seen.lines());
    }

    /** Asserts when what is missing passed, to half a tick of the client's clock. */
    private void lostAt(double millis) {
        assertEquals(1, seen.lost().size());
        assertEquals(millis, seen.lost().get(0) / 1e6, 0.6);
    }

    @Test
    void theRequestOfAConnectionOpenedMeanwhile() {
        captureRuns(1);
        packets.flags("A");
        server(60, 501, 104, 20, "200");
        client(61, 104, 504, "");
        packets.flags("FA");
        client(62, 104, 504, "");
        expect("open 80 midstream", "< fin", "< missing 1", "> 200", "close END_OF_CAPTURE");
        lostAt(20);
    }

    @Test
    void notWhatWasAskedBeforeTheCaptureBegan() {
        captureRuns(30);
        packets.flags("A");
        server(60, 501, 104, 20, "200");
        client(61, 104, 504, "");
        expect("open 80 midstream", "> 200", "close END_OF_CAPTURE");
    }

    @Test
    void notWhereTheClientSaysSomethingMeanwhile() {
        captureRuns(1);
        packets.flags("A");
        server(60, 501, 104, 20, "200");
        client(61, 104, 504, "GET");
        expect("open 80 midstream", "> 200", "< GET", "close END_OF_CAPTURE");
    }

    @Test
    void theTimeOfTheFirstRequestIsToldByWhatTheClientSendsLater() {
        packets.from("10.0.0.1", 1000)
                .to("10.0.0.2", 80)
                .flags("S")
                .seq(100)
                .atMillis(1)
                .tcp("");
        packets.turn().flags("SA").seq(500).ack(101).atMillis(2).tcp("");
        packets.flags("A");
        server(60, 501, 104, 20, "200");
        client(61, 104, 504, "");
        server(120, 504, 104, 61, "more");
        expect("open 1000", "> missing 3", "< 200", "< more", "close END_OF_CAPTURE");
        lostAt(20);
    }

    @Test
    void eachAnswerHasItsOwnWhereOneDirectionAloneIsCaptured() {
        packets.from("10.0.0.2", 80)
                .to("10.0.0.1", 1000)
                .flags("SA")
                .seq(500)
                .ack(101)
                .atMillis(1)
                .tcp("");
        packets.flags("A");
        server(10, 501, 104, 0, "200");
        server(15, 504, 108, 0, "201");
        expect("open 1000", "> missing 3", "< 200", "> missing 4", "< 201", "close END_OF_CAPTURE");
    }

    /** Opens a connection as {@code open} tells it: client 101, server 501. */
    private void opened() {
        packets.from("10.0.0.1", 1000)
                .to("10.0.0.2", 80)
                .flags("S")
                .seq(100)
                .atMillis(1)
                .tcp("");
        packets.turn().flags("SA").seq(500).ack(101).atMillis(2).tcp("");
        packets.flags("A");
    }

    @Test
    void anExchangeThatTheDelayedAcknowledgmentAloneTellsOfIsARequestAndThenItsResponse() {
        opened();
        client(10, 101, 501, "get");
        server(14, 501, 104, 10, "one");
        client(70, 109, 508, ""); // says that it sent 5 bytes, and that it got 4
        client(200, 109, 508, "next");
        server(204, 508, 113, 200, "four");
        expect("open 1000", "> get", "< one", "> missing 5", "< missing 4", "> next", "< four", "close END_OF_CAPTURE");
    }

    /** Before anybody says more, the time is over in which missing bytes may come. */
    @Test
    void soIsOneBehindWhichTheConnectionRests() {
        opened();
        client(10, 101, 501, "get");
        server(14, 501, 104, 10, "one");
        client(70, 109, 508, "");
        captureRuns(15_000);
        client(15_001, 109, 508, "next");
        server(15_004, 508, 113, 15_001, "four");
        expect("open 1000", "> get", "< one", "> missing 5", "< missing 4", "> next", "< four", "close END_OF_CAPTURE");
    }

    @Test
    void soIsTheFirstExchangeOfAConnection() {
        opened();
        client(70, 106, 505, "");
        client(200, 106, 505, "next");
        server(204, 505, 110, 200, "four");
        expect("open 1000", "> missing 5", "< missing 4", "> next", "< four", "close END_OF_CAPTURE");
    }

    @Test
    void whatNobodyAcknowledgesIsNotGivenUpForAWordOfItsSender() {
        opened();
        client(10, 106, 501, ""); // sent 5 bytes, which come late
        captureRuns(15_000);
        client(15_001, 101, 501, "hello");
        expect("open 1000", "> hello", "close END_OF_CAPTURE");
    }

    @Test
    void answersThatAreLostAreGivenUpOneByOneWhereWhatWasAskedBetweenThemWasSeen() {
        opened();
        client(10, 101, 501, "one");
        client(20, 104, 505, "two"); // had the answer to the first, 4 bytes
        client(30, 107, 508, "three"); // and to the second, 3 bytes
        server(34, 508, 112, 30, "last");
        captureRuns(200);
        expect(
                "open 1000",
                "> one",
                "< missing 4",
                "> two",
                "< missing 3",
                "> three",
                "< last",
                "close END_OF_CAPTURE");
    }

    /** The rest of an answer and the beginning of the next request are missing, and nothing was said between them. */
    private void askedAndAnsweredHalf() {
        opened();
        client(10, 101, 501, "one");
        server(14, 501, 104, 10, "half");
        client(31, 108, 510, " two");
        server(40, 510, 112, 31, "last");
        captureRuns(200);
    }

    @Test
    void whatGoesOnInsideAMessageIsMissingBeforeWhatTheOtherSideSays() {
        inside = true;
        askedAndAnsweredHalf();
        expect(
                "open 1000",
                "> one",
                "< half",
                "< missing 5",
                "> missing 4",
                ">  two",
                "< last",
                "close END_OF_CAPTURE");
    }

    @Test
    void behindTheEndOfAMessageTheOtherSideIsMissingFirst() {
        askedAndAnsweredHalf();
        expect(
                "open 1000",
                "> one",
                "< half",
                "> missing 4",
                "< missing 5",
                ">  two",
                "< last",
                "close END_OF_CAPTURE");
    }

    @Test
    void whatWasHeardByWhoHadSaidNothingYetIsMissingFirst() {
        opened();
        client(10, 101, 501, "one");
        server(14, 501, 104, 10, "half");
        client(20, 104, 510, ""); // has the rest of it, and asked nothing since
        client(31, 108, 510, " two");
        server(40, 510, 112, 31, "last");
        captureRuns(200);
        expect(
                "open 1000",
                "> one",
                "< half",
                "< missing 5",
                "> missing 4",
                ">  two",
                "< last",
                "close END_OF_CAPTURE");
    }
}

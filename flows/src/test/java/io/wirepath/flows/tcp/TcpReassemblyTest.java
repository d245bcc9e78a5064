package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.udp.UdpSettings;
import io.wirepath.sniffer.FrameTimes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What reassembly makes of each kind of anomaly among the bytes of a connection. */
class TcpReassemblyTest extends MadeConnection {

    @Test
    void deliversRequestAndResponseBetweenHandshakeAndFin() {
        handshake();
        client(101, 501).tcp("GET");
        server(501, 104).tcp("200");
        client(104, 504).flags("FA").tcp("");
        server(504, 105).flags("FA").tcp("");
        client(105, 505).tcp("");
        expect("open 1000", "> GET", "< 200", "> fin", "< fin", "close FINISHED");
    }

    @Test
    void impliesAWholeExchangeInTheOrderOfTurns() {
        handshake();
        client(101, 501).tcp("GET");
        server(501, 104).tcp("200");
        // a request of 4 bytes and its response of 5 are lost; what follows acknowledges both
        client(108, 509).tcp("PUT");
        server(509, 111).tcp("");
        later(200);
        server(509, 111).tcp("201");
        expect("open 1000", "> GET", "< 200", "> missing 4", "< missing 5", "> PUT", "< 201", "close END_OF_CAPTURE");
    }

    @Test
    void deliversBytesOnceWhenSegmentsOverlap() {
        handshake();
        client(101, 501).tcp("abcd");
        client(103, 501).tcp("cdef");
        client(101, 501).tcp("abcdefgh");
        expect("open 1000", "> abcd", "> again 2", "> ef", "> again 6", "> gh", "close END_OF_CAPTURE");
        assertEquals(2, count(ReassemblyCounter.RETRANSMITTED_SEGMENTS));
        assertEquals(8, count(ReassemblyCounter.RETRANSMITTED_BYTES));
    }

    @Test
    void putsReorderedSegmentsInOrder() {
        handshake();
        client(107, 501).tcp("gh");
        client(103, 501).tcp("cdef");
        client(101, 501).tcp("ab");
        expect("open 1000", "> ab", "> cdef", "> gh", "close END_OF_CAPTURE");
        assertEquals(2, count(ReassemblyCounter.REORDERED_SEGMENTS));
    }

    @Test
    void keepsTheArrivalTimeOfHeldBytes() {
        handshake();
        client(103, 501).atMillis(7).tcp("cd");
        client(101, 501).atMillis(9).tcp("ab");
        expect("open 1000", "> ab", "> cd", "close END_OF_CAPTURE");
        assertEquals(List.of(9_000_000L, 7_000_000L), seen.times());
    }

    @Test
    void usesTheFirstBytesWhereHeldSegmentsDiffer() {
        handshake();
        client(103, 501).tcp("cd");
        client(102, 501).tcp("XXXX");
        client(101, 501).tcp("a");
        expect("open 1000", "> again 4", "> a", "> X", "> cd", "> X", "close END_OF_CAPTURE");
        assertEquals(1, count(ReassemblyCounter.OVERLAP_CONFLICTS));
    }

    /** Nothing of the receiver was captured, so it will say nothing of what it has. */
    @Test
    void holesThatAreKnownTogetherAreGivenUpTogether() {
        client(100, 0).flags("S").tcp("");
        client(110, 501).tcp("j");
        client(120, 501).tcp("t");
        client(130, 501).tcp("D");
        later(5100);
        assertEquals(3, count(ReassemblyCounter.HOLES));
        assertEquals(3, count(ReassemblyCounter.DELIVERED_BYTES));
    }

    @Test
    void skipsAHoleAfterItsTimeout() {
        handshake();
        client(101, 501).tcp("ab");
        client(110, 501).tcp("jk");
        later(4900);
        client(112, 501).tcp("lm");
        later(200);
        expect("open 1000", "> ab", "> missing 7", "> jk", "> lm", "close END_OF_CAPTURE");
        assertEquals(1, count(ReassemblyCounter.HOLES));
        assertEquals(7, count(ReassemblyCounter.MISSING_BYTES));
    }

    /** One forged acknowledgment of bytes that nobody sent is no loss of the capture, and costs no request. */
    @Test
    void takesAnAcknowledgmentBackThatItsSenderContradicts() {
        handshake();
        client(101, 501).tcp("ab");
        server(501, 20_101).tcp("");
        client(103, 501).tcp("cd");
        server(501, 105).tcp("200");
        later(40);
        client(105, 504).tcp("ef");
        server(504, 107).tcp("200");
        later(40);
        assertEquals(List.of("open 1000", "> ab", "> cd", "< 200", "> ef", "< 200"), seen.lines());
        assertEquals(1, count(ReassemblyCounter.ACKNOWLEDGMENTS_TAKEN_BACK));
        assertEquals(0, count(ReassemblyCounter.MISSING_BYTES));
    }

    /** A segment far ahead of a stream that then ends before it is no part of it. */
    @Test
    void leavesOutWhatLiesBehindTheEnd() {
        handshake();
        client(101, 501).tcp("ab");
        client(30_101, 501).tcp("forged");
        server(501, 103).tcp("200");
        client(103, 504).flags("FA").tcp("");
        server(504, 104).flags("FA").tcp("");
        client(104, 505).tcp("");
        later(6000);
        assertEquals(0, count(ReassemblyCounter.MISSING_BYTES));
        assertEquals(6, count(ReassemblyCounter.LEFT_OUT_BYTES));
        assertEquals(
                List.of("open 1000", "> ab", "< 200", "< fin", "> fin"),
                seen.lines().subList(0, 5));
    }

    /** A connection that is kept open goes on in front of a forged segment, or FIN, however long that waits. */
    @ParameterizedTest
    @CsvSource({"A, 0.1", "A, 7000", "FA, 0.1", "FA, 7000"})
    void goesOnInFrontOfAForgedSegmentFarAhead(String flags, double silentMillis) {
        handshake();
        client(101, 501).tcp("ab");
        server(501, 103).tcp("200");
        client(30_103, 504).flags(flags).tcp("forged");
        later(silentMillis);
        for (int call = 0; call < 5; call++) {
            client(103 + 2 * call, 504 + 3 * call).tcp("cd");
            server(504 + 3 * call, 105 + 2 * call).tcp("201");
            later(3000);
        }
        assertEquals(0, count(ReassemblyCounter.MISSING_BYTES));
        assertEquals(0, count(ReassemblyCounter.RETRANSMITTED_BYTES));
        assertEquals(6, count(ReassemblyCounter.LEFT_OUT_BYTES));
        assertEquals(List.of(), seen.waits());
        List<String> lines = seen.lines();
        assertEquals(List.of("open 1000", "> ab", "< 200"), lines.subList(0, 3));
        for (int call = 0; call < 5; call++) {
            assertEquals(List.of("> cd", "< 201"), lines.subList(3 + 2 * call, 5 + 2 * call));
        }
    }

    /** What the stream reaches before its time is over: the receiver has what came in turn, and not what came early. */
    @Test
    void leavesOutAForgedSegmentThatTheStreamReachesWithOtherBytes() {
        handshake();
        client(101, 501).tcp("ab");
        client(107, 501).tcp("forged");
        client(103, 501).tcp("cd");
        server(501, 105).tcp("200");
        client(105, 504).tcp("efgh");
        server(504, 109).tcp("201");
        client(109, 507).tcp("ij");
        later(40);
        assertEquals(List.of("open 1000", "> ab", "> cd", "< 200", "> efgh", "< 201", "> ij"), seen.lines());
        assertEquals(6, count(ReassemblyCounter.LEFT_OUT_BYTES));
    }

    /** A segment that somebody lost between sender and receiver waits there as well as here, with what comes behind. */
    @Test
    void keepsWhatIsBehindAHoleThatIsFilledBitByBit() {
        handshake();
        client(101, 501).tcp("ab");
        client(107, 501).tcp("gh");
        later(300);
        client(103, 501).tcp("cd");
        server(501, 105).tcp("");
        later(1000);
        client(105, 501).tcp("ef");
        server(501, 109).tcp("200");
        later(40);
        assertEquals(List.of("open 1000", "> ab", "> cd", "> ef", "> gh", "< 200"), seen.lines());
        assertEquals(0, count(ReassemblyCounter.LEFT_OUT_BYTES));
        assertEquals(List.of(1_300_300_000L), seen.waits());
    }

    /** Who is silent when somebody acknowledges in the other's name goes on where he was. */
    @Test
    void goesOnBehindAForgedAcknowledgmentThatWasBelieved() {
        handshake();
        client(101, 501).tcp("ab");
        server(501, 103).tcp("200");
        server(504, 20_103).tcp("");
        later(1000);
        client(103, 504).tcp("cd");
        server(504, 105).tcp("201");
        client(105, 507).tcp("ef");
        server(507, 107).tcp("202");
        later(40);
        assertEquals(
                List.of("open 1000", "> ab", "< 200", "> missing 20000", "> cd", "< 201", "> ef", "< 202"),
                seen.lines());
        assertEquals(0, count(ReassemblyCounter.RETRANSMITTED_BYTES));
        assertEquals(20_000, count(ReassemblyCounter.CAME_AFTER_ALL_BYTES));
    }

    @Test
    void skipsAHoleSoonWhenTheReceiverHasItsBytes() {
        handshake();
        client(101, 501).tcp("ab");
        client(105, 501).tcp("ef");
        server(501, 107).tcp("200");
        later(40);
        assertEquals(List.of("open 1000", "> ab", "> missing 2", "> ef", "< 200"), seen.lines());
        assertEquals(1, count(ReassemblyCounter.HOLES_ACKNOWLEDGED));
    }

    @Test
    void holesThatWaitTogetherAreGivenUpTogether() {
        handshake();
        client(101, 501).tcp("ab");
        client(105, 501).tcp("ef");
        client(109, 501).tcp("ij");
        server(501, 111).tcp("200");
        later(40);
        assertEquals(List.of("open 1000", "> ab", "> missing 2", "> ef", "> missing 2", "> ij", "< 200"), seen.lines());
    }

    @Test
    void holdsAResponseUntilTheRequestThatTheCaptureSwapped() {
        handshake();
        client(101, 501).tcp("GET ");
        server(501, 109).tcp("200");
        client(105, 501).tcp("/abc");
        expect("open 1000", "> GET ", "> /abc", "< 200", "close END_OF_CAPTURE");
        assertEquals(1, count(ReassemblyCounter.WAITED_FOR_OTHER_DIRECTION));
    }

    @Test
    void reportsARequestThatTheCaptureLostBeforeItsResponse() {
        handshake();
        server(501, 109).tcp("200");
        later(40);
        expect("open 1000", "> missing 8", "< 200", "close END_OF_CAPTURE");
    }

    @Test
    void breaksAMutualWaitAfterALostSegmentIsRetransmitted() {
        handshake();
        client(101, 505).tcp("next");
        server(501, 105).tcp("last");
        later(1);
        expect("open 1000", "> next", "< last", "close END_OF_CAPTURE");
    }

    @Test
    void wrapsAround() {
        client(-3, 0).flags("S").tcp("");
        client(-2, 0).tcp("ab");
        client(2, 0).tcp("ef");
        client(0, 0).tcp("cd");
        expect("open 1000", "> ab", "> cd", "> ef", "close END_OF_CAPTURE");
    }

    @Test
    void countsKeepAlivesApart() {
        handshake();
        client(101, 501).tcp("abc");
        client(103, 501).tcp("");
        client(103, 501).tcp("X");
        expect("open 1000", "> abc", "close END_OF_CAPTURE");
        assertEquals(2, count(ReassemblyCounter.KEEP_ALIVES));
        assertEquals(0, count(ReassemblyCounter.RETRANSMITTED_SEGMENTS));
    }

    @Test
    void deliversTheByteOfAZeroWindowProbeOnce() {
        handshake();
        client(101, 501).tcp("abc");
        server(501, 104).window(0).tcp("");
        client(104, 501).window(1000).tcp("d");
        client(104, 501).tcp("def");
        expect("open 1000", "> abc", "> d", "> again 1", "> ef", "close END_OF_CAPTURE");
        assertEquals(1, count(ReassemblyCounter.ZERO_WINDOW_PROBES));
    }

    @Test
    void endsInTheLastYearThatAFrameMayHave() {
        millis = FrameTimes.LATEST_NANOS / 1_000_000 - 1000;
        shard = new FlowShard(TcpSettings.forStreams(), UdpSettings.defaults(), seen);
        client(101, 501).tcp("ab");
        server(501, 103).tcp("cd");
        client(103, 503).tcp("ef");
        expect("open 1000 midstream", "> ab", "> ef", "< cd", "close END_OF_CAPTURE");
    }

    @Test
    void reportsBytesThatTheSnapshotLengthCutOff() {
        handshake();
        client(101, 501).cut(4).tcp("ab");
        client(107, 501).cut(0).tcp("gh");
        expect("open 1000", "> ab", "> cut 4", "> gh", "close END_OF_CAPTURE");
    }

    @Test
    void survivesTimeStampsThatStepBack() {
        handshake();
        client(101, 501).atMillis(50).tcp("ab");
        client(105, 501).atMillis(49.9).tcp("ef");
        client(103, 501).atMillis(49.8).tcp("cd");
        expect("open 1000", "> ab", "> cd", "> ef", "close END_OF_CAPTURE");
    }
}

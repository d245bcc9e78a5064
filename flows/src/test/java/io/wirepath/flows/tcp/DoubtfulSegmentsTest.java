package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.PacketBuilder.Sums;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.Transcript;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Segments that somebody sends for observers alone, in each way in which a receiver drops them. */
class DoubtfulSegmentsTest extends MadeConnection {

    private static final String REAL = "GET /item HTTP/1.1";
    private static final String LONG = "POST /x HTTP/1.1 Content-Length: 99999";

    /** Ways of which the receiver alone, or nobody on its way, takes notice. */
    enum Way {
        CHECKSUM,
        PARTIAL_CHECKSUM,
        HOPS,
        STALE,
        NO_STAMP,
        NO_ACKNOWLEDGMENT,
        IMPOSSIBLE_ACKNOWLEDGMENT;

        PacketBuilder dress(PacketBuilder segment) {
            return switch (this) {
                case CHECKSUM -> segment.sums(Sums.WRONG);
                case PARTIAL_CHECKSUM -> segment.sums(Sums.PARTIAL);
                case HOPS -> segment.ttl(3);
                case STALE -> segment.stamps(7, 1);
                case NO_STAMP -> segment;
                case NO_ACKNOWLEDGMENT -> segment.stamps(1000, 1).flags("P");
                case IMPOSSIBLE_ACKNOWLEDGMENT -> segment.stamps(1000, 1).ack(1 << 30);
            };
        }
    }

    @BeforeEach
    void greet() {
        packets.sums(Sums.RIGHT);
        handshake();
        client(101, 501).stamps(1000, 1).tcp("hi");
        server(501, 103).stamps(1, 1000).tcp("ho");
    }

    private PacketBuilder usual() {
        packets.sums(Sums.RIGHT).ttl(64);
        return client(103, 503).stamps(1001, 1);
    }

    private void decoy(Way way, int at, String bytes) {
        PacketBuilder segment = client(103 + at, 503);
        if (way == Way.CHECKSUM || way == Way.PARTIAL_CHECKSUM || way == Way.HOPS) {
            segment.stamps(1001, 1);
        }
        way.dress(segment).tcp(bytes);
        packets.sums(Sums.RIGHT).ttl(64);
    }

    private void answer() {
        server(503, 103 + REAL.length()).stamps(2, 1001).tcp("200");
        client(103 + REAL.length(), 506).stamps(1002, 2).flags("FA").tcp("");
    }

    private void expectRealAlone() {
        Transcript bytes = seen.ofBytesOnly();
        packets.replay(shard::onPacket);
        shard.onEndOfCapture((long) (millis * 1e6));
        assertEquals("hi" + REAL, bytes.stream(0));
        assertEquals("ho200", bytes.stream(1));
        assertTrue(count(ReassemblyCounter.LEFT_OUT_BYTES) + count(ReassemblyCounter.OVERLAP_CONFLICTS) > 0);
        assertEquals(0, count(ReassemblyCounter.MISSING_BYTES));
        assertEquals(
                count(ReassemblyCounter.PAYLOAD_BYTES),
                count(ReassemblyCounter.DELIVERED_BYTES)
                        + count(ReassemblyCounter.RETRANSMITTED_BYTES)
                        + count(ReassemblyCounter.LEFT_OUT_BYTES));
    }

    @ParameterizedTest
    @EnumSource
    void aLongerOneBefore(Way way) {
        decoy(way, 0, LONG);
        usual().tcp(REAL);
        answer();
        expectRealAlone();
        assertEquals(1, count(ReassemblyCounter.OVERLAP_CONFLICTS));
    }

    @ParameterizedTest
    @EnumSource
    void oneOfEqualLengthBefore(Way way) {
        decoy(way, 0, "x".repeat(REAL.length()));
        usual().tcp(REAL);
        answer();
        expectRealAlone();
    }

    @ParameterizedTest
    @EnumSource
    void manyBefore(Way way) {
        for (int at = 0; at < 300; at += 30) {
            decoy(way, at, "y".repeat(30));
        }
        usual().tcp(REAL);
        answer();
        expectRealAlone();
    }

    @ParameterizedTest
    @EnumSource
    void oneThatBeginsInTheMiddle(Way way) {
        decoy(way, 5, "y".repeat(30));
        usual().tcp(REAL);
        answer();
        expectRealAlone();
    }

    @ParameterizedTest
    @EnumSource
    void oneBehindTheEnd(Way way) {
        usual().tcp(REAL);
        decoy(way, REAL.length(), LONG);
        answer();
        expectRealAlone();
    }

    @ParameterizedTest
    @EnumSource
    void aLongerOneAfter(Way way) {
        usual().tcp(REAL);
        decoy(way, 0, LONG);
        answer();
        expectRealAlone();
    }

    /** With one IP identification both look like one packet that was mirrored twice. */
    @ParameterizedTest
    @EnumSource
    void oneThatLooksLikeAMirrorCopy(Way way) {
        packets.ipId(77);
        decoy(way, 0, "x".repeat(REAL.length()));
        millis -= 0.05;
        usual().tcp(REAL);
        packets.ipId(-1);
        answer();
        expectRealAlone();
    }

    /** Paths change, network cards join segments, time stamps cease: what is acknowledged was taken. */
    @ParameterizedTest
    @EnumSource
    void whatIsAcknowledgedWasTaken(Way way) {
        decoy(way, 0, REAL);
        answer();
        packets.replay(shard::onPacket);
        shard.onEndOfCapture((long) (millis * 1e6));
        assertEquals("hi" + REAL, seen.stream(0));
        assertEquals(0, count(ReassemblyCounter.LEFT_OUT_BYTES));
        assertEquals(1, count(ReassemblyCounter.DOUBTFUL_SEGMENTS));
    }

    @Test
    void whereTheOtherSideWasNotCapturedNothingWaits() {
        packets.next();
        client(100, 0).flags("S").tcp("");
        client(101, 501).tcp("hi");
        client(103, 501).ttl(3).tcp("ho");
        packets.replay(shard::onPacket);
        shard.onEndOfCapture((long) (millis * 1e6));
        assertEquals("hiho", seen.stream(0));
    }

    /** A host's capture has no right checksum of what it sends: none there is an error. */
    @Test
    void aHostThatLeavesChecksumsToItsCardIsRead() {
        packets.next();
        packets.sums(Sums.PARTIAL);
        client(100, 0).flags("S").tcp("");
        server(500, 101).flags("SA").tcp("");
        client(101, 501).tcp("hi");
        client(103, 501).tcp("ho");
        packets.replay(shard::onPacket);
        shard.onEndOfCapture((long) (millis * 1e6));
        assertEquals("hiho", seen.stream(0));
        assertEquals(0, count(ReassemblyCounter.DOUBTFUL_SEGMENTS));
    }

    /** Hosts of some age fill in checksums of segments without payload, and leave the others to their card. */
    @Test
    void aHostThatFillsInSomeChecksumsIsRead() {
        packets.next();
        client(100, 0).flags("S").tcp("");
        server(500, 101).flags("SA").tcp("");
        client(101, 501).tcp("");
        packets.sums(Sums.PARTIAL);
        client(101, 501).tcp("hi");
        client(103, 501).tcp("ho");
        packets.replay(shard::onPacket);
        shard.onEndOfCapture((long) (millis * 1e6));
        assertEquals("hiho", seen.stream(0));
        assertEquals(0, count(ReassemblyCounter.DOUBTFUL_SEGMENTS));
    }

    /** Nobody can tell whether it was taken: it is used, and told. */
    @Test
    void whatIsLastOfACaptureIsUsedAndTold() {
        decoy(Way.HOPS, 0, REAL);
        packets.replay(shard::onPacket);
        shard.onEndOfCapture((long) (millis * 1e6));
        assertEquals("hi" + REAL, seen.stream(0));
        assertEquals(REAL.length(), count(ReassemblyCounter.UNACKNOWLEDGED_BYTES));
    }

    @Test
    void aResetWithAWrongChecksumEndsNothing() {
        packets.sums(Sums.WRONG);
        client(103, 503).flags("RA").tcp("");
        packets.sums(Sums.RIGHT);
        client(103, 503).stamps(1001, 1).tcp("more");
        packets.replay(shard::onPacket);
        shard.onEndOfCapture((long) (millis * 1e6));
        assertEquals("himore", seen.stream(0));
        assertEquals(0, count(ReassemblyCounter.RESET));
        assertEquals(1, count(ReassemblyCounter.BAD_CHECKSUMS));
    }
}

package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.Transcript;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.udp.UdpSettings;
import io.wirepath.sniffer.CounterSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Any segmentation, order, duplication and retransmission of a stream gives the same bytes, each once. */
class AnyOrderTest {

    private static final int ROUNDS = 400;

    private final PacketBuilder packets = new PacketBuilder();

    private record Piece(int from, int to, int ipId) {}

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) ('!' + random.nextInt(90)));
        }
        return text.toString();
    }

    /** Cuts the stream into pieces, sends some again in other cuts, copies some, and swaps neighbours. */
    private static List<Piece> pieces(Random random, int length, boolean dirty) {
        List<Piece> pieces = new ArrayList<>();
        int ipId = 1;
        for (int at = 0; at < length; ) {
            int to = Math.min(length, at + 1 + random.nextInt(40));
            pieces.add(new Piece(at, to, ipId++));
            if (dirty && random.nextInt(4) == 0) {
                int from = random.nextInt(to);
                pieces.add(new Piece(from, from + 1 + random.nextInt(to - from), ipId++));
            }
            if (dirty && random.nextInt(4) == 0) {
                pieces.add(pieces.get(random.nextInt(pieces.size())));
            }
            at = to;
        }
        for (int swaps = dirty ? pieces.size() : 0; swaps > 0; swaps--) {
            int i = random.nextInt(pieces.size());
            Collections.swap(pieces, i, Math.min(pieces.size() - 1, i + random.nextInt(6)));
        }
        return pieces;
    }

    private void send(String stream, int firstSequence, Piece piece, long nanos) {
        packets.at(nanos)
                .flags("A")
                .seq(firstSequence + piece.from)
                .ipId(piece.ipId)
                .tcp(stream.substring(piece.from, piece.to).getBytes(StandardCharsets.ISO_8859_1));
    }

    private static void assertSumsHold(CounterSet<ReassemblyCounter> counters) {
        long ends = counters.get(ReassemblyCounter.DELIVERED_BYTES)
                + counters.get(ReassemblyCounter.RETRANSMITTED_BYTES)
                + counters.get(ReassemblyCounter.MIRROR_COPY_BYTES)
                + counters.get(ReassemblyCounter.KEEP_ALIVE_BYTES)
                + counters.get(ReassemblyCounter.BEFORE_PICK_UP_BYTES)
                + counters.get(ReassemblyCounter.STRAY_BYTES)
                + counters.get(ReassemblyCounter.LEFT_OUT_BYTES);
        assertEquals(counters.get(ReassemblyCounter.PAYLOAD_BYTES), ends);
    }

    @Test
    void deliversTheStreamOnceHoweverItWasSent() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            String stream = text(random, 1 + random.nextInt(2000));
            int isn = seed % 2 == 0 ? -random.nextInt(2000) : random.nextInt();
            Transcript seen = new Transcript();
            FlowShard shard = new FlowShard(TcpSettings.defaults(), UdpSettings.defaults(), seen);
            packets.ipId(-1).flags("S").seq(isn - 1).tcp("");
            long nanos = 0;
            for (Piece piece : pieces(random, stream.length(), true)) {
                send(stream, isn, piece, nanos += random.nextInt(100_000));
            }
            packets.replay(shard::onPacket);
            if (seed % 3 == 0) {
                shard.onBlockEnd(nanos);
            }
            shard.onEndOfCapture(nanos);
            assertEquals(stream, seen.stream(0), "seed " + seed);
            assertEquals(0, seen.missing(0));
            assertSumsHold(shard.counters());
        }
    }

    @Test
    void putsTheStartTogetherWhenPickedUpInTheMiddle() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            String stream = text(random, 1 + random.nextInt(2000));
            int first = random.nextInt();
            Transcript seen = new Transcript();
            FlowShard shard = new FlowShard(TcpSettings.defaults(), UdpSettings.defaults(), seen);
            long nanos = 0;
            for (Piece piece : pieces(random, stream.length(), true)) {
                send(stream, first, piece, nanos += random.nextInt(20_000));
            }
            packets.replay(shard::onPacket);
            shard.onEndOfCapture(nanos);
            assertEquals(stream, seen.stream(0), "seed " + seed);
            assertSumsHold(shard.counters());
        }
    }

    @Test
    void accountsForEachByteWhenPacketsAreLost() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            String stream = text(random, 1 + random.nextInt(2000));
            int isn = random.nextInt();
            Transcript seen = new Transcript();
            FlowShard shard = new FlowShard(TcpSettings.defaults(), UdpSettings.defaults(), seen);
            packets.ipId(-1).flags("S").seq(isn - 1).tcp("");
            long nanos = 0;
            for (Piece piece : pieces(random, stream.length(), true)) {
                nanos += random.nextInt(50_000_000);
                if (random.nextInt(5) > 0) {
                    send(stream, isn, piece, nanos);
                }
                if (random.nextInt(20) == 0) {
                    packets.replay(shard::onPacket);
                    shard.onBlockEnd(nanos);
                }
            }
            packets.flags("FA").seq(isn + stream.length()).ipId(-1).tcp("");
            packets.replay(shard::onPacket);
            shard.onEndOfCapture(nanos);
            assertEquals(stream.length(), seen.stream(0).length() + seen.missing(0), "seed " + seed);
            assertTrue(seen.lines().contains("> fin"));
            assertSumsHold(shard.counters());
        }
    }

    @Test
    void keepsRequestsAndResponsesInTheirOrderWhenTheCaptureSwapsNeighbours() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            List<String> expected = new ArrayList<>();
            List<int[]> sent = new ArrayList<>();
            int[] position = {100, 200};
            for (int turn = 0; turn < 20; turn++) {
                int direction = turn % 2;
                int length = 2 + random.nextInt(5);
                sent.add(new int[] {direction, position[direction], position[1 - direction], length});
                position[direction] += length;
                expected.add((direction == 0 ? "> " : "< ") + "x".repeat(length));
            }
            expected.add("close END_OF_CAPTURE");
            for (int i = 0; i + 1 < sent.size(); i += 1 + random.nextInt(4)) {
                Collections.swap(sent, i, i + 1);
            }
            Transcript seen = new Transcript().ofBytesOnly();
            FlowShard shard = new FlowShard(TcpSettings.defaults(), UdpSettings.defaults(), seen);
            packets.ipId(-1).flags("S").seq(99).tcp("");
            packets.turn().flags("SA").seq(199).ack(100).tcp("");
            packets.turn().flags("A");
            int side = 0;
            long nanos = 0;
            for (int[] segment : sent) {
                if (segment[0] != side) {
                    packets.turn();
                    side = segment[0];
                }
                packets.at(nanos += 1000).seq(segment[1]).ack(segment[2]).tcp("x".repeat(segment[3]));
            }
            packets.replay(shard::onPacket);
            shard.onEndOfCapture(nanos);
            assertEquals(expected, seen.lines(), "seed " + seed);
        }
    }
}

package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.Transcript;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.table.FlowKey;
import io.wirepath.sniffer.CounterSet;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Segments that no TCP would send: bounds hold, sums hold, and every step ends. */
class HostileSegmentsTest {

    private static final long MILLISECOND = 1_000_000;

    private final CounterSet<ReassemblyCounter> counters = new CounterSet<>(ReassemblyCounter.class);
    private final FlowKey key = new FlowKey();

    private static TcpSettings tight(boolean ordered) {
        return new TcpSettings(
                8 << 10,
                4 << 10,
                3,
                50 * MILLISECOND,
                5 * MILLISECOND,
                5 * MILLISECOND,
                500,
                10 * MILLISECOND,
                10 * MILLISECOND,
                64,
                500 * MILLISECOND,
                100 * MILLISECOND,
                ordered);
    }

    private static void addRandomSegment(PacketBuilder packets, Random random, long nanos) {
        String[] flags = {"A", "A", "A", "PA", "PA", "S", "SA", "FA", "R", "", "SF", "FSRPA"};
        packets.from("10.0.0.1", 1000 + random.nextInt(5)).to("10.0.0.2", 80);
        if (random.nextBoolean()) {
            packets.turn();
        }
        int base = random.nextInt(30) == 0 ? random.nextInt() : -200;
        packets.at(nanos)
                .flags(flags[random.nextInt(flags.length)])
                .seq(base + random.nextInt(600))
                .ack(-200 + random.nextInt(random.nextInt(10) == 0 ? 100_000 : 700))
                .window(random.nextInt(3))
                .cut(random.nextInt(8) == 0 ? random.nextInt(300) : 0)
                .tcp(new byte[random.nextInt(3) == 0 ? 0 : random.nextInt(400)]);
    }

    @Test
    void keepsItsBoundsAndItsSums() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Transcript seen = new Transcript();
            TcpTracker tracker = new TcpTracker(tight(seed % 2 == 0), 1, seen.ofBytesOnly(), counters);
            PacketBuilder packets = new PacketBuilder();
            long nanos = 0;
            for (int block = 0; block < 10; block++) {
                for (int i = 0; i < 40; i++) {
                    nanos += random.nextInt(10) == 0 ? random.nextInt(200) * MILLISECOND : random.nextInt(100_000);
                    addRandomSegment(packets, random, nanos - random.nextInt(50_000));
                }
                packets.replay(packet -> {
                    take(tracker, packet);
                    assertTrue(tracker.heldBytes() <= 8 << 10, "held " + tracker.heldBytes());
                });
                tracker.onTime(nanos);
            }
            tracker.onEndOfCapture(nanos);
            assertEquals(0, tracker.heldBytes(), "seed " + seed);
        }
        assertEquals(counters.get(ReassemblyCounter.PAYLOAD_BYTES), accountedBytes());
        assertEquals(counters.get(ReassemblyCounter.CONNECTIONS), endedConnections());
        assertTrue(counters.get(ReassemblyCounter.HOLES_FOR_MEMORY) > 0);
        assertTrue(counters.get(ReassemblyCounter.EVICTED) > 0);
    }

    private void take(TcpTracker tracker, PacketView packet) {
        key.load(packet);
        tracker.onSegment(packet, key);
    }

    private long accountedBytes() {
        return counters.get(ReassemblyCounter.DELIVERED_BYTES)
                + counters.get(ReassemblyCounter.RETRANSMITTED_BYTES)
                + counters.get(ReassemblyCounter.MIRROR_COPY_BYTES)
                + counters.get(ReassemblyCounter.KEEP_ALIVE_BYTES)
                + counters.get(ReassemblyCounter.BEFORE_PICK_UP_BYTES)
                + counters.get(ReassemblyCounter.STRAY_BYTES)
                + counters.get(ReassemblyCounter.LEFT_OUT_BYTES);
    }

    private long endedConnections() {
        return counters.get(ReassemblyCounter.FINISHED)
                + counters.get(ReassemblyCounter.RESET)
                + counters.get(ReassemblyCounter.REUSED)
                + counters.get(ReassemblyCounter.IDLE)
                + counters.get(ReassemblyCounter.EVICTED)
                + counters.get(ReassemblyCounter.AT_END);
    }

    @Test
    void staysFastWhenSegmentsFillAStreamFromItsMiddle() {
        Transcript seen = new Transcript();
        TcpTracker tracker = new TcpTracker(TcpSettings.forStreams(), FlowShard.SHARDS, seen, counters);
        PacketBuilder packets = new PacketBuilder();
        packets.flags("S").seq(-1).tcp("").flags("A").replay(packet -> take(tracker, packet));
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            for (int i = 0; i < 8_000; i++) {
                int place = i % 2 == 0 ? 20_000 + i : 20_000 - i;
                packets.seq(2 * place).tcp("x");
                if (i % 1000 == 999) {
                    packets.replay(packet -> take(tracker, packet));
                }
            }
            tracker.onEndOfCapture(0);
        });
        assertEquals(8_000, seen.stream(0).length());
    }
}

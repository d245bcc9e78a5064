package io.wirepath.flows.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.tcp.TcpSettings;
import io.wirepath.flows.udp.UdpSettings;
import io.wirepath.sniffer.CounterSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/**
 * The fuzzer's target for reassembly: any segments and datagrams of a few conversations, in any order and at any time,
 * under tight bounds. Each byte's content follows from its sequence number, so that {@link ReassemblyLedger} knows what
 * must be delivered where; and both sums of {@link ReassemblyCounter} hold. Runs over the kept inputs in an ordinary
 * build, and searches for new ones with {@code JAZZER_FUZZ=1}.
 */
@Tag("slow")
class FlowShardFuzzTest {

    private static final long MILLISECOND = 1_000_000;
    private static final String[] FLAGS = {"A", "A", "PA", "S", "SA", "FA", "R", "", "SF", "FSRPA"};
    private static final int MAX_PACKETS = 200;

    /** Room for its packets is made once; what it says of a packet is set again for each. */
    private static final PacketBuilder PACKETS = new PacketBuilder();

    @FuzzTest(maxDuration = "90s")
    void anySegmentsAreDeliveredInOrderAndAccountedFor(FuzzedDataProvider data) {
        ReassemblyLedger ledger = new ReassemblyLedger();
        FlowShard shard = new FlowShard(tight(data.consumeBoolean()), datagrams(), ledger);
        PACKETS.next();
        long nanos = 0;
        for (int i = 0; i < MAX_PACKETS && data.remainingBytes() > 0; i++) {
            nanos += data.consumeInt(0, 255) * (data.consumeInt(0, 7) == 0 ? MILLISECOND : 1000);
            add(nanos, data);
            if (data.consumeInt(0, 15) == 0) {
                PACKETS.replay(shard::onPacket);
                shard.onBlockEnd(nanos);
            }
        }
        PACKETS.replay(shard::onPacket);
        shard.onEndOfCapture(nanos);
        check(shard.counters(), ledger);
    }

    private static void add(long nanos, FuzzedDataProvider data) {
        int client = 1000 + data.consumeInt(0, 4);
        if (data.consumeBoolean()) {
            PACKETS.from("10.0.0.1", client).to("10.0.0.2", 80);
        } else {
            PACKETS.from("10.0.0.2", 80).to("10.0.0.1", client);
        }
        PACKETS.at(nanos - data.consumeInt(0, 3) * 100_000L)
                .ipId(data.consumeInt(0, 300))
                .cut(data.consumeInt(0, 7) == 0 ? data.consumeInt(1, 300) : 0);
        int length = data.consumeInt(0, 2) == 0 ? 0 : data.consumeInt(1, 400);
        if (data.consumeInt(0, 15) == 0) {
            PACKETS.udp(new byte[length]);
            return;
        }
        String flags = data.pickValue(FLAGS);
        int sequence = data.consumeInt(0, 31) == 0 ? data.consumeInt() : data.consumeInt(-300, 600);
        int acknowledgment = data.consumeInt(0, 15) == 0 ? data.consumeInt() : data.consumeInt(-300, 700);
        PACKETS.flags(flags).seq(sequence).ack(acknowledgment).window(data.consumeInt(0, 2));
        PACKETS.tcp(ReassemblyLedger.contentFrom(sequence + (flags.indexOf('S') >= 0 ? 1 : 0), length));
    }

    private static void check(CounterSet<ReassemblyCounter> counters, ReassemblyLedger ledger) {
        assertEquals(
                counters.get(ReassemblyCounter.PAYLOAD_BYTES),
                sum(
                        counters,
                        ReassemblyCounter.DELIVERED_BYTES,
                        ReassemblyCounter.RETRANSMITTED_BYTES,
                        ReassemblyCounter.MIRROR_COPY_BYTES,
                        ReassemblyCounter.KEEP_ALIVE_BYTES,
                        ReassemblyCounter.BEFORE_PICK_UP_BYTES,
                        ReassemblyCounter.STRAY_BYTES,
                        ReassemblyCounter.LEFT_OUT_BYTES),
                "payload bytes");
        assertEquals(
                counters.get(ReassemblyCounter.CONNECTIONS),
                sum(
                        counters,
                        ReassemblyCounter.FINISHED,
                        ReassemblyCounter.RESET,
                        ReassemblyCounter.REUSED,
                        ReassemblyCounter.IDLE,
                        ReassemblyCounter.EVICTED,
                        ReassemblyCounter.AT_END),
                "connections");
        assertEquals(counters.get(ReassemblyCounter.DELIVERED_BYTES), ledger.deliveredBytes(), "delivered bytes");
        assertEquals(counters.get(ReassemblyCounter.MISSING_BYTES), ledger.missingBytes(), "missing bytes");
        assertEquals(0, ledger.open(), "connections that were not closed");
    }

    private static long sum(CounterSet<ReassemblyCounter> counters, ReassemblyCounter... parts) {
        return Stream.of(parts).mapToLong(counters::get).sum();
    }

    private static TcpSettings tight(boolean ordered) {
        return new TcpSettings(
                FlowShard.SHARDS * (8L << 10),
                4 << 10,
                FlowShard.SHARDS * 3,
                50 * MILLISECOND,
                5 * MILLISECOND,
                5 * MILLISECOND,
                500,
                10 * MILLISECOND,
                10 * MILLISECOND,
                FlowShard.SHARDS * 64,
                500 * MILLISECOND,
                100 * MILLISECOND,
                ordered);
    }

    private static UdpSettings datagrams() {
        return new UdpSettings(
                FlowShard.SHARDS * 3, 500 * MILLISECOND, 10 * MILLISECOND, 2 * MILLISECOND, FlowShard.SHARDS * 64);
    }
}

package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Connection;
import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.decode.PacketIndex;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.udp.UdpSettings;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReassemblyAllocationTest {

    private static final int CONNECTIONS = 50;
    private static final int ROUNDS = 40;

    /** Listens and keeps nothing. */
    private static final class Silent implements ConnectionListener {
        long bytes;

        @Override
        public void onOpen(Connection connection, long timeNanos) {}

        @Override
        public void onBytes(Connection connection, int direction, StreamBytes stretch) {
            bytes += stretch.length;
        }

        @Override
        public void onMissing(
                Connection connection,
                int direction,
                long streamOffset,
                long length,
                @Nullable SegmentContext cut,
                long timeNanos) {}

        @Override
        public void onRetransmission(Connection connection, int direction, int length, long timeNanos) {}

        @Override
        public void onMirrorCopy(Connection connection, int direction, long timeNanos) {}

        @Override
        public void onFin(Connection connection, int direction, long timeNanos) {}

        @Override
        public void onClose(Connection connection, CloseReason reason, long timeNanos) {}

        @Override
        public void onDatagram(Connection connection, int direction, StreamBytes stretch, int cut) {
            bytes += stretch.length;
        }

        @Override
        public void onTime(long nowNanos) {}
    }

    /** Connections that open, swap, repeat, lose and copy segments, and close; and a few datagrams. */
    private static PacketIndex traffic() {
        PacketBuilder packets = new PacketBuilder();
        byte[] payload = new byte[200];
        for (int c = 0; c < CONNECTIONS; c++) {
            packets.from("10.0.0.1", 2000 + c).to("10.0.0.2", 80).atMillis(c);
            packets.flags("S").seq(99).tcp("");
            packets.turn().flags("SA").seq(499).ack(100).tcp("");
            packets.turn().flags("A").ack(500);
            packets.seq(300)
                    .tcp(payload)
                    .seq(100)
                    .tcp(payload)
                    .ipId(7)
                    .seq(500)
                    .tcp(payload)
                    .tcp(payload);
            packets.ipId(-1).seq(300).tcp(payload).seq(900).tcp(payload);
            packets.turn().seq(500).ack(1100).tcp(payload).flags("FA").seq(700).tcp("");
            packets.turn().flags("FA").seq(1100).ack(701).tcp("");
            packets.from("10.0.0.3", 3000 + c)
                    .to("10.0.0.4", 53)
                    .udp(payload)
                    .turn()
                    .udp(payload);
        }
        return packets.index();
    }

    @Test
    void allocatesNothingForPacketsOnceThePoolsHaveGrown() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Silent listener = new Silent();
        FlowShard shard = new FlowShard(TcpSettings.defaults(), UdpSettings.defaults(), listener);
        PacketIndex index = traffic();
        PacketView view = new PacketView();
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 5; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < index.count(); i++) {
                    shard.onPacket(view.wrap(index, i));
                }
                shard.onBlockEnd(1_000_000_000L * round);
                shard.onEndOfCapture(1_000_000_000L * round);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        int packets = index.count() * ROUNDS;
        assertTrue(listener.bytes > 0);
        assertTrue(least < packets / 100, least + " bytes for " + packets + " packets");
    }
}

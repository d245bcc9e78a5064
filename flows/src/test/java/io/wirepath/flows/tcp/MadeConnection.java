package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.Transcript;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.udp.UdpSettings;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/**
 * A connection that tests make segment by segment: client 10.0.0.1:1000, first byte 101; server 10.0.0.2:80, first byte
 * 501.
 */
abstract class MadeConnection {

    final PacketBuilder packets = new PacketBuilder();
    final Transcript seen = new Transcript();
    FlowShard shard = new FlowShard(TcpSettings.defaults(), UdpSettings.defaults(), seen);
    double millis;

    @BeforeEach
    void startAtZero() {
        millis = 0;
    }

    final PacketBuilder client(int sequence, int acknowledgment) {
        return packets.from("10.0.0.1", 1000)
                .to("10.0.0.2", 80)
                .flags("A")
                .seq(sequence)
                .ack(acknowledgment)
                .atMillis(millis += 0.1);
    }

    final PacketBuilder server(int sequence, int acknowledgment) {
        return packets.from("10.0.0.2", 80)
                .to("10.0.0.1", 1000)
                .flags("A")
                .seq(sequence)
                .ack(acknowledgment)
                .atMillis(millis += 0.1);
    }

    final void handshake() {
        client(100, 0).flags("S").tcp("");
        server(500, 101).flags("SA").tcp("");
        client(101, 501).tcp("");
    }

    final void expect(String... lines) {
        packets.replay(shard::onPacket);
        shard.onEndOfCapture((long) (millis * 1e6));
        assertEquals(List.of(lines), seen.lines());
    }

    final long count(ReassemblyCounter counter) {
        return shard.counters().get(counter);
    }

    final void later(double moreMillis) {
        packets.replay(shard::onPacket);
        millis += moreMillis;
        shard.onBlockEnd((long) (millis * 1e6));
    }
}

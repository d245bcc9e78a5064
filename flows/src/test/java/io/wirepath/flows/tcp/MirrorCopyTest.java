package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.Transcript;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.udp.UdpSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class MirrorCopyTest {

    private final PacketBuilder packets = new PacketBuilder();
    private final Transcript seen = new Transcript();
    private final FlowShard shard = new FlowShard(TcpSettings.defaults(), UdpSettings.defaults(), seen);

    private void expect(String... lines) {
        packets.replay(shard::onPacket);
        shard.onEndOfCapture(0);
        assertEquals(List.of(lines), seen.lines());
    }

    private long count(ReassemblyCounter counter) {
        return shard.counters().get(counter);
    }

    @Test
    void tellsACopyFromARetransmissionByIdentification() {
        packets.flags("S").seq(100).tcp("");
        packets.flags("A").seq(101).ipId(7).atMillis(1).tcp("ab");
        packets.atMillis(1.001).tcp("ab");
        packets.ipId(8).atMillis(1.002).tcp("ab");
        expect("open 1000", "> ab", "> copy", "> again 2", "close END_OF_CAPTURE");
    }

    @Test
    void takesNoPacketWithOtherBytesForACopyOfOneThatIsHeld() {
        packets.flags("S").seq(100).tcp("");
        packets.flags("A").seq(103).ipId(7).atMillis(1).tcp("good");
        packets.atMillis(1.1).tcp("good");
        packets.atMillis(1.2).tcp("evil");
        packets.seq(101).ipId(8).atMillis(1.3).tcp("ab");
        expect("open 1000", "> copy", "> again 4", "> ab", "> good", "close END_OF_CAPTURE");
        assertEquals(1, count(ReassemblyCounter.MIRROR_COPIES));
        assertEquals(1, count(ReassemblyCounter.OVERLAP_CONFLICTS));
    }

    @Test
    void recognisesACopyAcrossARouterTensOfMillisecondsLaterWithOthersBetween() {
        packets.flags("S").seq(100).ipId(1).tcp("");
        packets.flags("A").seq(101).ipId(7).ttl(64).atMillis(1).tcp("ab");
        for (int i = 0; i < 50; i++) {
            packets.seq(103 + i).ipId(8 + i).atMillis(1.1 + i / 100.0).tcp("x");
        }
        packets.seq(101).ipId(7).ttl(63).vlan(20).atMillis(24).tcp("ab");
        packets.replay(shard::onPacket);
        assertEquals(1, count(ReassemblyCounter.MIRROR_COPIES));
        assertEquals(0, count(ReassemblyCounter.RETRANSMITTED_SEGMENTS));
    }

    @Test
    void countsEveryCopyOfSynFinAndBareAcknowledgments() {
        for (int copy = 0; copy < 3; copy++) {
            packets.at(copy).flags("S").seq(100).ipId(1).tcp("");
        }
        for (int copy = 0; copy < 2; copy++) {
            packets.at(10 + copy).flags("A").seq(101).ipId(2).tcp("");
        }
        for (int copy = 0; copy < 2; copy++) {
            packets.at(20 + copy).flags("FA").seq(101).ipId(3).tcp("");
        }
        packets.replay(shard::onPacket);
        assertEquals(4, count(ReassemblyCounter.MIRROR_COPIES));
        assertEquals(0, count(ReassemblyCounter.SYN_RETRANSMISSIONS));
        assertEquals(1, count(ReassemblyCounter.CONNECTIONS));
    }

    @Test
    void takesAnEqualSegmentMuchLaterForARetransmission() {
        packets.flags("S").seq(100).tcp("");
        packets.flags("A").seq(101).ipId(7).atMillis(1).tcp("ab");
        packets.atMillis(400).tcp("ab");
        expect("open 1000", "> ab", "> again 2", "close END_OF_CAPTURE");
    }

    @Test
    void recognisesCopiesOfPacketsWithoutIdentification() {
        packets.from("2001:db8::1", 1000).to("2001:db8::2", 80);
        packets.flags("S").seq(100).tcp("");
        packets.flags("A").seq(101).atMillis(1).tcp("ab");
        packets.atMillis(1.001).tcp("ab");
        packets.atMillis(300).tcp("ab");
        expect("open 1000", "> ab", "> copy", "> again 2", "close END_OF_CAPTURE");
    }

    @Test
    void doesNotTakeTheOtherDirectionForACopy() {
        packets.from("10.0.0.1", 80).to("10.0.0.2", 80).flags("A").seq(1).ack(1).ipId(5);
        packets.tcp("ab").turn().tcp("ab");
        packets.replay(shard::onPacket);
        assertEquals(0, count(ReassemblyCounter.MIRROR_COPIES));
    }
}

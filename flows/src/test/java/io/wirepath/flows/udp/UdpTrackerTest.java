package io.wirepath.flows.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.PacketBuilder.Sums;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.Transcript;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.tcp.TcpSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class UdpTrackerTest {

    private final PacketBuilder packets = new PacketBuilder();
    private final Transcript seen = new Transcript();
    private final FlowShard shard = new FlowShard(TcpSettings.defaults(), UdpSettings.defaults(), seen);

    private void expect(String... lines) {
        packets.replay(shard::onPacket);
        shard.onEndOfCapture(0);
        assertEquals(List.of(lines), seen.lines());
    }

    @Test
    void keepsBothDirectionsOfAConversationTogether() {
        packets.udp("query").turn().udp("answer");
        expect("open 1000", "> query", "< answer", "close END_OF_CAPTURE");
    }

    @Test
    void dropsMirrorCopiesAndKeepsRepetitions() {
        packets.ipId(7).atMillis(1).udp("query").atMillis(24).ttl(63).udp("query");
        packets.ipId(8).atMillis(25).udp("query");
        expect("open 1000", "> query", "> copy", "> query", "close END_OF_CAPTURE");
        assertEquals(1, shard.counters().get(ReassemblyCounter.MIRROR_COPIES));
    }

    @Test
    void tellsDatagramsWithTheSameIdentificationByTheirBytes() {
        String front = "x".repeat(200);
        packets.ipId(7).udp(front + "a").udp(front + "b");
        expect("open 1000", "> " + front + "a", "> " + front + "b", "close END_OF_CAPTURE");
    }

    @Test
    void endsAConversationThatWasSilent() {
        packets.atMillis(1).udp("a").atMillis(200_000).udp("b");
        expect("open 1000", "> a", "close IDLE", "open 1000", "> b", "close END_OF_CAPTURE");
    }

    @Test
    void reportsWhatTheSnapshotLengthCutOff() {
        packets.cut(10).udp("abc");
        expect("open 1000", "> abc cut 10", "close END_OF_CAPTURE");
    }

    @Test
    void keepsScopesApart() {
        packets.scope(1).udp("a").scope(2).udp("b");
        expect("open 1000", "> a", "open 1000", "> b", "close END_OF_CAPTURE", "close END_OF_CAPTURE");
    }

    /** From a sender whose other checksums are right; what its network card has yet to fill in is no error. */
    @Test
    void leavesOutDatagramsWithAWrongChecksum() {
        packets.sums(Sums.RIGHT)
                .udp("a")
                .udp("b")
                .sums(Sums.WRONG)
                .udp("decoy")
                .sums(Sums.PARTIAL)
                .udp("c");
        expect("open 1000", "> a", "> b", "> c", "close END_OF_CAPTURE");
        assertEquals(5, shard.counters().get(ReassemblyCounter.LEFT_OUT_BYTES));
    }

    @Test
    void takesAllDatagramsOfASenderWithoutRightChecksums() {
        packets.sums(Sums.WRONG).udp("a").udp("b").udp("c");
        expect("open 1000", "> a", "> b", "> c", "close END_OF_CAPTURE");
    }
}

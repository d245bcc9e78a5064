package io.wirepath.flows.decode;

import static io.wirepath.flows.decode.Packets.ETHERNET;
import static io.wirepath.flows.decode.Packets.bytes;
import static io.wirepath.flows.decode.Packets.ethernet;
import static io.wirepath.flows.decode.Packets.ipv4;
import static io.wirepath.flows.decode.Packets.ipv6;
import static io.wirepath.flows.decode.Packets.tcp;
import static io.wirepath.flows.decode.Packets.tunnel;
import static io.wirepath.flows.decode.Packets.udp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.wirepath.sniffer.FrameBlock;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** The straight-line way of plain frames, and that no way allocates. */
class PlainFramesTest {

    private static final String PLAIN = ethernet(0x0800, ipv4(6, tcp("data")));
    private static final String TAGGED = Packets.MACS + "8100 0001 0800" + Packets.TCP_IN_IPV4;

    @Test
    void theStraightWayAndTheLayersGiveTheSameEntry() {
        PacketIndex straight = Decoded.of(ETHERNET, PLAIN).index();
        PacketIndex layers = Decoded.of(Packets.RAW, ipv4(6, tcp("data"))).index();

        assertEquals(layers.ipOffset(0) + 14, straight.ipOffset(0));
        assertEquals(layers.transportOffset(0) + 14, straight.transportOffset(0));
        assertEquals(layers.payloadOffset(0) + 14, straight.payloadOffset(0));
        assertEquals(layers.payloadLength(0), straight.payloadLength(0));
        assertEquals(layers.payloadCut(0), straight.payloadCut(0));
        assertEquals(layers.shard(0), straight.shard(0));
        assertEquals(layers.scope(0), straight.scope(0));
        assertEquals(layers.vlan(0), straight.vlan(0));
        assertEquals(layers.transport(0), straight.transport(0));
    }

    @Test
    void bothDirectionsGoToOneShard() {
        String there = ipv4(6, "03e8 0050" + tcp("").substring(9));
        String back = there.replace("0a000001 0a000002", "0a000002 0a000001").replace("03e8 0050", "0050 03e8");

        assertEquals(
                Decoded.of(Packets.RAW, there).index().shard(0),
                Decoded.of(Packets.RAW, back).index().shard(0));
    }

    @Test
    void connectionsSpreadOverAllShards() {
        int[] connections = new int[16];
        for (int port = 0; port < 16_000; port++) {
            connections[
                    FlowHash.shard(FlowHash.connection(
                            0,
                            PacketView.mapped(0x0a000001),
                            30_000 + port,
                            0,
                            PacketView.mapped(0x0a000002),
                            80,
                            0))]++;
        }
        for (int shard : connections) {
            assertTrue(shard > 800 && shard < 1200, "one of " + shard);
        }
    }

    @Test
    void nothingIsAllocatedForAFrame() {
        FrameBlock block = new FrameBlock(1 << 20);
        block.reset(1);
        int at = 0;
        for (int i = 0; i < 4000; i++) {
            byte[] frame = bytes(
                    switch (i % 5) {
                        case 0 -> TAGGED;
                        case 1 -> ethernet(0x86dd, ipv6(6, tcp("data")));
                        case 2 -> ethernet(0x0800, ipv4(17, udp(53, "00")));
                        case 3 -> tunnel(4789, "08000000 00000100" + PLAIN);
                        default -> PLAIN;
                    });
            block.bytes().put(at, frame);
            block.add(1, at, frame.length, frame.length, ETHERNET);
            at += frame.length;
        }
        PacketDecoder decoder = new PacketDecoder(DecodeSettings.defaults());
        PacketIndex index = new PacketIndex(block);
        decoder.decode(block, index);
        long allocated = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 5; attempt++) {
            allocated = Math.min(allocated, allocatedBy(() -> decoder.decode(block, index)));
        }
        assertEquals(0, allocated, "bytes for 4000 frames");
    }

    private static long allocatedBy(Runnable work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}

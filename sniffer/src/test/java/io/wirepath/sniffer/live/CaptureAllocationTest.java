package io.wirepath.sniffer.live;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.live.lab.Lab;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The kernel's ring allocates nothing for a frame. */
class CaptureAllocationTest {

    private static final int FRAMES = 20_000;

    @Test
    void nothingIsAllocatedForAFrame() throws IOException {
        try (Lab lab = Lab.open("tcpreplay")) {
            String peer = lab.namespace("peer");
            String ours = lab.link("p");
            lab.pair(ours, "", "p0", peer);
            MadeFrames frames = new MadeFrames();
            for (int i = 0; i < FRAMES; i++) {
                frames.udp(i % 2 == 0 ? "" : "81000005", "10.1.0.1", "10.2.0.1", 9, new byte[100]);
            }
            Path file = frames.write(lab.folder().resolve("many.pcap"));
            LiveSettings settings = LiveSettings.of(ours)
                    .way(CaptureWay.AFPACKET)
                    .filter("udp port 9 or (vlan and udp port 9)")
                    .build();
            try (LivePort port = LivePorts.open(settings)) {
                FrameBlock[] blocks = {grown(), grown(), grown()};
                take(port, blocks, lab.start(peer, "", "tcpreplay", "-i", "p0", "--mbps=400", file.toString()));
                Process replay = lab.start(peer, "", "tcpreplay", "-i", "p0", "--mbps=400", file.toString());

                long allocated = take(port, blocks, replay);

                assertTrue(allocated < FRAMES, () -> allocated + " bytes were allocated for " + FRAMES + " frames");
            }
        }
    }

    /**
     * A block with room for all frames at once: a burst after a pause, when the machine was busy, makes no table grow.
     */
    private static FrameBlock grown() {
        FrameBlock block = new FrameBlock(1 << 20);
        for (int i = 0; i < FRAMES; i++) {
            block.add(0, 0, 0, 0, 0);
        }
        block.reset(1);
        return block;
    }

    /** Takes all that is sent; gives the bytes that this thread allocated for it. */
    private static long take(LivePort port, FrameBlock[] blocks, Process replay) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long deadline = System.nanoTime() + 20_000_000_000L;
        long wanted = port.progress().frames() + FRAMES;
        long given = port.progress().frames();
        int turn = 0;
        long before = threads.getThreadAllocatedBytes(id);
        while (given < wanted && System.nanoTime() - deadline < 0) {
            port.fill(blocks[turn]);
            given += blocks[turn].count();
            turn = (turn + 1) % blocks.length;
        }
        long allocated = threads.getThreadAllocatedBytes(id) - before;
        assertTrue(given >= wanted, () -> port.facts().way() + " gave too few frames; " + port.statistics());
        Lab.stop(replay);
        return allocated;
    }
}

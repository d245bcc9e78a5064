package io.wirepath.sniffer.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.sniffer.live.lab.Lab;
import io.wirepath.sniffer.live.lab.MirroredNet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Real traffic over a bridge with a mirror port, captured by both ways and by tcpdump at the same time. */
class LiveCaptureTest {

    @Test
    void everyWayGivesTheFramesThatTcpdumpGivesOfRealTrafficAtAMirrorPort() throws IOException {
        try (Lab lab = Lab.open("tcpdump", "nginx", "redis-server", "dnsmasq")) {
            MirroredNet net = new MirroredNet(lab);
            List<String> ready = net.startServers();
            Path file = lab.folder().resolve("tcpdump.pcap");
            Process tcpdump = net.tcpdump(file);
            List<PortReader> readers = new ArrayList<>();
            for (CaptureWay way : List.of(CaptureWay.AFPACKET, CaptureWay.LIBPCAP)) {
                readers.add(new PortReader(
                        LivePorts.open(LiveSettings.of(net.mirror()).way(way).build())));
            }

            net.mark("wirepath-begin");
            ready.forEach(net::ask);
            net.mark("wirepath-end");

            for (PortReader reader : readers) {
                reader.await(Taken::isEnd, "the mark of the end");
                reader.stop();
            }
            Lab.await(() -> hasEnd(file), () -> "tcpdump did not see the end");
            Lab.stop(tcpdump);

            List<Taken> wanted = Taken.betweenMarks(Taken.of(file));
            assertTrue(wanted.size() > 30, () -> "only " + wanted.size() + " frames passed");
            assertTrue(wanted.stream().anyMatch(frame -> frame.originalLength() > 10_000), "no giant segment passed");
            for (PortReader reader : readers) {
                assertSame(
                        wanted,
                        Taken.betweenMarks(reader.frames()),
                        reader.port().facts().way());
                PortStatistics statistics = reader.port().statistics();
                assertEquals(0, statistics.lost(), statistics::toString);
                assertEquals(reader.frames().size(), statistics.offered(), statistics::toString);
                reader.close();
            }
        }
    }

    /**
     * Bytes, lengths and link types are equal, in order of each sender: two sockets may disagree about the order of
     * frames that the kernel hands over on two processors at one moment. Times are equal as far as they can be, for
     * each socket has its own look at the clock: a few microseconds apart, or more where the processor was taken away
     * in between.
     */
    static void assertSame(List<Taken> wanted, List<Taken> frames, CaptureWay way) {
        List<Taken> expected = bySender(wanted);
        List<Taken> actual = bySender(frames);
        int count = Math.min(expected.size(), actual.size());
        long[] apart = new long[count];
        for (int i = 0; i < count; i++) {
            assertEquals(expected.get(i).untimed(), actual.get(i).untimed(), way + ", frame " + i);
            apart[i] = Math.abs(expected.get(i).timeNanos() - actual.get(i).timeNanos());
        }
        assertEquals(wanted.size(), frames.size(), way.name());
        Arrays.sort(apart);
        assertTrue(apart[count / 2] < 100_000, () -> way + ": times are " + apart[count / 2] + " ns apart");
        assertTrue(apart[count - 1] < 100_000_000, () -> way + ": times are " + apart[count - 1] + " ns apart");
    }

    private static List<Taken> bySender(List<Taken> frames) {
        return frames.stream().sorted(Comparator.comparing(Taken::sender)).toList();
    }

    private static boolean hasEnd(Path file) {
        try {
            return Files.size(file) > 24 && Taken.of(file).stream().anyMatch(Taken::isEnd);
        } catch (IOException e) {
            return false;
        }
    }
}

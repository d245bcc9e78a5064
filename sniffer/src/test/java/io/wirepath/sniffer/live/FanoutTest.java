package io.wirepath.sniffer.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.live.lab.Lab;
import io.wirepath.sniffer.live.lab.MirroredNet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Real connections of many hosts, shared out among several ports by the kernel. */
class FanoutTest {

    private static final int WORKERS = 3;
    private static final int CLIENTS = 12;

    @Test
    void bothDirectionsAndAllFragmentsOfAConnectionGoToOnePort() throws IOException {
        try (Lab lab = Lab.open()) {
            MirroredNet net = new MirroredNet(lab);
            net.addClients(CLIENTS);
            lab.start(net.server(), "serving", Lab.java(LabPeer.class, "serve", "10.77.0.2", "fd77::2"));
            // frames that go out are seen as frames that come in are: so capture at both ends of the mirror's cable
            try (Group mirror = new Group(net.mirror())) {
                for (String server : List.of("10.77.0.2", "fd77::2")) {
                    String[] ask = Lab.java(LabPeer.class, "ask-from", server, Integer.toString(CLIENTS), "9000");
                    lab.in(net.client(), ask);
                }
                net.mark("wirepath-end");
                mirror.awaitEnd();

                assertEquals(List.of(), mirror.split(), "connections seen by several ports");
                assertTrue(mirror.pairs() >= 2 * CLIENTS, () -> mirror.pairs() + " pairs of hosts");
                assertTrue(mirror.fragments() > 4 * CLIENTS, () -> mirror.fragments() + " fragments");
                assertTrue(mirror.busyPorts() > 1, "one port has got all");
            }
        }
    }

    @Test
    void tagsMakeNoDifference() throws IOException {
        try (Lab lab = Lab.open("tcpreplay")) {
            String peer = lab.namespace("peer");
            String ours = lab.link("p");
            lab.pair(ours, "", "p0", peer);
            MadeFrames frames = new MadeFrames();
            for (int host = 1; host <= 20; host++) {
                for (String tags : List.of("", "81000005", "88a80006" + "81000007", "81000005" + "81000007")) {
                    frames.udp(tags, "10.1.0." + host, "10.2.0.1", 9, new byte[30]);
                    frames.udp(tags, "10.2.0.1", "10.1.0." + host, 9, new byte[30]);
                }
            }
            try (Group group = new Group(ours)) {
                replay(lab, peer, frames);
                group.awaitEnd();

                assertEquals(161, group.frames());
                assertEquals(List.of(), group.split(), "pairs of hosts seen by several ports");
                assertEquals(20, group.pairs());
                assertTrue(group.busyPorts() > 1, "one port has got all");
            }
        }
    }

    @Test
    void noFrameIsSeenTwiceOrNotAtAll() throws IOException {
        try (Lab lab = Lab.open("tcpreplay")) {
            String peer = lab.namespace("peer");
            String ours = lab.link("p");
            lab.pair(ours, "", "p0", peer);
            MadeFrames frames = new MadeFrames();
            for (int i = 0; i < 2000; i++) {
                frames.udp("", "10.1.%d.%d".formatted(i / 200, i % 200), "10.2.0.1", 9, new byte[30]);
            }
            try (Group group = new Group(ours)) {
                replay(lab, peer, frames);
                group.awaitEnd();
                assertEquals(2001, group.frames());
                assertEquals(2000, group.pairs());
                assertEquals(WORKERS, group.busyPorts());
            }
        }
    }

    /** Sends frames, and then the mark that ends the capture. */
    private static void replay(Lab lab, String namespace, MadeFrames frames) throws IOException {
        frames.udp("", "10.1.0.1", "10.2.0.1", 9, "wirepath-end".getBytes(StandardCharsets.US_ASCII));
        Path capture = frames.write(lab.folder().resolve("f.pcap"));
        lab.in(namespace, "tcpreplay", "-i", "p0", capture.toString());
    }

    @Test
    void onlyTheKernelCanShareOut() throws IOException {
        try (Lab lab = Lab.open()) {
            String ours = lab.link("p");
            lab.pair(ours, "", "p0", lab.namespace("peer"));
            LiveSettings settings =
                    LiveSettings.of(ours).way(CaptureWay.LIBPCAP).workers(2).build();
            assertThrows(CaptureException.class, () -> LivePorts.openAll(settings, notice -> {}));
        }
    }

    /** The ports of a group, each read by a thread. */
    private static final class Group implements AutoCloseable {

        private final List<PortReader> readers = new ArrayList<>();
        private final Map<Set<String>, Set<Integer>> portsOfPair = new HashMap<>();
        private final Set<Integer> busy = new HashSet<>();
        private int fragments;
        private int frames;

        Group(String interfaceName) throws CaptureException {
            LiveSettings settings = LiveSettings.of(interfaceName)
                    .workers(WORKERS)
                    .bufferBytes(8 << 20)
                    .build();
            for (LivePort port : LivePorts.openAll(settings, notice -> {})) {
                readers.add(new PortReader(port));
            }
        }

        void awaitEnd() {
            Lab.await(() -> readers.stream().anyMatch(reader -> reader.has(Taken::isEnd)), () -> "no end is seen");
            for (int port = 0; port < readers.size(); port++) {
                for (Taken frame : readers.get(port).stop()) {
                    count(port, frame.hex());
                }
            }
        }

        private void count(int port, String hex) {
            int at = 24;
            while (hex.startsWith("8100", at) || hex.startsWith("88a8", at)) {
                at += 8;
            }
            int ip = at + 4;
            String source;
            String destination;
            if (hex.startsWith("0800", at)) {
                source = hex.substring(ip + 24, ip + 32);
                destination = hex.substring(ip + 32, ip + 40);
                fragments += (Integer.parseInt(hex.substring(ip + 12, ip + 16), 16) & 0x3fff) != 0 ? 1 : 0;
            } else if (hex.startsWith("86dd", at)) {
                source = hex.substring(ip + 16, ip + 48);
                destination = hex.substring(ip + 48, ip + 80);
                fragments += hex.startsWith("2c", ip + 12) ? 1 : 0;
            } else {
                return;
            }
            if (destination.startsWith("ff")) {
                // a host that tells its groups
                return;
            }
            frames++;
            busy.add(port);
            portsOfPair
                    .computeIfAbsent(new HashSet<>(List.of(source, destination)), pair -> new HashSet<>())
                    .add(port);
        }

        List<Set<String>> split() {
            return portsOfPair.entrySet().stream()
                    .filter(pair -> pair.getValue().size() > 1)
                    .map(Map.Entry::getKey)
                    .toList();
        }

        int pairs() {
            return portsOfPair.size();
        }

        int fragments() {
            return fragments;
        }

        int frames() {
            return frames;
        }

        int busyPorts() {
            return busy.size();
        }

        @Override
        public void close() throws IOException {
            for (PortReader reader : readers) {
                reader.close();
            }
        }
    }
}

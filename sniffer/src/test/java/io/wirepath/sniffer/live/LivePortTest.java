package io.wirepath.sniffer.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.sniffer.CaptureCounter;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.live.lab.Lab;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What every way of capture does, on a pair of interfaces of which one is ours. */
class LivePortTest {

    private final Lab lab = Lab.open("bash", "tcpreplay");
    private final List<String> notices = new CopyOnWriteArrayList<>();
    private String peer = "";
    private String ours = "";

    @BeforeEach
    void connect() {
        peer = lab.namespace("peer");
        ours = lab.link("p");
        lab.pair(ours, "", "p0", peer);
        lab.address(peer, "p0", "10.78.0.1/24");
        lab.address(peer, "p0", "fd78::1/64");
        // the address that the peer talks to is nowhere: what it sends is for another host, as at a mirror port
        lab.in(peer, "ip", "neighbour", "add", "10.78.0.2", "lladdr", "02:00:00:00:00:02", "dev", "p0");
        lab.in(peer, "ip", "neighbour", "add", "fd78::2", "lladdr", "02:00:00:00:00:02", "dev", "p0");
    }

    @AfterEach
    void remove() {
        lab.close();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void aFilterLetsThroughWhatItSaysAndCanBeChangedWhileRunning(CaptureWay way) throws IOException {
        try (PortReader reader = open(settings(way).filter("udp port 9"))) {
            send(8, "unwanted");
            send(9, "wanted-1");
            reader.await(ends("wanted-1"), "of the first filter");

            reader.port().setFilter("udp port 8");
            // until the thread that reads has changed it
            Lab.await(
                    () -> {
                        send(8, "probe");
                        return reader.has(ends("probe"));
                    },
                    () -> "the filter does not change");
            send(9, "unwanted");
            send(8, "wanted-2");
            reader.await(ends("wanted-2"), "of the second filter");

            reader.port().setFilter("");
            Lab.await(
                    () -> {
                        send(7, "any");
                        return reader.has(ends("any"));
                    },
                    () -> "the filter does not go");
            assertFalse(reader.has(ends("unwanted")));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void aWrongFilterIsRefusedWithTheReasonAndTheFormerStays(CaptureWay way) throws IOException {
        CaptureException refused = assertThrows(
                CaptureException.class,
                () -> LivePorts.open(settings(way).filter("tcp prot 80").build()));
        assertTrue(
                String.valueOf(refused.getMessage()).matches(".*the filter 'tcp prot 80' is wrong .*syntax error.*"),
                refused::getMessage);
        try (PortReader reader = open(settings(way).filter("udp port 9"))) {
            assertThrows(CaptureException.class, () -> reader.port().setFilter("nonsense and"));
            send(8, "unwanted");
            send(9, "wanted");
            reader.await(ends("wanted"), "of the filter");
            assertFalse(reader.has(ends("unwanted")));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void framesAreCutAtTheSnapshotLengthAndKeepTheirLength(CaptureWay way) throws IOException {
        try (PortReader reader = open(settings(way).snaplenBytes(60).filter("udp"))) {
            send(9, "x".repeat(500));
            reader.await(frame -> frame.originalLength() == 542, "of 542 bytes");
            assertTrue(reader.frames().stream().allMatch(frame -> frame.hex().length() == 120));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void tagsOfVirtualNetworksAreWhereTheyWere(CaptureWay way) throws IOException {
        try (PortReader reader = open(settings(way))) {
            pass("81000005", "tag-5");
            pass("88a80006", "tag-6");
            pass("88a80006" + "81000007", "tag-67");
            pass("8100e064", "priority");
            for (String payload : List.of("tag-5", "tag-6", "tag-67", "priority")) {
                reader.await(ends(payload), payload);
            }
            assertEquals("81000005" + "0800", tagsOf(reader, "tag-5", 6));
            assertEquals("88a80006" + "0800", tagsOf(reader, "tag-6", 6));
            assertEquals("88a80006" + "81000007" + "0800", tagsOf(reader, "tag-67", 10));
            assertEquals("8100e064" + "0800", tagsOf(reader, "priority", 6));
        }
    }

    private static String tagsOf(PortReader reader, String payload, int bytes) {
        Taken frame = reader.frames().stream().filter(ends(payload)).findFirst().orElseThrow();
        assertEquals(frame.hex().length() / 2, frame.originalLength());
        assertEquals("020000000002" + "020000000001", frame.hex().substring(0, 24));
        return frame.hex().substring(24, 24 + 2 * bytes);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void aFilterSeesTagsThatTheKernelTookOut(CaptureWay way) throws IOException {
        try (PortReader reader = open(settings(way).filter("vlan 5 and udp port 9"))) {
            pass("", "untagged");
            pass("81000004", "another");
            pass("81000005", "tagged");
            reader.await(ends("tagged"), "of the virtual network");
            assertFalse(reader.has(ends("untagged")));
            assertFalse(reader.has(ends("another")));
        }
    }

    /** Lets a frame pass as it is, with these tags. */
    private void pass(String tags, String payload) throws IOException {
        MadeFrames frames = new MadeFrames();
        frames.udp(tags, "10.78.0.1", "10.78.0.2", 9, payload.getBytes(StandardCharsets.US_ASCII));
        lab.in(
                peer,
                "tcpreplay",
                "-i",
                "p0",
                frames.write(lab.folder().resolve("pass.pcap")).toString());
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void theDirectionIsSeenFromThisHost(CaptureWay way) throws IOException {
        lab.run("ip", "address", "add", "10.78.0.3/24", "dev", ours);
        try (PortReader in = open(settings(way).direction(Direction.IN).filter("udp"));
                PortReader out = open(settings(way).direction(Direction.OUT).filter("udp"))) {
            send(9, "comes-in");
            lab.run("ip", "neighbour", "add", "10.78.0.1", "lladdr", "02:00:00:00:00:01", "dev", ours);
            lab.run("bash", "-c", "printf goes-out > /dev/udp/10.78.0.1/9");
            in.await(ends("comes-in"), "coming in");
            out.await(ends("goes-out"), "going out");
            assertFalse(in.has(ends("goes-out")));
            assertFalse(out.has(ends("comes-in")));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void onTheLoopbackEachFrameIsSeenOnce(CaptureWay way) throws IOException {
        String payload = "loop-" + way + "-" + System.nanoTime();
        try (PortReader reader = open(LiveSettings.of("lo").way(way).filter("udp port 9"))) {
            lab.run("bash", "-c", "printf " + payload + " > /dev/udp/127.0.0.1/9");
            reader.await(ends(payload), "mine");
            List<Taken> all = reader.stop();
            assertEquals(1, all.stream().filter(ends(payload)).count());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void whatCameBeforeTheStopIsGivenOut(CaptureWay way) throws IOException {
        for (int round = 0; round < 3; round++) {
            try (PortReader reader = open(settings(way).filter("udp port 9"))) {
                lab.in(peer, "bash", "-c", "for i in {1..200}; do printf \"n$i\" > /dev/udp/10.78.0.2/9; done");
                List<Taken> all = reader.stop();
                assertEquals(200, all.size());
                assertEquals(200, reader.port().progress().frames());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void whileNothingPassesEmptyBlocksTellTheTime(CaptureWay way) throws IOException {
        long before = System.currentTimeMillis() * 1_000_000;
        try (PortReader reader = open(settings(way).filter("udp port 9"))) {
            Lab.await(() -> reader.port().completeUntilNanos() > before, () -> "no time is told");
            assertTrue(reader.empties() > 0);
            assertEquals(List.of(), reader.frames());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void anInterfaceThatGoesDownOrVanishesIsWaitedFor(CaptureWay way) throws IOException {
        try (PortReader reader = open(settings(way).filter("udp port 9"))) {
            send(9, "before");
            reader.await(ends("before"), "from before");

            lab.run("ip", "link", "set", ours, "down");
            Lab.await(() -> !notices.isEmpty(), () -> "nothing is said");
            lab.run("ip", "link", "set", ours, "up");
            Lab.await(() -> notices.size() > 1, () -> "it does not come back: " + notices);
            arrives(reader, "after-down");

            lab.run("ip", "link", "delete", ours);
            Lab.await(() -> notices.size() > 2, () -> "nothing is said");
            connectAgain();
            Lab.await(() -> notices.size() > 3, () -> "it does not come back: " + notices);
            arrives(reader, "after-new");

            assertTrue(notices.get(0).endsWith(": the interface went down; the capture goes on when it is back"));
            assertTrue(notices.get(1).endsWith(": the interface is back"));
            assertEquals(2, reader.port().statistics().interfaceDownTimes());
            assertTrue(reader.has(ends("before")));
        }
    }

    private void connectAgain() {
        lab.pair(ours, "", "p0", peer);
        lab.address(peer, "p0", "10.78.0.1/24");
        lab.in(peer, "ip", "neighbour", "add", "10.78.0.2", "lladdr", "02:00:00:00:00:02", "dev", "p0");
    }

    private void arrives(PortReader reader, String payload) {
        Lab.await(
                () -> {
                    send(9, payload);
                    return reader.has(ends(payload));
                },
                () -> payload + " does not arrive");
    }

    @ParameterizedTest
    @EnumSource
    void thereMustBeSuchAnInterface(CaptureWay way) {
        CaptureException refused = assertThrows(
                CaptureException.class,
                () -> LivePorts.open(LiveSettings.of("wpnone0").way(way).build()));
        assertTrue(
                String.valueOf(refused.getMessage()).startsWith("wpnone0: there is no such interface; there are "),
                refused::getMessage);
        assertTrue(refused.remedy().contains(ours), refused::getMessage);
    }

    @ParameterizedTest
    @EnumSource
    void itMustBeUp(CaptureWay way) {
        lab.run("ip", "link", "set", ours, "down");
        CaptureException refused = assertThrows(
                CaptureException.class, () -> LivePorts.open(settings(way).build()));
        assertEquals(ours + ": the interface is down; bring it up: ip link set " + ours + " up", refused.getMessage());
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void aCardThatCannotStampIsNotClaimedTo(CaptureWay way) throws IOException {
        assertThrows(
                CaptureException.class,
                () -> LivePorts.open(settings(way).stamps(Stamps.CARD).build()));
        try (LivePort port =
                LivePorts.open(settings(way).stamps(Stamps.CARD_IF_POSSIBLE).build())) {
            assertFalse(port.facts().cardStamps());
            port.stop();
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysHowItCaptures(CaptureWay way) throws IOException {
        try (LivePort port = LivePorts.open(settings(way).build())) {
            assertEquals(
                    way == CaptureWay.AUTO ? CaptureWay.AFPACKET : way,
                    port.facts().way());
            assertEquals(1, port.facts().linkType());
            assertEquals(ours, port.sniffer());
            CounterSet<CaptureCounter> counters = new CounterSet<>(CaptureCounter.class);
            port.addTo(counters);
            assertEquals(0, counters.get(CaptureCounter.DROPPED_RING_FULL));
            port.stop();
        }
    }

    private LiveSettings.Builder settings(CaptureWay way) {
        return LiveSettings.of(ours).way(way).bufferBytes(8 << 20);
    }

    private PortReader open(LiveSettings.Builder settings) throws CaptureException {
        return new PortReader(LivePorts.open(settings.build(), notices::add));
    }

    private void send(int port, String payload) {
        lab.in(peer, "bash", "-c", "printf " + payload + " > /dev/udp/10.78.0.2/" + port);
    }

    private static Predicate<Taken> ends(String payload) {
        String hex = HexFormat.of().formatHex(payload.getBytes(StandardCharsets.US_ASCII));
        return frame -> frame.hex().endsWith(hex);
    }
}

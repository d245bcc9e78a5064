package io.wirepath.appliance.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.wirepath.appliance.config.ServiceKind;
import io.wirepath.appliance.config.SnifferConfig;
import io.wirepath.appliance.config.binding.ConfigSources;
import io.wirepath.appliance.doctor.CheckResult.Level;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The judgement of machines that are not at hand. */
final class CheckResultTest {

    private static String told(List<CheckResult> results) {
        return results.stream()
                .map(result -> result.level() + " " + result.subject() + ": " + result.text()
                        + (result.advice().isEmpty() ? "" : " → " + result.advice()))
                .collect(Collectors.joining("\n"));
    }

    private static ByteBuffer timex(int status, long offset, long greatest, long error) {
        ByteBuffer timex = ByteBuffer.allocate(ClockFacts.Timex.BYTES).order(ByteOrder.nativeOrder());
        timex.putLong(ClockFacts.Timex.OFFSET, offset);
        timex.putLong(ClockFacts.Timex.FREQUENCY, -(3L << 15));
        timex.putLong(ClockFacts.Timex.MAX_ERROR, greatest);
        timex.putLong(ClockFacts.Timex.ERROR, error);
        return timex.putInt(ClockFacts.Timex.STATUS, status);
    }

    @Test
    void readsTheKernelsClockState() {
        assertEquals(new ClockFacts(true, 1500, 20, 7000, -1.5), ClockFacts.of(0, timex(0x2001, 7000, 1500, 20)));
        assertEquals(new ClockFacts(true, 1500, 20, 7_000_000, -1.5), ClockFacts.of(0, timex(0x1, 7000, 1500, 20)));
        assertTrue(!ClockFacts.of(0, timex(0x40, 0, 0, 0)).synchronised());
        assertTrue(!ClockFacts.of(5, timex(0, 0, 0, 0)).synchronised());
    }

    @ParameterizedTest
    @CsvSource({"true, 1500, OK", "true, 100001, WARNING", "false, 16000000, WARNING"})
    void judgesAClockByItsBound(boolean synchronised, long greatest, Level level) {
        List<CheckResult> results = new ClockFacts(synchronised, greatest, 20, 0, 1.5).results();
        assertEquals(List.of(level), results.stream().map(CheckResult::level).toList());
    }

    @Test
    void theKernelOfThisMachineTellsOfItsClock() {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "only Linux has adjtimex");
        ClockFacts clock = ClockFacts.ask().orElseThrow();
        assertTrue(clock.maxErrorMicros() >= 0 && clock.maxErrorMicros() <= 16_000_000, clock::toString);
        assertTrue(Math.abs(clock.ticksPerMillion()) <= 500, clock::toString);
    }

    private static ProcessFacts process(long capabilities, int java, long heap, String... flags) {
        return new ProcessFacts("wirepath", capabilities, java, "17.0.15 (VM)", heap, List.of(flags));
    }

    private static final String[] FLAGS = {
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
        "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
        "-Djnr.ffi.x86asm.enabled=false"
    };

    @Test
    void saysWhatASnifferMay() {
        assertEquals(
                "OK java: 17.0.15 (VM), heap of at most 512 MiB\nOK privileges: user wirepath may capture: CAP_NET_RAW",
                told(process(1 << 13, 17, 512 << 20, FLAGS).results()));
        String none = told(process(0, 17, 512 << 20, FLAGS).results());
        assertTrue(none.contains("WARNING privileges: user wirepath may not capture"), none);
        String all = told(process(-1, 17, 512 << 20, FLAGS).results());
        assertTrue(all.contains("OK privileges: user wirepath may capture, and more than that"), all);
    }

    @Test
    void saysWhatIsWrongWithAJava() {
        String results = told(process(1 << 13, 11, 100 << 20, FLAGS[0]).results());
        assertTrue(results.startsWith("BAD java: 17.0.15 (VM), heap of at most 100 MiB → install Java 17"), results);
        assertTrue(
                results.contains("BAD java: the JVM was started without " + FLAGS[1] + ", " + FLAGS[2] + " → "),
                results);
        assertTrue(told(process(1 << 13, 17, 100 << 20, FLAGS).results()).startsWith("WARNING java:"));
    }

    @Test
    void theTestsOwnJvmHasItsFlags() {
        ProcessFacts facts = ProcessFacts.ask();
        assertTrue(told(facts.results()).startsWith("OK java: "), () -> told(facts.results()));
        assertTrue(facts.capabilities() != -1 || !System.getProperty("os.name").equals("Linux"));
    }

    @ParameterizedTest
    @CsvSource({
        "ext4, 100, true, 10, OK",
        "ext4, 100, true, 101, WARNING",
        "ext4, 100, false, 10, WARNING",
        "tmpfs, 100, true, 10, WARNING",
        "nfs4, 100, true, 10, BAD",
        "xfs, 0, true, 0, BAD"
    })
    void judgesADiskByItsRoomAndKind(String type, long freeGib, boolean writable, long wantedGib, Level level) {
        DiskFacts disk = new DiskFacts(Path.of("/var/lib/wirepath"), Path.of("/var"), type, freeGib << 30, writable);
        List<CheckResult> results = disk.results(wantedGib << 30);
        assertEquals(List.of(level), results.stream().map(CheckResult::level).toList());
        assertEquals(level == Level.OK, results.get(0).advice().isEmpty());
    }

    @Test
    void findsTheDiskOfADirectoryThatIsNotThereYet() {
        DiskFacts disk = DiskFacts.ask(Path.of("/tmp/wirepath-not-there/deep")).orElseThrow();
        assertEquals(Path.of("/tmp"), disk.nearest());
    }

    @Test
    void saysWhetherAnInterfaceIsFit() {
        assertEquals(
                "BAD eth9: there is no such interface → check the name; 'ip link' lists them",
                told(new InterfaceState("eth9", false, false, false, false, 0, List.of()).results()));
        assertEquals(
                "BAD eth1: is switched off, so nothing is captured there → ip link set eth1 up",
                told(new InterfaceState("eth1", true, false, false, false, 1500, List.of()).results()));
        assertEquals(
                """
                WARNING eth1: has no carrier → plug in the cable, and check the other end
                OK eth1: MTU 9000
                WARNING eth1: lro and gro on: several frames are made into one before they are captured, so their times\
                 and lengths are those of the last and of all → ethtool -K eth1 lro off gro off""",
                told(new InterfaceState("eth1", true, true, false, false, 9000, List.of("lro", "gro", "tso"))
                        .results()));
        assertEquals("""
                OK eth1: MTU 1500; if the mirrored network sends longer packets, set the MTU here to theirs
                OK eth1: offloads: tso; none that matters""", told(new InterfaceState("eth1", true, true, true, false, 1500, List.of("tso")).results()));
    }

    private static void frame(TrafficSample sample, String to, String from) {
        ByteBuffer bytes = ByteBuffer.allocate(20);
        for (String address : List.of(to, from)) {
            for (int i = 0; i < 17; i += 3) {
                bytes.put((byte) Integer.parseInt(address.substring(i, i + 2), 16));
            }
        }
        sample.add(bytes, 0, 20);
    }

    @Test
    void knowsAMirrorPortByWhomItsFramesAreFor() {
        String own = "02:fc:00:00:00:01";
        String one = "aa:00:00:00:00:01";
        String other = "aa:00:00:00:00:02";
        TrafficSample mirror = new TrafficSample(Set.of(own, "", "00:00:00:00:00:00"));
        for (int i = 0; i < 6; i++) {
            frame(mirror, one, other);
        }
        frame(mirror, "ff:ff:ff:ff:ff:ff", one);
        frame(mirror, own, one);
        assertEquals(
                "OK eth1: a mirror port, by what passes; 8 frames in 1 s: 75 % between other hosts, 13 % to many, the rest"
                        + " this host's own",
                told(mirror.results("eth1", 1)));

        TrafficSample host = new TrafficSample(Set.of(own));
        frame(host, own, one);
        frame(host, one, own);
        frame(host, one, other);
        host.add(ByteBuffer.allocate(5), 0, 5);
        assertTrue(told(host.results("eth0", 1)).startsWith("OK eth0: no mirror port"));
        assertTrue(told(new TrafficSample(Set.of(own)).results("eth1", 1))
                .startsWith("WARNING eth1: no frame passed in 1 s"));
    }

    @Test
    void saysThatLibpcapIsMissing() {
        assertEquals(
                Level.WARNING, new PcapFacts(Optional.empty()).results().get(0).level());
        assertEquals(
                "OK libpcap: libpcap version 1.10.3",
                told(new PcapFacts(Optional.of("libpcap version 1.10.3")).results()));
    }

    @Test
    void comparesSaltsByTheirFingerprints() {
        assertEquals("", told(new SaltFacts(Map.of("tap1", 5L)).results()));
        assertEquals(
                "OK salt: the same at all sniffers: tap1, tap2 0000000000000005",
                told(new SaltFacts(new TreeMap<>(Map.of("tap1", 5L, "tap2", 5L))).results()));
        assertEquals(
                "WARNING salt: sniffers have different salts, so what their messages share is not seen:"
                        + " tap1, tap3 0000000000000005; tap2 00000000000000ff"
                        + " → restart those that send over TLS: the receiver gives them its own;"
                        + " copy /etc/wirepath/content.salt of its machine to the others, and restart those",
                told(new SaltFacts(new TreeMap<>(Map.of("tap1", 5L, "tap2", 255L, "tap3", 5L))).results()));
    }

    @Test
    void readsTheSaltsOfSpools(@TempDir Path directory) throws Exception {
        SnifferConfig defaults = ServiceKind.SNIFFER.defaults();
        Path salt = directory.resolve("salt");
        for (String sniffer : List.of("one", "two")) {
            long fingerprint = sniffer.equals("one") ? 7 : 8;
            try (SpoolWriter writer =
                    Spool.open(directory.resolve("spools").resolve(sniffer), SpoolSettings.defaults(), 1)) {
                writer.start(new SnifferRun(sniffer, "eth1", "wirepath", "tap", 1, fingerprint));
                writer.note(1, "a later document");
            }
        }
        SnifferConfig config = ServiceKind.SNIFFER
                .reader()
                .read(new ConfigSources(
                        List.of(),
                        Map.of(),
                        List.of("spool.directory=" + directory.resolve("spools"), "content.salt-file=" + salt)))
                .config();
        assertEquals(Map.of("one", 7L, "two", 8L), SaltFacts.of(config).bySniffer());
        assertTrue(told(SaltFacts.ofFile(config)).contains("salt is not there"), () -> told(SaltFacts.ofFile(config)));
        Files.write(salt, new byte[32]);
        Files.setPosixFilePermissions(salt, PosixFilePermissions.fromString("rw-r-----"));
        assertTrue(told(SaltFacts.ofFile(config)).startsWith("OK salt: " + salt), () -> told(SaltFacts.ofFile(config)));
        assertTrue(defaults.content().enabled(), "content signatures are on by default");
    }
}

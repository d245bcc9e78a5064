package io.wirepath.appliance.serve.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.wirepath.appliance.serve.KeptSightings;
import io.wirepath.appliance.serve.KeptSightings.Spooled;
import io.wirepath.appliance.ship.SpoolBytes;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two sniffers of the loopback send to a service, all of them processes of their own that are killed under load, one by
 * one or together, with the settings of the packages. A restart lasts from when the victims are started until something
 * that was captured since, or how far the capture is complete, has been received from both sniffers and forced to the
 * disk. In the end every sighting that stands in a spool is in a message of the store, or stands there as a copy that
 * came too late for its message, and no message is there twice ({@link KeptSightings}).
 */
final class KilledServiceTest {

    private static final List<String> SNIFFERS = List.of("one", "two");
    private static final List<List<String>> VICTIMS =
            List.of(List.of("one"), List.of("two"), List.of("serve"), List.of("one", "serve"));
    private static final long LOOK_MILLIS = 50;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);
    private static final long LONGEST_RESTART_NANOS = TimeUnit.SECONDS.toNanos(5);

    @TempDir
    private Path directory;

    private final List<String> restarts = new ArrayList<>();
    private final Map<String, Program> programs = new HashMap<>();
    private @Nullable Installation installation;

    @BeforeEach
    void asRoot() {
        assumeTrue(
                "root".equals(System.getProperty("user.name")) && Files.exists(Path.of("/proc/net/packet")),
                "capturing the loopback needs Linux and root");
    }

    @Test
    void threeKillsLoseNothingAndDoubleNothing() throws Exception {
        killAndCompare(3, 1);
    }

    /**
     * As an operator runs it, and as fast as that: launcher, packed jars, JVM flags and class archive of the packages.
     */
    @Test
    @Tag("slow")
    void twentyKillsLoseNothingDoubleNothingAndEachRestartTakesLessThanFiveSeconds() throws Exception {
        installation = new Installation(Files.createDirectory(directory.resolve("installed")));
        long longest = killAndCompare(20, 2);
        System.err.println("restarts: " + restarts);
        assertTrue(longest < LONGEST_RESTART_NANOS, () -> "restarts: " + restarts);
    }

    /** Gives how long the slowest restart took, as {@link #killAndNote} does. */
    private long killAndCompare(int kills, long seed) throws Exception {
        Random random = new Random(seed);
        long longest = 0;
        try (EchoLoad load = new EchoLoad(8)) {
            start(load.port(), freePort());
            for (int kill = 0; kill < kills; kill++) {
                TimeUnit.MILLISECONDS.sleep(200 + random.nextInt(1500));
                longest = Math.max(longest, killAndNote(VICTIMS.get(random.nextInt(VICTIMS.size()))));
            }
        } finally {
            if (programs.values().stream().anyMatch(program -> !program.isAlive())) {
                programs.forEach((name, program) -> System.err.println(name + ": " + program.said()));
            }
        }
        try {
            for (String sniffer : SNIFFERS) {
                assertEquals(143, programs.get(sniffer).end(), () -> said(sniffer));
                await(
                        sniffer + " has been received",
                        () -> site().lastReceived(sniffer) == site().lastWritten(sniffer));
                assertEquals(
                        SpoolBytes.documents(site().spool(sniffer)),
                        SpoolBytes.documents(site().received(sniffer)),
                        "received spool of " + sniffer);
            }
            int sightings = sightings();
            awaitAllMerged(sightings);
            assertEquals(143, programs.get("serve").end(), () -> said("serve"));
        } catch (AssertionError e) {
            int merged = kept().used().size();
            throw new AssertionError(
                    e.getMessage() + "\n" + merged + " of " + sightings() + " sightings merged\n" + said("serve"), e);
        } finally {
            programs.values().forEach(Program::close);
        }
        compare();
        return longest;
    }

    private String said(String name) {
        return programs.get(name).said();
    }

    private void start(int loadPort, int receivePort) throws Exception {
        run(
                "serve",
                "2g",
                List.of(
                        "serve",
                        "--directory",
                        directory.resolve("serve").toString(),
                        "--listen",
                        "127.0.0.1:0",
                        "--set",
                        "receive.listen=127.0.0.1:" + receivePort));
        for (String sniffer : SNIFFERS) {
            run(
                    sniffer,
                    "512m",
                    List.of(
                            "sniff",
                            "lo",
                            "--name",
                            sniffer,
                            "--spool",
                            directory.resolve("spools").toString(),
                            "--filter",
                            "tcp port " + loadPort,
                            "--buffer",
                            "4MiB",
                            "--set",
                            "content.salt-file=" + directory.resolve("salt"),
                            "--to",
                            "127.0.0.1:" + receivePort,
                            "--quiet"));
        }
        for (String sniffer : SNIFFERS) {
            awaitProgress(sniffer, 0);
        }
    }

    private void run(String name, String heap, List<String> arguments) throws IOException {
        Path log = directory.resolve(name + ".log");
        programs.put(
                name,
                installation == null
                        ? new Program(log, heap, arguments)
                        : Program.installed(installation, log, heap, arguments));
    }

    /**
     * Gives how long it took until work went on, nanoseconds, less the share that the host of a virtual machine took of
     * it.
     */
    private long killAndNote(List<String> victims) throws Exception {
        ProcessorTime before = ProcessorTime.now();
        long nanos = killSome(victims);
        long stolen = ProcessorTime.now().stolenPercentSince(before);
        restarts.add("%s %d ms, %d %% of it stolen".formatted(victims, nanos / 1_000_000, stolen));
        return nanos * (100 - stolen) / 100;
    }

    /** Gives how long until work went on. */
    private long killSome(List<String> victims) throws Exception {
        for (String victim : victims) {
            programs.get(victim).kill();
        }
        Map<String, Long> before = new HashMap<>();
        for (String sniffer : SNIFFERS) {
            // what a victim had written, or may have on the way, is no sign of its new life
            before.put(sniffer, victims.contains(sniffer) ? site().lastWritten(sniffer) : site().lastReceived(sniffer));
        }
        long started = System.nanoTime();
        for (String victim : victims) {
            programs.get(victim).startAgain();
        }
        for (String sniffer : SNIFFERS) {
            awaitProgress(sniffer, before.get(sniffer));
        }
        return System.nanoTime() - started;
    }

    private void awaitProgress(String sniffer, long after) throws Exception {
        await(sniffer + " is received", () -> site().isReceived(sniffer));
        // one reader for all looks: to open one takes so much processor time that what is measured would take longer
        try (SpoolReader reader = Spool.read(site().received(sniffer))) {
            reader.seek(after + 1);
            await(sniffer + " is received again", () -> SiteSpools.readsWork(reader));
        }
    }

    private void await(String what, Callable<Boolean> holds) throws Exception {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (!holds.call()) {
            assertTrue(System.nanoTime() < until, () -> "waited too long until " + what + "\n" + said("serve"));
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /**
     * As long as the merge gets on it may take its time: it waits for the analysis of windows, which is slow at the
     * start.
     */
    private void awaitAllMerged(int sightings) throws Exception {
        long until = System.nanoTime() + PATIENCE_NANOS;
        int before = 0;
        for (int merged = kept().used().size();
                merged != sightings;
                merged = kept().used().size()) {
            until = merged > before ? System.nanoTime() + PATIENCE_NANOS : until;
            before = merged;
            assertTrue(System.nanoTime() < until, "the merge does not get on");
            // reads the whole store
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private int sightings() throws IOException {
        int all = 0;
        for (String sniffer : SNIFFERS) {
            all += Spooled.of(site().received(sniffer)).numbers().size();
        }
        return all;
    }

    private KeptSightings kept() throws IOException {
        return KeptSightings.of(directory.resolve("serve").resolve("messages"));
    }

    private void compare() throws IOException {
        List<Spooled> spooled = new ArrayList<>();
        for (String sniffer : SNIFFERS) {
            Spooled spool = Spooled.of(site().spool(sniffer));
            int sightings = spool.numbers().size();
            assertTrue(sightings > 100, () -> "sightings of " + sniffer + ": " + sightings);
            spooled.add(spool);
        }
        kept().assertEachOnce(spooled);
    }

    private SiteSpools site() {
        return new SiteSpools(directory);
    }
}

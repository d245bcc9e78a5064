package io.wirepath.appliance.serve.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.wirepath.appliance.ship.SpoolBytes;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolDocument;
import io.wirepath.merge.spool.SpoolException;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.merge.store.StoreException;
import io.wirepath.merge.store.StoreReader;
import io.wirepath.merge.store.StoreVisitor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two sniffers of the loopback send to a service, all of them processes of their own that are killed under load, one by one
 * or together. In the end every sighting that stands in a spool is in a message of the store, and every message has a sighting
 * that is in no other: a sniffer that comes back in the midst of a connection cuts it more coarsely than the other, and then
 * one sighting of it is part of several messages.
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

    @Test
    @Tag("slow")
    void twentyKillsLoseNothingDoubleNothingAndEachRestartTakesLessThanFiveSeconds() throws Exception {
        long longest = killAndCompare(20, 2);
        assertTrue(longest < LONGEST_RESTART_NANOS, () -> "restarts: " + restarts);
    }

    /** Gives how long the slowest restart took until work went on, nanoseconds. */
    private long killAndCompare(int kills, long seed) throws Exception {
        Random random = new Random(seed);
        long longest = 0;
        try (EchoLoad load = new EchoLoad(8)) {
            start(load.port(), freePort());
            for (int kill = 0; kill < kills; kill++) {
                TimeUnit.MILLISECONDS.sleep(200 + random.nextInt(1500));
                int which = random.nextInt(VICTIMS.size());
                long nanos = killSome(VICTIMS.get(which));
                restarts.add(VICTIMS.get(which) + " " + nanos / 1_000_000 + " ms");
                longest = Math.max(longest, nanos);
            }
        } finally {
            if (programs.values().stream().anyMatch(program -> !program.isAlive())) {
                programs.forEach((name, program) -> System.err.println(name + ": " + program.said()));
            }
        }
        try {
            for (String sniffer : SNIFFERS) {
                assertEquals(143, programs.get(sniffer).end(), () -> said(sniffer));
                await(sniffer + " has been received", () -> lastReceived(sniffer) == last(spool(sniffer)));
                assertEquals(
                        SpoolBytes.documents(spool(sniffer)),
                        SpoolBytes.documents(received(sniffer)),
                        "received spool of " + sniffer);
            }
            int sightings = sightings();
            await("all is merged", () -> {
                // reads the whole store
                TimeUnit.SECONDS.sleep(1);
                return merged().size() == sightings;
            });
            assertEquals(143, programs.get("serve").end(), () -> said("serve"));
        } catch (AssertionError e) {
            int merged = merged().size();
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
        programs.put(
                "serve",
                new Program(
                        directory.resolve("serve.log"),
                        "1g",
                        List.of(
                                "serve",
                                "--directory",
                                directory.resolve("serve").toString(),
                                "--listen",
                                "127.0.0.1:0",
                                "--set",
                                "receive.listen=127.0.0.1:" + receivePort,
                                // the merge waits for the analysis, which is slow without the better compiler
                                "--set",
                                "analysis.algorithm=linking",
                                "--set",
                                "merge.hold=1s",
                                "--set",
                                "merge.silent=60s",
                                "--set",
                                "merge.late=60s")));
        for (String sniffer : SNIFFERS) {
            programs.put(
                    sniffer,
                    new Program(
                            directory.resolve(sniffer + ".log"),
                            "256m",
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
                                    "--quiet")));
        }
        for (String sniffer : SNIFFERS) {
            awaitProgress(sniffer, 0);
        }
    }

    /** Gives how long until work went on. */
    private long killSome(List<String> victims) throws Exception {
        for (String victim : victims) {
            programs.get(victim).kill();
        }
        Map<String, Long> before = new HashMap<>();
        for (String sniffer : SNIFFERS) {
            before.put(sniffer, lastReceived(sniffer));
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
        await(sniffer + " is received again", () -> lastReceived(sniffer) > after);
    }

    private void await(String what, Callable<Boolean> holds) throws Exception {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (!holds.call()) {
            assertTrue(System.nanoTime() < until, () -> "waited too long until " + what + "\n" + said("serve"));
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Path spool(String sniffer) {
        return directory.resolve("spools").resolve(sniffer);
    }

    private Path received(String sniffer) throws IOException {
        Path all = directory.resolve("serve").resolve("received").resolve(sniffer);
        try (Stream<Path> inside = Files.list(all)) {
            List<Path> incarnations = inside.toList();
            assertEquals(1, incarnations.size(), "incarnations of " + sniffer);
            return incarnations.get(0);
        }
    }

    private long lastReceived(String sniffer) throws IOException {
        Path all = directory.resolve("serve").resolve("received").resolve(sniffer);
        return Files.isDirectory(all) ? last(received(sniffer)) : 0;
    }

    private static long last(Path spool) throws SpoolException {
        if (!Spool.isSpool(spool)) {
            return 0;
        }
        try (SpoolReader reader = Spool.read(spool)) {
            return reader.lastNumber();
        }
    }

    private static Set<Long> sightings(Path spool) throws SpoolException {
        Set<Long> numbers = new HashSet<>();
        try (SpoolReader reader = Spool.read(spool)) {
            while (reader.next()) {
                if (SpoolDocument.kind(reader.document()) == SpoolDocument.SIGHTING) {
                    numbers.add(reader.number());
                }
            }
        }
        return numbers;
    }

    private int sightings() throws IOException {
        int all = 0;
        for (String sniffer : SNIFFERS) {
            all += sightings(received(sniffer)).size();
        }
        return all;
    }

    /** A sighting: the number of its source, and its own. */
    private record Sighted(int source, long number) {}

    /** For each message of the store, the sightings that it was made of. */
    private List<Set<Sighted>> messages() throws IOException {
        List<Set<Sighted>> messages = new ArrayList<>();
        Path directories = directory.resolve("serve").resolve("messages");
        try (Stream<Path> stores = Files.list(directories)) {
            for (Path store : stores.filter(MessageStore::isStore).toList()) {
                try (StoreReader reader = MessageStore.open(store)) {
                    reader.read(new StoreVisitor() {
                        private Set<Sighted> next = new HashSet<>();

                        @Override
                        public void onConsumed(int source, long number) {
                            next.add(new Sighted(source, number));
                        }

                        @Override
                        public void onMessage(MessageRecord message) {
                            messages.add(next);
                            next = new HashSet<>();
                        }
                    });
                } catch (StoreException e) {
                    // a store that was begun a moment ago has no header yet
                }
            }
        }
        return messages;
    }

    private Set<Sighted> merged() throws IOException {
        Set<Sighted> merged = new HashSet<>();
        messages().forEach(merged::addAll);
        return merged;
    }

    private void compare() throws IOException {
        List<Set<Sighted>> messages = messages();
        Map<Sighted, Integer> times = new HashMap<>();
        messages.forEach(message -> message.forEach(sighted -> times.merge(sighted, 1, Integer::sum)));
        for (Set<Sighted> message : messages) {
            assertTrue(
                    message.stream().anyMatch(sighted -> times.getOrDefault(sighted, 0) == 1),
                    () -> "twice in the store: the message of " + message);
        }
        Map<Integer, Set<Long>> merged = new HashMap<>();
        times.keySet()
                .forEach(sighted -> merged.computeIfAbsent(sighted.source, any -> new HashSet<>())
                        .add(sighted.number));
        Set<Set<Long>> spooled = new HashSet<>();
        for (String sniffer : SNIFFERS) {
            Set<Long> numbers = sightings(spool(sniffer));
            assertTrue(numbers.size() > 100, "sightings of " + sniffer + ": " + numbers.size());
            spooled.add(numbers);
        }
        assertEquals(spooled, Set.copyOf(merged.values()));
    }
}

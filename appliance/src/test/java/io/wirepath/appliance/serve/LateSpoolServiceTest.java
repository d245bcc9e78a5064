package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.command.CommandTree;
import io.wirepath.appliance.run.Console;
import io.wirepath.appliance.serve.KeptSightings.Spooled;
import io.wirepath.merge.live.LiveMergeSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The spool of one sniffer arrives when the others' messages are given out and forgotten, in a service that is restarted meanwhile. */
class LateSpoolServiceTest {

    private static final long SECOND = 1_000_000_000L;
    private static final List<String> ON_TIME = List.of("sw-front", "sw-app", "sw-data");
    private static final String LATE = "sw-web";
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final AtomicLong now = new AtomicLong(1_795_300_000L * SECOND);

    private Path spool(String sniffer) {
        return directory.resolve("spool").resolve(sniffer);
    }

    private void sniffSamples() {
        List<String> arguments = new ArrayList<>(List.of(
                "sniff",
                "--pace",
                "max",
                "--quiet",
                "--spool",
                directory.resolve("spool").toString(),
                "--set",
                "content.salt-file=" + directory.resolve("salt")));
        for (String name : List.of("sw-front", "sw-web", "sw-app", "sw-data")) {
            arguments.addAll(List.of("--read", "../samples/slow/" + name + ".pcap.gz"));
        }
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayOutputStream(), new PrintStream(err, true, StandardCharsets.UTF_8), false, false, false);
        assertEquals(
                0,
                CommandTree.run(console, arguments.toArray(String[]::new)),
                () -> err.toString(StandardCharsets.UTF_8));
    }

    private Service start(List<Path> spools) throws IOException {
        LiveMergeSettings d = LiveMergeSettings.defaults();
        LiveMergeSettings forgetful = new LiveMergeSettings(
                d.holdNanos(),
                d.silentNanos(),
                d.lateNanos(),
                d.warmUpNanos(),
                d.solveNanos(),
                d.spanNanos(),
                d.contextNanos(),
                d.maxHeld(),
                1 << 10,
                d.maxConnections(),
                d.reference(),
                d.ties(),
                d.rules());
        ServeSettings settings = ServeSettings.defaults(directory.resolve("state"))
                .withMerge(forgetful)
                .withSpools(spools);
        Service service = new Service(
                settings,
                new ServeControl(settings.tuning(), line -> {}),
                new ServiceLog(new PrintStream(log, true, StandardCharsets.UTF_8), Map.of()),
                () -> {},
                new Service.Times(now::get, now::get));
        service.start();
        return service;
    }

    /** Waits for the service, which runs by the made-up clock and at its own pace. */
    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, () -> what + ": " + log.toString(StandardCharsets.UTF_8));
            Thread.sleep(20);
            now.addAndGet(SECOND / 10);
        }
    }

    private static boolean mergedAll(Service service, int sniffers) {
        MergeView view = service.published().merge();
        return view != null
                && view.status().sniffers().size() == sniffers
                && view.status().held() == 0
                && view.status().open() == 0
                && view.sniffers().stream().allMatch(sniffer -> sniffer.documents() > 0)
                && view.status().watermarkNanos() != Long.MIN_VALUE;
    }

    private static long counter(Service service, String name) {
        MergeView view = service.published().merge();
        return view == null
                ? 0
                : view.status().counters().stream()
                        .filter(value -> value.counter().name().equals(name))
                        .mapToLong(value -> value.value())
                        .sum();
    }

    private KeptSightings kept() throws IOException {
        return KeptSightings.of(directory.resolve("state").resolve("messages"));
    }

    @Test
    void bringsNothingTwice() throws Exception {
        sniffSamples();
        List<Path> spools = new ArrayList<>(ON_TIME.stream().map(this::spool).toList());
        spools.add(spool(LATE));
        Path notYet = directory.resolve("not-yet");
        Files.move(spool(LATE), notYet);
        try (Service service = start(spools)) {
            await("the others are merged", () -> mergedAll(service, 3) && counter(service, "MESSAGES") > 1000);
            long before = counter(service, "SIGHTINGS");
            assertEquals(0, kept().copies());
            Files.move(notYet, spool(LATE));
            await("the late one is read", () -> counter(service, "SIGHTINGS") > before);
        }
        try (Service service = start(spools)) {
            await("all is merged", () -> mergedAll(service, 4));
            assertEquals(0, counter(service, "LATE_UNREMEMBERED"));
        }
        List<Spooled> wanted = new ArrayList<>();
        for (Path spool : spools) {
            wanted.add(Spooled.of(spool));
        }
        kept().assertEachOnce(wanted);
        assertTrue(kept().copies() > 500, () -> "copies: " + copies());
    }

    private int copies() {
        try {
            return kept().copies();
        } catch (IOException e) {
            return -1;
        }
    }
}

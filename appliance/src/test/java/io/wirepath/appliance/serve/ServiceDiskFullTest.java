package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.command.CommandTree;
import io.wirepath.appliance.run.Console;
import io.wirepath.appliance.serve.KeptSightings.Spooled;
import io.wirepath.appliance.serve.history.HistoryCounter;
import io.wirepath.sniffer.live.lab.SmallDisk;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A service that keeps its messages on a file system of its own, which is too small for a while, twice. */
class ServiceDiskFullTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @RegisterExtension
    final SmallDisk disk = new SmallDisk(64);

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final AtomicLong now = new AtomicLong(1_795_300_000L * SECOND);
    private final List<Path> spools = new ArrayList<>();

    @BeforeEach
    void makeInput() throws Exception {
        for (int i = 1; i <= 2; i++) {
            String capture = directory.resolve("sniffer" + i + ".pcap").toString();
            run("maketrace", "multi-tier", "--traces", "4000", "--seed", "7", "--capture", capture);
            run(
                    "sniff",
                    "--pace",
                    "max",
                    "--quiet",
                    "--name",
                    "sniffer" + i,
                    "--spool",
                    directory.resolve("spool").toString(),
                    "--set",
                    "content.salt-file=" + directory.resolve("salt"),
                    "--read",
                    capture);
            spools.add(directory.resolve("spool").resolve("sniffer" + i));
        }
    }

    private static void run(String... arguments) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayOutputStream(), new PrintStream(err, true, StandardCharsets.UTF_8), false, false, false);
        assertEquals(0, CommandTree.run(console, arguments), () -> err.toString(StandardCharsets.UTF_8));
    }

    private Service start() throws IOException {
        ServeSettings settings =
                ServeSettings.defaults(disk.path().resolve("state")).withSpools(spools);
        Service service = new Service(
                settings,
                new ServeControl(settings.tuning(), line -> {}),
                new ServiceLog(new PrintStream(log, true, StandardCharsets.UTF_8), Map.of()),
                () -> {},
                new Service.Times(() -> now.addAndGet(SECOND / 20), now::get));
        service.start();
        return service;
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, () -> what + ": " + log.toString(StandardCharsets.UTF_8));
            // looking reads the whole store
            Thread.sleep(200);
        }
    }

    private int used() {
        try {
            return KeptSightings.of(disk.path().resolve("state").resolve("messages"))
                    .used()
                    .size();
        } catch (IOException e) {
            return 0;
        }
    }

    @Test
    void theMergeWaitsWhileTheDiskIsFullAndThenLosesAndDoublesNothing() throws Exception {
        List<Spooled> wanted = new ArrayList<>();
        int sightings = 0;
        for (Path spool : spools) {
            wanted.add(Spooled.of(spool));
            sightings += wanted.get(wanted.size() - 1).numbers().size();
        }
        Path first = disk.ballast("first", disk.megabytes() - 8);
        Path second = disk.ballast("second", 6);
        int all = sightings;
        try (Service service = start()) {
            await("the disk is full", service::isWaiting);
            Health health = service.health();
            assertTrue(health.alive(), "a restart would be no cure");
            assertFalse(health.ready());
            assertTrue(health.problems().toString().contains("the disk is full"), () -> "" + health.problems());
            int before = used();
            assertTrue(before < all / 2, before + " of " + all + " sightings are kept");

            Files.delete(second);
            await("the merge goes on", () -> !service.isWaiting());
            await("the disk is full again", service::isWaiting);
            assertTrue(used() > before, "more is kept");

            Files.delete(first);
            await("all is kept", () -> used() == all);
            await("it is ready again", () -> service.health().ready());
            assertTrue(service.historyCounters().get(HistoryCounter.DISK_WAITS) >= 2, "times that it waited");
        }
        KeptSightings kept = KeptSightings.of(disk.path().resolve("state").resolve("messages"));
        kept.assertEachOnce(wanted);
        assertEquals(0, kept.copies());
    }
}

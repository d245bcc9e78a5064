package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.serve.KeptSightings.Spooled;
import io.wirepath.appliance.serve.history.HistoryCounter;
import io.wirepath.sniffer.live.lab.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A service that keeps its messages on a file system of its own, which is too small for a while, twice. */
class ServiceDiskFullTest {

    private static final long SECOND = 1_000_000_000L;

    @RegisterExtension
    final SmallDisk disk = new SmallDisk(64);

    @TempDir
    private Path directory;

    /** Looking reads the whole store. */
    private final ServiceLab lab = new ServiceLab(200);

    private final AtomicLong now = new AtomicLong(1_795_300_000L * SECOND);
    private final List<Path> spools = new ArrayList<>();

    @BeforeEach
    void makeInput() throws Exception {
        for (int i = 1; i <= 2; i++) {
            String capture = directory.resolve("sniffer" + i + ".pcap").toString();
            ServiceLab.run("maketrace", "multi-tier", "--traces", "4000", "--seed", "7", "--capture", capture);
            spools.add(ServiceLab.sniff(directory, "sniffer" + i, Path.of(capture)));
        }
    }

    private Service start() throws IOException {
        ServeSettings settings =
                ServeSettings.defaults(disk.path().resolve("state")).withSpools(spools);
        return lab.start(settings, () -> now.addAndGet(SECOND / 20), now::get);
    }

    private Path messages() {
        return disk.path().resolve("state").resolve("messages");
    }

    private int kept() {
        return KeptSightings.usedIn(messages());
    }

    @Test
    void theMergeWaitsWhileTheDiskIsFullAndThenLosesAndDoublesNothing() throws Exception {
        List<Spooled> wanted = Spooled.ofAll(spools);
        int all = Spooled.sightings(wanted);
        Path first = disk.ballast("first", disk.megabytes() - 8);
        Path second = disk.ballast("second", 6);
        try (Service service = start()) {
            lab.await("the disk is full", service::isWaiting);
            Health health = service.health();
            assertTrue(health.alive(), "a restart would be no cure");
            assertFalse(health.ready());
            assertTrue(health.problems().toString().contains("the disk is full"), () -> "" + health.problems());
            int before = kept();
            assertTrue(before < all / 2, before + " of " + all + " sightings are kept");

            Files.delete(second);
            lab.await("the merge goes on", () -> !service.isWaiting());
            lab.await("the disk is full again", service::isWaiting);
            assertTrue(kept() > before, "more is kept");

            Files.delete(first);
            lab.await("all is kept", () -> kept() == all);
            lab.await("it is ready again", () -> service.health().ready());
            assertTrue(service.historyCounters().get(HistoryCounter.DISK_WAITS) >= 2, "times that it waited");
        }
        KeptSightings kept = KeptSightings.of(messages());
        kept.assertEachOnce(wanted);
        assertEquals(0, kept.copies());
    }
}

package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.serve.KeptSightings.Spooled;
import io.wirepath.merge.live.LiveMergeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The spool of one sniffer arrives when the others' messages are given out and forgotten, in a service that is
 * restarted meanwhile.
 */
class LateSpoolServiceTest {

    private static final long SECOND = 1_000_000_000L;
    private static final List<String> SNIFFERS = List.of("sw-front", "sw-app", "sw-data", "sw-web");
    private static final String LATE = "sw-web";

    @TempDir
    private Path directory;

    private final ServiceLab lab = new ServiceLab(20);
    private final AtomicLong now = new AtomicLong(1_795_300_000L * SECOND);

    private Path spool(String sniffer) {
        return directory.resolve("spool").resolve(sniffer);
    }

    private Service start(List<Path> spools) throws IOException {
        ServeSettings settings = ServeSettings.defaults(directory.resolve("state"))
                .withMerge(LiveMergeSettings.defaults().withMost(1 << 18, 1 << 10))
                .withSpools(spools);
        return lab.start(settings, now::get, now::get);
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        lab.await(what, () -> {
            now.addAndGet(SECOND / 10);
            return condition.getAsBoolean();
        });
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
        List<Path> spools = SNIFFERS.stream()
                .map(name -> ServiceLab.sniffSample(directory, name))
                .toList();
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
        KeptSightings kept = kept();
        kept.assertEachOnce(Spooled.ofAll(spools));
        assertTrue(kept.copies() > 500, () -> "copies: " + kept.copies());
    }
}

package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.pipeline.Inference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service on the spools of the recorded samples, as {@code sniff --read} makes them. */
class ServiceTest {

    private static final long SECOND = 1_000_000_000L;
    private static final List<String> SNIFFERS = List.of("sw-front", "sw-web", "sw-app", "sw-data");

    @TempDir
    private Path directory;

    private final ServiceLab lab = new ServiceLab(20);
    private final AtomicLong now = new AtomicLong(1_795_300_000L * SECOND);

    private List<Path> spools() {
        return SNIFFERS.stream()
                .map(name -> ServiceLab.sniffSample(directory, name))
                .toList();
    }

    private Service start(List<Path> spools, WindowSettings windows) throws IOException {
        ServeSettings settings = ServeSettings.defaults(directory.resolve("state"))
                .withSpools(spools)
                .withTuning(new ServeTuning(
                        windows, Inference.defaults(), List.of("10.4.0.11 cache-a # as an operator says")));
        return lab.start(settings, now::get, now::get);
    }

    private static boolean mergedAll(Service service) {
        MergeView view = service.published().merge();
        return view != null
                && view.status().sniffers().size() == SNIFFERS.size()
                && view.status().held() == 0
                && view.status().open() == 0
                && view.sniffers().stream().allMatch(sniffer -> sniffer.documents() > 1000)
                && view.status().watermarkNanos() != Long.MIN_VALUE;
    }

    private void letTimePass(Service service, long seconds) throws InterruptedException {
        long seen = service.published().mergeBeatNanos();
        now.addAndGet(seconds * SECOND);
        lab.await("the merge moves", () -> service.published().mergeBeatNanos() != seen);
    }

    private void assertForTheOwnerAlone(Path state) throws IOException {
        try (Stream<Path> files = Files.walk(state)) {
            for (Path file : files.filter(each -> !each.equals(state)).toList()) {
                assertEquals(
                        Files.isDirectory(file) ? "rwx------" : "rw-------",
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
                        file::toString);
            }
        }
    }

    @Test
    void saysOfSpoolsWhatAnalyzeSaysOfTheFiles() throws Exception {
        List<Path> spools = spools();
        Path state = Files.createDirectory(directory.resolve("state")); // others may look into it, whatever the mask
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxr-xr-x"));
        JsonNode wanted = new ObjectMapper()
                .readTree(ServiceLab.run(
                        "analyze",
                        "--quiet",
                        "--json",
                        "../samples/slow/sw-front.pcap.gz",
                        "../samples/slow/sw-web.pcap.gz",
                        "../samples/slow/sw-app.pcap.gz",
                        "../samples/slow/sw-data.pcap.gz"));
        try (Service service = start(spools, new WindowSettings(3600 * SECOND, 0, 0))) {
            letTimePass(service, 2);
            lab.await("everything is merged", () -> {
                now.addAndGet(SECOND / 10);
                return mergedAll(service);
            });
            assertTrue(service.health().ready(), () -> "" + service.health());
            letTimePass(service, 7200);
            assertFalse(service.health().ready(), "nobody is to be heard");
            assertTrue(service.health().problems().get(0).endsWith("; it was stopped"), () -> "" + service.health());
            lab.await("the window is analysed", () -> service.published().get(ServeCounter.WINDOWS_ANALYSED) == 1);
            ObjectNode report = ServiceLab.latest(service);
            assertForTheOwnerAlone(state);
            assertTrue(slow(report), () -> report.path("findings").toString());
            assertTrue(slow(wanted), () -> wanted.path("findings").toString());
            double messages = wanted.path("totals").path("messages").asDouble();
            assertEquals(messages, report.path("totals").path("messages").asDouble(), 0.01 * messages);
            double paths = paths(wanted);
            assertEquals(paths, paths(report), 0.02 * paths);
            assertEquals(kinds(wanted), kinds(report));
            assertTrue(
                    report.path("nodes").toString().contains("\"cache-a\""),
                    () -> report.path("nodes").toString());
        }
    }

    @Test
    void countsEveryMessageOnceAcrossKills() throws Exception {
        List<Path> spools = spools();
        WindowSettings windows = new WindowSettings(5 * SECOND, 2 * SECOND, 2 * SECOND);
        long merged;
        Service first = start(spools, windows);
        letTimePass(first, 2);
        lab.await("everything is merged", () -> {
            now.addAndGet(SECOND / 10);
            return mergedAll(first);
        });
        lab.await("some windows are analysed", () -> first.published().get(ServeCounter.WINDOWS_ANALYSED) >= 1);
        MergeView view = first.published().merge();
        assertNotNull(view);
        merged = counter(view, "MESSAGES");
        first.close();
        try (Service second = start(spools, windows)) {
            letTimePass(second, 2);
            lab.await("the restart has read everything again", () -> {
                now.addAndGet(SECOND / 10);
                return mergedAll(second);
            });
            letTimePass(second, 60);
            lab.await("the last window is analysed", () -> {
                now.addAndGet(SECOND);
                return counted(second) >= merged;
            });
            assertEquals(merged, counted(second));
            MergeView again = second.published().merge();
            assertNotNull(again);
            assertEquals(0, counter(again, "MESSAGES"), "none is merged twice");
        }
    }

    private static long counter(MergeView view, String name) {
        return view.status().counters().stream()
                .filter(value -> value.counter().name().equals(name))
                .mapToLong(value -> value.value())
                .sum();
    }

    private static long counted(Service service) {
        return service.reports().windows(0, Long.MAX_VALUE, 1000).stream()
                .map(id -> service.reports().summary(id).orElseThrow())
                .mapToLong(summary -> summary.path("messages").asLong())
                .sum();
    }

    private static boolean slow(JsonNode report) {
        for (JsonNode finding : report.path("findings")) {
            if (finding.path("kind").asText().equals("slow-replica")) {
                return finding.path("nodes").toString().contains("10.3.0.12");
            }
        }
        return false;
    }

    private static double paths(JsonNode report) {
        double paths = 0;
        for (JsonNode pattern : report.path("patterns")) {
            paths += pattern.path("expectedCount").asDouble();
        }
        return paths;
    }

    private static List<String> kinds(JsonNode report) {
        List<String> kinds = new ArrayList<>();
        report.path("findings")
                .forEach(finding -> kinds.add(finding.path("severity").asText() + " "
                        + finding.path("kind").asText() + " " + finding.path("nodes")));
        return kinds;
    }
}

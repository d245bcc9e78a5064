package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.command.CommandTree;
import io.wirepath.appliance.run.Console;
import io.wirepath.appliance.serve.KeptSightings.Spooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two sniffers of the same traffic, and a service; somebody sets the clock of the second, or of the service's machine. */
class ClockSteppedServiceTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int FILE_HEADER = 24;
    private static final int FRAME_HEADER = 16;
    private static final int NANOSECONDS = 0xa1b23c4d;

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final AtomicLong steady = new AtomicLong(1_795_300_000L * SECOND);
    private final AtomicLong wallAheadNanos = new AtomicLong();

    private static void run(String... arguments) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayOutputStream(), new PrintStream(err, true, StandardCharsets.UTF_8), false, false, false);
        assertEquals(0, CommandTree.run(console, arguments), () -> err.toString(StandardCharsets.UTF_8));
    }

    private Path spool(String name, Path capture) {
        run(
                "sniff",
                "--pace",
                "max",
                "--quiet",
                "--name",
                name,
                "--spool",
                directory.resolve("spool").toString(),
                "--set",
                "content.salt-file=" + directory.resolve("salt"),
                "--read",
                capture.toString());
        return directory.resolve("spool").resolve(name);
    }

    /** A capture of the same frames, whose clock was set in the middle. */
    private static Path stepped(Path capture, long bySeconds) throws IOException {
        byte[] bytes = Files.readAllBytes(capture);
        ByteBuffer file = ByteBuffer.wrap(bytes);
        file.order(file.getInt(0) == NANOSECONDS ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        assertEquals(NANOSECONDS, file.getInt(0), "a capture in pcap's format");
        for (int at = FILE_HEADER; at < bytes.length; at += FRAME_HEADER + file.getInt(at + 8)) {
            if (at > bytes.length / 2) {
                file.putInt(at, (int) (file.getInt(at) + bySeconds));
            }
        }
        return Files.write(capture.resolveSibling("stepped.pcap"), bytes);
    }

    private Service start(List<Path> spools) throws IOException {
        ServeSettings settings =
                ServeSettings.defaults(directory.resolve("state")).withSpools(spools);
        Service service = new Service(
                settings,
                new ServeControl(settings.tuning(), line -> {}),
                new ServiceLog(new PrintStream(log, true, StandardCharsets.UTF_8), Map.of()),
                () -> {},
                new Service.Times(() -> steady.addAndGet(SECOND / 20), () -> steady.get() + wallAheadNanos.get()));
        service.start();
        return service;
    }

    private KeptSightings kept() throws IOException {
        Path messages = directory.resolve("state").resolve("messages");
        return KeptSightings.of(messages);
    }

    private List<Path> spools(long stepSeconds) throws IOException {
        Path capture = directory.resolve("traffic.pcap");
        run("maketrace", "multi-tier", "--traces", "1500", "--seed", "3", "--capture", capture.toString());
        return List.of(spool("one", capture), spool("two", stepSeconds == 0 ? capture : stepped(capture, stepSeconds)));
    }

    private String told(Service service) {
        MergeView view = service.published().merge();
        return log.toString(StandardCharsets.UTF_8) + (view == null ? "" : view.status());
    }

    private void serveAll(List<Path> spools, Runnable meanwhile) throws Exception {
        List<Spooled> wanted = new ArrayList<>();
        int sightings = 0;
        for (Path spool : spools) {
            wanted.add(Spooled.of(spool));
            sightings += wanted.get(wanted.size() - 1).numbers().size();
        }
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try (Service service = start(spools)) {
            while (kept().used().size() < sightings) {
                assertTrue(System.nanoTime() < deadline, () -> told(service));
                meanwhile.run();
                Thread.sleep(100);
            }
            assertTrue(service.health().ready(), () -> "" + service.health().problems());
        }
        kept().assertEachOnce(wanted);
    }

    @ParameterizedTest
    @ValueSource(longs = {3600, -3600, 20, -20})
    void theClockOfASnifferIsSetAndNothingIsLostOrDoubled(long bySeconds) throws Exception {
        serveAll(spools(bySeconds), () -> {});
    }

    @Test
    void theClockOfTheServiceIsSetToAndFroAndNothingIsLostOrDoubled() throws Exception {
        serveAll(spools(0), () -> wallAheadNanos.set(wallAheadNanos.get() == 0 ? -86_400 * SECOND : 0));
    }
}

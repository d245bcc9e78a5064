package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.serve.KeptSightings.Spooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two sniffers of the same traffic, and a service; somebody sets the clock of the second, or of the service's machine.
 */
class ClockSteppedServiceTest {

    private static final long SECOND = 1_000_000_000L;
    private static final int FILE_HEADER = 24;
    private static final int FRAME_HEADER = 16;
    private static final int NANOSECONDS = 0xa1b23c4d;

    @TempDir
    private Path directory;

    private final ServiceLab lab = new ServiceLab(100);
    private final AtomicLong steady = new AtomicLong(1_795_300_000L * SECOND);
    private final AtomicLong wallAheadNanos = new AtomicLong();

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
        return lab.start(settings, () -> steady.addAndGet(SECOND / 4), () -> steady.get() + wallAheadNanos.get());
    }

    private List<Path> spools(long stepSeconds) throws IOException {
        Path capture = directory.resolve("traffic.pcap");
        ServiceLab.run("maketrace", "multi-tier", "--traces", "500", "--seed", "3", "--capture", capture.toString());
        return List.of(
                ServiceLab.sniff(directory, "one", capture),
                ServiceLab.sniff(directory, "two", stepSeconds == 0 ? capture : stepped(capture, stepSeconds)));
    }

    private void serveAll(List<Path> spools, Runnable meanwhile) throws Exception {
        List<Spooled> wanted = Spooled.ofAll(spools);
        Path messages = directory.resolve("state").resolve("messages");
        try (Service service = start(spools)) {
            lab.await("all is merged", () -> {
                meanwhile.run();
                return KeptSightings.usedIn(messages) >= Spooled.sightings(wanted);
            });
            assertTrue(service.health().ready(), () -> "" + service.health().problems());
        }
        KeptSightings.of(messages).assertEachOnce(wanted);
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

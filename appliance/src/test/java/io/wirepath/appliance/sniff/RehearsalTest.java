package io.wirepath.appliance.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.flows.pipeline.FlowSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {

    private static final int BLOCKS = 100;

    @TempDir
    private Path temp;

    private final List<String> said = new CopyOnWriteArrayList<>();

    @Test
    void itsTrafficIsThatOfASite() throws IOException {
        int[] blocks = {0};
        FlowReport report =
                Rehearsal.rehearse(temp, FlowSettings.defaults(), Rehearsal.traffic(temp, () -> blocks[0]++ == BLOCKS));
        Map<String, Long> counted = new HashMap<>();
        report.counters().forEach(value -> counted.put(value.counter().name(), value.value()));
        assertTrue(report.frames() > 1000L * BLOCKS, report.frames() + " frames");
        assertEquals(report.frames(), counted.get("USED_TCP") + counted.get("USED_UDP"));
        assertTrue(counted.get("MESSAGES_FRAMED") > report.frames() / 5, counted::toString);
        assertTrue(counted.get("MESSAGES") > counted.get("MESSAGES_FRAMED"), counted::toString);
        assertTrue(counted.get("RETRANSMITTED_SEGMENTS") + counted.get("MIRROR_COPIES") > 0, counted::toString);
    }

    @Test
    void leavesNothingBehindWhenItIsEnded() throws Exception {
        List<Path> before = rehearsals();
        try (Rehearsal rehearsal = new Rehearsal(FlowSettings.defaults(), () -> 0, said::add)) {
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (rehearsals().equals(before)) {
                assertTrue(System.nanoTime() < until, "no rehearsal has begun");
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
        assertEquals(before, rehearsals());
        assertEquals(List.of(), said);
    }

    @Test
    void endsByItselfWhereTheFramesAreMany() throws IOException {
        List<Path> before = rehearsals();
        AtomicLong frames = new AtomicLong();
        Rehearsal rehearsal = new Rehearsal(FlowSettings.defaults(), () -> frames.addAndGet(1 << 30), said::add);
        assertTrue(rehearsal.hasEnded(TimeUnit.SECONDS.toMillis(60)));
        assertTrue(said.size() == 1 && said.get(0).startsWith("captures, but not up to speed after "), said::toString);
        assertEquals(before, rehearsals());
    }

    @Test
    void deletesWhatKilledProcessesLeft() throws IOException {
        Path left = Files.createDirectories(temp.resolve("wirepath-rehearsal-999999999-1/spool"));
        Files.write(left.resolve("1"), new byte[1]);
        Path ours = Files.createDirectory(
                temp.resolve("wirepath-rehearsal-" + ProcessHandle.current().pid() + "-2"));
        Path other = Files.createDirectory(temp.resolve("wirepath-rehearsal-of-somebody"));
        Rehearsal.deleteLeft(temp);
        assertFalse(Files.exists(left.getParent()));
        assertTrue(Files.exists(ours));
        assertTrue(Files.exists(other));
    }

    private static List<Path> rehearsals() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(each -> each.getFileName()
                            .toString()
                            .startsWith("wirepath-rehearsal-"
                                    + ProcessHandle.current().pid() + "-"))
                    .sorted()
                    .toList();
        }
    }
}

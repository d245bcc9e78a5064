package io.wirepath.appliance.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.flows.pipeline.FlowSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {

    private static final int BLOCKS = 100;

    private long framesComeAtMillis;

    @TempDir
    private Path temp;

    @Test
    void itsTrafficIsThatOfASite() throws IOException {
        int[] blocks = {0};
        FlowReport report =
                Rehearsal.rehearse(temp, FlowSettings.defaults(), new RehearsalTraffic(() -> blocks[0]++ == BLOCKS));
        Map<String, Long> counted = new HashMap<>();
        report.counters().forEach(value -> counted.put(value.counter().name(), value.value()));
        assertTrue(report.frames() > 1000L * BLOCKS, report.frames() + " frames");
        assertEquals(report.frames(), counted.get("USED_TCP") + counted.get("USED_UDP"));
        assertTrue(counted.get("MESSAGES_FRAMED") > report.frames() / 5, counted::toString);
        assertTrue(counted.get("MESSAGES") > counted.get("MESSAGES_FRAMED"), counted::toString);
        assertTrue(counted.get("RETRANSMITTED_SEGMENTS") + counted.get("MIRROR_COPIES") > 0, counted::toString);
    }

    @Test
    void leavesNothingBehind() throws IOException {
        String before = rehearsals();
        Rehearsal.run(FlowSettings.defaults(), () -> true);
        assertEquals(before, rehearsals());
    }

    @Test
    void endsWhenTheCompilersRestOrItTakesTooLong() {
        assertEquals(1250, millisUntilOver(200, 10, 200, 10, 10, 200));
        assertEquals(500, millisUntilOver(0));
        assertEquals(2000, millisUntilOver(200));
    }

    @Test
    void takesMoreTimeWhileNoFramesWait() {
        framesComeAtMillis = 5100;
        assertEquals(5250, millisUntilOver(200));
        assertEquals(1250, millisUntilOver(200, 10, 200, 10, 10, 200));
        framesComeAtMillis = Long.MAX_VALUE;
        assertEquals(8000, millisUntilOver(200));
    }

    /** How long a rehearsal takes when the compilers work so many milliseconds in each quarter of a second. */
    private long millisUntilOver(long... compiling) {
        long[] now = {-7};
        BooleanSupplier over = Rehearsal.untilCompiled(
                () -> now[0] * 1_000_000,
                () -> {
                    long sum = 0;
                    for (long quarter = 0; quarter < (now[0] + 7) / 250; quarter++) {
                        sum += compiling[(int) Math.min(quarter, compiling.length - 1)];
                    }
                    return sum;
                },
                () -> now[0] + 7 >= framesComeAtMillis);
        while (!over.getAsBoolean()) {
            now[0]++;
        }
        return now[0] + 7;
    }

    private static String rehearsals() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(each -> each.getFileName().toString().startsWith("wirepath-rehearsal"))
                    .sorted()
                    .toList()
                    .toString();
        }
    }
}

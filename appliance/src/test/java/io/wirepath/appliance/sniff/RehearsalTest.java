package io.wirepath.appliance.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.sniffer.Counter;
import io.wirepath.sniffer.CounterSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {

    private static final int BLOCKS = 100;

    @TempDir
    private Path temp;

    @Test
    void itsTrafficIsThatOfASoundSite() throws IOException {
        int[] blocks = {0};
        FlowReport report =
                Rehearsal.rehearse(temp, FlowSettings.defaults(), new RehearsalTraffic(() -> blocks[0]++ == BLOCKS));
        Map<String, Long> counted = new HashMap<>();
        report.counters().forEach(value -> counted.put(value.counter().name(), value.value()));
        assertTrue(report.frames() > 1000L * BLOCKS, report.frames() + " frames");
        assertEquals(report.frames(), counted.get("USED_TCP") + counted.get("USED_UDP"));
        assertTrue(counted.get("MESSAGES_FRAMED") > report.frames() / 5, counted::toString);
        assertTrue(counted.get("MESSAGES") > counted.get("MESSAGES_FRAMED"), counted::toString);
        List<CounterSet.Value> wrong = report.counters().stream()
                .filter(value -> value.counter().kind() == Counter.Kind.LOSS && value.value() > 0)
                .toList();
        assertEquals(List.of(), wrong);
    }

    @Test
    void leavesNothingBehindAndTakesItsTime() throws IOException {
        String before = rehearsals();
        long start = System.nanoTime();
        Rehearsal.run(FlowSettings.defaults());
        assertTrue(System.nanoTime() - start >= Rehearsal.LONGEST_NANOS);
        assertEquals(before, rehearsals());
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

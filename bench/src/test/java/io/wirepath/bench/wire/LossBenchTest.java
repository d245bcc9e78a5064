package io.wirepath.bench.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What no missing frame touches is as it is without loss, for the protocols of the recordings of the tests. */
class LossBenchTest {

    private static final double WANTED = 0.999;

    /** Calls that are invented, at most: one of which the end is missing and the answer too. */
    private static final Map<String, Long> INVENTED = Map.of("RMI", 1L);

    private static List<Path> recordings() throws IOException {
        Path folder = Path.of(System.getProperty("wirepath.home", ".."), "flows/src/test/resources/captures/protocols");
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".pcap.gz"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void whatNoMissingFrameTouchesIsTheSame() throws IOException {
        LossBench bench = new LossBench(2);
        for (Path recording : recordings()) {
            bench.measure(recording.toString());
        }
        int protocols = 0;
        for (String protocol : bench.protocols()) {
            protocols++;
            LossShare.Count whole = bench.count(protocol, LossBench.Missing.NOTHING);
            assertEquals(whole.untouched(), whole.same(), protocol);
            LossShare.Count lossy = bench.count(protocol, LossBench.Missing.SINGLE_FRAMES)
                    .plus(bench.count(protocol, LossBench.Missing.RUNS));
            double same = (double) lossy.same() / lossy.untouched();
            assertTrue(same >= WANTED, protocol + " " + lossy);
            assertTrue(lossy.invented() <= INVENTED.getOrDefault(protocol, 0L), protocol + " " + lossy);
        }
        assertTrue(protocols > 15, () -> "recordings of few protocols");
    }
}

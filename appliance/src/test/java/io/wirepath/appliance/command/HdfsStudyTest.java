package io.wirepath.appliance.command;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The study of replicas in HDFS (Pivot Tracing, §6.1, HDFS-6268) from packets of a real HDFS, of each frame 256 bytes,
 * against what its gateways know: with replicas in random order, and with the bug.
 */
final class HdfsStudyTest extends VerbTest {

    private static final Path CASES = Path.of("src/test/resources/hdfs");
    private static final String READS = "From r In requests Where r.operation ~ '^READ_BLOCK ' ";
    private static final int NODES = 6;

    private final Map<String, Integer> readOf = new TreeMap<>();
    private final Map<String, Integer> readAt = new TreeMap<>();
    private final Map<String, Integer> taken = new TreeMap<>();
    private final Set<String> replicas = new TreeSet<>();

    /** A count, and the bounds of its interval. */
    private record Estimate(double mean, double low, double high) {}

    private void readTruth(String set) throws IOException {
        Map<String, String> names = new TreeMap<>();
        try (InputStream in = HdfsStudyTest.class.getResourceAsStream("/hdfs/hosts")) {
            new String(in.readAllBytes(), US_ASCII)
                    .lines()
                    .forEach(line -> names.put(line.split(" ", -1)[0], line.split(" ", -1)[1]));
        }
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(HdfsStudyTest.class.getResourceAsStream("/hdfs/" + set + ".csv.gz")), US_ASCII))) {
            in.lines().map(line -> line.split(",", -1)).forEach(cells -> {
                String file = cells[2].substring("/study".length());
                String node = names.getOrDefault(cells[3], "");
                if (cells[0].equals("read")) {
                    readOf.merge(names.get(cells[1]) + ' ' + cells[2], 1, Integer::sum);
                    readAt.merge(names.get(cells[1]) + ' ' + node, 1, Integer::sum);
                    taken.merge(file + ' ' + node, 1, Integer::sum);
                } else if (cells[0].equals("replica")) {
                    replicas.add(file + ' ' + node);
                }
            });
        }
    }

    /** Who reads, a file's path and a server, as far as a row has them, and its count. */
    private Map<String, Estimate> counts(String set, String query) throws IOException {
        String capture = CASES.resolve(set + ".pcap.gz").toString();
        String hosts = CASES.resolve("hosts").toString();
        assertEquals(
                0,
                run("query", query + ", COUNT As n", capture, "--operations", "--names", hosts, "--json", "--quiet"),
                err::toString);
        Map<String, Estimate> counts = new TreeMap<>();
        for (JsonNode row : new ObjectMapper().readTree(out.toByteArray()).get("rows")) {
            double mean = row.get("n").asDouble();
            counts.put(
                    key(row),
                    new Estimate(
                            mean,
                            row.path("n_low").asDouble(mean),
                            row.path("n_high").asDouble(mean)));
        }
        return counts;
    }

    private static String key(JsonNode row) {
        String by = row.path("by").asText();
        String path = row.path("path").asText();
        String server = row.path("server").asText();
        return (by.isEmpty() ? "" : by + ' ')
                + path.substring(path.startsWith("/study") ? 0 : Math.max(0, path.lastIndexOf('/')))
                + (path.isEmpty() || server.isEmpty() ? "" : " ")
                + server;
    }

    private static Map<String, Integer> exact(Map<String, Estimate> counts) {
        Map<String, Integer> exact = new TreeMap<>();
        counts.forEach((key, count) -> {
            assertEquals(count.low, count.high, key);
            exact.put(key, (int) count.mean);
        });
        return exact;
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "first"})
    void theQueriesOfThePaperAnswerAsItWas(String set) throws IOException {
        readTruth(set);
        assertEquals(
                readOf,
                exact(counts(
                        set,
                        "From g In requests Where g.operation ~ '^getBlockLocations ' GroupBy g.client, g.path"
                                + " Select g.client As by, g.path As path")),
                "Q4: which gateway reads which file");
        assertEquals(
                readAt,
                exact(counts(set, READS + "GroupBy r.client, r.server Select r.client As by, r.server As server")),
                "Q3, Q6: which gateway reads at which data node");
        Map<String, Estimate> written = counts(
                set,
                "From w In requests Where w.operation ~ '^WRITE_BLOCK ' Join c In First(requests) On c -> w"
                        + " GroupBy c.path, w.server Select c.path As path, w.server As server");
        Set<String> held = new TreeSet<>();
        written.forEach((key, count) -> {
            if (count.low > 1) {
                held.add(key);
            }
        });
        assertEquals(replicas, held, "Q5: where the replicas of each file are");
        Map<String, Estimate> read = counts(
                set,
                READS + "Join c In First(requests) On c -> r GroupBy c.path, r.server"
                        + " Select c.path As path, r.server As server");
        int within = 0;
        double off = 0;
        for (Map.Entry<String, Estimate> each : read.entrySet()) {
            int truth = taken.getOrDefault(each.getKey(), 0);
            Estimate count = each.getValue();
            within += truth >= count.low - 0.5 && truth <= count.high + 0.5 ? 1 : 0;
            off += Math.abs(truth - count.mean);
        }
        assertTrue(read.keySet().containsAll(taken.keySet()), read::toString);
        assertTrue(within >= 0.9 * read.size(), within + " of " + read.size() + " intervals hold what was read");
        assertTrue(off < 60, off + " reads of 300 are elsewhere");
        double[] share = firstOfTwo(held, read);
        String said = set + ": the first of two replicas is taken in " + share[0] + " to " + share[1];
        assertTrue(set.equals("first") ? share[0] > 0.8 : share[0] < 0.5 && share[1] > 0.5, said);
    }

    /** Q7: of replicas of files that two nodes hold, how often the first of the two was taken: from, to. */
    private static double[] firstOfTwo(Set<String> held, Map<String, Estimate> read) {
        double[] low = new double[2];
        double[] high = new double[2];
        for (String replica : held) {
            String path = replica.substring(0, replica.indexOf(' '));
            int own = Integer.parseInt(replica.substring(replica.length() - 1));
            Estimate count = read.getOrDefault(replica, new Estimate(0, 0, 0));
            for (int other = 1; other <= NODES; other++) {
                if (other != own && held.contains(path + " dn" + other)) {
                    low[own < other ? 0 : 1] += count.low;
                    high[own < other ? 0 : 1] += count.high;
                }
            }
        }
        return new double[] {low[0] / (low[0] + high[1]), high[0] / (high[0] + low[1])};
    }
}

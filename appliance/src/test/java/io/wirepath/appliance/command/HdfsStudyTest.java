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
    private static final String OF_FILE = " Select part(c.path, '[^/]*$') As file, ";
    private static final int NODES = 6;

    private final Map<String, Integer> readOf = new TreeMap<>();
    private final Map<String, Integer> readAt = new TreeMap<>();
    private final Map<String, Integer> taken = new TreeMap<>();
    private final Map<String, Integer> writes = new TreeMap<>();
    private final Set<String> replicas = new TreeSet<>();

    /** A count or a share, and the bounds of its interval. */
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
                } else {
                    writes.merge(file, 1, Integer::sum);
                }
            });
        }
    }

    /** Who reads, a file's path and a server, as far as a row has them, and its count; or what share. */
    private Map<String, Estimate> answer(String set, String query) throws IOException {
        String capture = CASES.resolve(set + ".pcap.gz").toString();
        String hosts = CASES.resolve("hosts").toString();
        assertEquals(
                0, run("query", query, capture, "--operations", "--names", hosts, "--json", "--quiet"), err::toString);
        Map<String, Estimate> counts = new TreeMap<>();
        for (JsonNode row : new ObjectMapper().readTree(out.toByteArray()).get("rows")) {
            String value = row.has("share") ? "share" : "n";
            double mean = row.get(value).asDouble();
            counts.put(
                    row.has("share") ? value : key(row),
                    new Estimate(
                            mean,
                            row.path(value + "_low").asDouble(mean),
                            row.path(value + "_high").asDouble(mean)));
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
                exact(answer(
                        set,
                        "From g In requests Where g.operation ~ '^getBlockLocations ' GroupBy g.client, g.path"
                                + " Select g.client As by, g.path As path, COUNT As n")),
                "Q4: which gateway reads which file");
        assertEquals(
                readAt,
                exact(answer(
                        set,
                        READS + "GroupBy r.client, r.server Select r.client As by, r.server As server, COUNT As n")),
                "Q3, Q6: which gateway reads at which data node");
        Map<String, Estimate> written = answer(
                set,
                "From w In requests Where w.operation ~ '^WRITE_BLOCK ' Join c In First(requests) On c -> w"
                        + " GroupBy c.path, w.server Select c.path As path, w.server As server, COUNT As n");
        Set<String> held = new TreeSet<>();
        written.forEach((key, count) -> {
            int truth = replicas.contains(key) ? writes.getOrDefault(key.split(" ", -1)[0], 0) : 0;
            assertTrue(truth >= count.low && truth <= count.high, key + " was written " + truth + " times: " + count);
            if (count.low > 0) {
                held.add(key);
            }
        });
        assertEquals(replicas, held, "Q5: where the replicas of each file are");
        Map<String, Estimate> read = answer(
                set,
                READS + "Join c In First(requests) On c -> r GroupBy c.path, r.server"
                        + " Select c.path As path, r.server As server, COUNT As n");
        int within = 0;
        double off = 0;
        for (Map.Entry<String, Estimate> each : read.entrySet()) {
            int truth = taken.getOrDefault(each.getKey(), 0);
            Estimate count = each.getValue();
            within += truth >= count.low && truth <= count.high ? 1 : 0;
            off += Math.abs(truth - count.mean);
        }
        assertTrue(read.keySet().containsAll(taken.keySet()), read::toString);
        assertTrue(within >= 0.9 * read.size(), within + " of " + read.size() + " intervals hold what was read");
        assertTrue(off < 60, off + " reads of 300 are elsewhere");
        Estimate preferred = answer(
                        set,
                        "R = " + READS + "Join c In First(requests) On c -> r" + OF_FILE
                                + "r.server As server; W = From w In requests Where w.operation ~ '^WRITE_BLOCK '"
                                + " Join c In First(requests) On c -> w" + OF_FILE + "w.server As server;"
                                + " From r In R Join w In W On w.file = r.file Where w.server != r.server"
                                + " Select AVG(r.server < w.server) As share")
                .get("share");
        double truth = firstOfTwo();
        String said = set + ": the first of two replicas is taken in " + preferred + ", in truth in " + truth;
        assertTrue(
                truth >= preferred.low
                        && truth <= preferred.high
                        && preferred.high <= 1
                        && (set.equals("first") ? preferred.low > 0.95 : preferred.high < 0.6),
                said);
    }

    /** Of replicas of files that two nodes hold, how often the first of the two was taken in truth. */
    private double firstOfTwo() {
        double first = 0;
        double second = 0;
        for (String replica : replicas) {
            String path = replica.substring(0, replica.indexOf(' '));
            int own = Integer.parseInt(replica.substring(replica.length() - 1));
            for (int other = 1; other <= NODES; other++) {
                if (other != own && replicas.contains(path + " dn" + other)) {
                    first += own < other ? taken.getOrDefault(replica, 0) : 0;
                    second += own > other ? taken.getOrDefault(replica, 0) : 0;
                }
            }
        }
        return first / (first + second);
    }
}

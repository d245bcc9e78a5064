package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every query of the manual is one, and what the manual says that it prints of the sample is what it prints. */
final class QueryManualTest extends VerbTest {

    private static final Path MANUAL = Path.of("../docs/manual/query.md");
    private static final String HDFS = "src/test/resources/hdfs/";
    private static final String COMMAND = "wirepath query '";

    @TempDir
    private Path directory;

    /** The indented blocks of a text, without their indentation. */
    private static List<String> blocks(List<String> lines) {
        List<String> blocks = new ArrayList<>();
        StringBuilder block = new StringBuilder();
        for (String line : lines) {
            if (line.startsWith("    ")) {
                block.append(line.strip()).append('\n');
            } else if (!block.isEmpty()) {
                blocks.add(block.toString());
                block.setLength(0);
            }
        }
        return blocks;
    }

    /** The query that a block holds, or nothing. */
    private static String query(String block) {
        if (block.startsWith(COMMAND + "From")) {
            return block.substring(COMMAND.length(), block.indexOf('\'', COMMAND.length()));
        }
        return block.startsWith("From ") || block.matches("(?s)Q8? = .*") ? block : "";
    }

    private String index(String name, String... inputs) {
        String index = directory.resolve(name).toString();
        List<String> make = new ArrayList<>(List.of("query", "From f In findings", "--quiet", "--index", index));
        make.addAll(List.of(inputs));
        printed(make.toArray(String[]::new));
        return index;
    }

    @Test
    void whatItShowsIsWhatIsPrinted() throws IOException {
        List<String> lines = Files.readAllLines(MANUAL);
        int skew = line(lines, "samples/skew/");
        int hdfs = line(lines, "resources/hdfs/");
        String hosts = "--names=../samples/slow/hosts";
        String slow = index(
                "slow",
                hosts,
                SampleCapture.path("sw-app"),
                SampleCapture.path("sw-data"),
                SampleCapture.path("sw-front"),
                SampleCapture.path("sw-web"));
        compare(blocks(lines.subList(0, skew)), slow, 9, 5);
        String skewed = index("skew", hosts, "../samples/skew/sw-web.pcap.gz");
        compare(blocks(lines.subList(skew, hdfs)), skewed, 3, 3);
        String replicas = index("hdfs", "--operations", "--names=" + HDFS + "hosts", HDFS + "first.pcap.gz");
        compare(blocks(lines.subList(hdfs, lines.size())), replicas, 4, 4);
    }

    private static int line(List<String> lines, String part) {
        return IntStream.range(0, lines.size())
                .filter(line -> lines.get(line).contains(part))
                .findFirst()
                .orElseThrow();
    }

    private void compare(List<String> blocks, String index, int leastAsked, int leastShown) {
        int shown = 0;
        int asked = 0;
        for (int at = 0; at + 1 < blocks.size(); at++) {
            String query = query(blocks.get(at));
            if (query.isEmpty()) {
                continue;
            }
            asked++;
            List<List<String>> printed = cells(printed("query", query, index));
            String next = blocks.get(at + 1);
            if (query(next).isEmpty() && !next.startsWith("wirepath")) {
                shown++;
                for (List<String> row : cells(next)) {
                    assertTrue(printed.contains(row), () -> query + row + " is not in\n" + out);
                }
            }
        }
        assertTrue(asked >= leastAsked && shown >= leastShown, asked + " asked, " + shown + " shown");
    }

    private static List<List<String>> cells(String table) {
        return table.lines()
                .map(line -> List.of(line.strip().split(" {2,}", -1)))
                .toList();
    }
}

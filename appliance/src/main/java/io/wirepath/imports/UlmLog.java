package io.wirepath.imports;

import io.wirepath.analyze.host.HostRecord;
import io.wirepath.sniffer.SnifferName;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A log of hosts and applications, plain or gzip. A line that makes no sense is left out, and told.
 *
 * @param records what was logged, by the clock of who logged it, in the order of the file
 * @param problem what is wrong with lines that were left out, with the number of the first; empty where none was
 */
public record UlmLog(List<HostRecord> records, Optional<String> problem) {

    /** Lines of a log that are kept. */
    public static final int MAX_LINES = 5_000_000;

    /**
     * Reads a file.
     *
     * @throws ImportException where no line makes sense, or there are too many
     */
    public static UlmLog read(Path file) throws IOException {
        List<HostRecord> records = new ArrayList<>();
        String host = SnifferName.of(file.toString()).replaceFirst("(\\.(ulm|log|gz))+$", "");
        String first = "";
        long left = 0;
        try (BufferedReader reader = new BufferedReader(ImportFile.open(file))) {
            TraceLines lines = new TraceLines(file.toString(), host, reader);
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                if (records.size() == MAX_LINES) {
                    throw lines.wrong("holds more than " + MAX_LINES + " lines; cut it by time, or by what it tells");
                }
                try {
                    records.add(UlmLine.parse(line, host));
                } catch (IllegalArgumentException e) {
                    String problem = "line " + lines.line() + " " + e.getMessage();
                    first = left++ == 0 ? problem : first;
                }
            }
        }
        if (records.isEmpty()) {
            throw new ImportException(
                    file.toString(),
                    left == 0 ? "holds no line of a log" : "holds no line of a ULM or NetLogger log; " + first);
        }
        return new UlmLog(List.copyOf(records), problem(file, left, first));
    }

    private static Optional<String> problem(Path file, long left, String first) {
        return left == 0
                ? Optional.empty()
                : Optional.of(file + ": " + left + (left == 1 ? " line makes" : " lines make") + " no sense and "
                        + (left == 1 ? "is" : "are") + " left out: " + first);
    }
}

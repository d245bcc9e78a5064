package io.wirepath.bench.accuracy;

import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * What one algorithm costs on one set.
 *
 * @param set the set
 * @param algorithm the algorithm
 * @param messages messages of the set
 * @param calls answered calls of the set
 * @param inFlight calls that are open at a time, mean
 * @param first CPU time of the first run, seconds
 * @param best CPU time of the best run, seconds
 * @param bytes the most that the heap grows in one more run
 */
record SpeedRow(
        String set, String algorithm, int messages, int calls, double inFlight, double first, double best, long bytes) {

    static final String HEADING = """
            | set | algorithm | messages | calls in flight | first run, CPU s | best run, CPU s | messages per CPU s | calls per CPU s | MB |
            |---|---|---:|---:|---:|---:|---:|---:|---:|
            """;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEGABYTE = 1e6;

    /** Lets the algorithm infer so many times, and once more to see its memory. */
    static SpeedRow measure(String set, CausalAlgorithm algorithm, MessageTable table, int runs) {
        double first = cpuSeconds(algorithm, table);
        double best = first;
        for (int run = 1; run < runs; run++) {
            best = Math.min(best, cpuSeconds(algorithm, table));
        }
        HeapPeak heap = new HeapPeak();
        LinkTable kept = algorithm.infer(table);
        long bytes = heap.bytes();
        int calls = 0;
        double open = 0;
        for (int row = 0; row < kept.size(); row++) {
            int request = table.partner(row);
            if (request >= 0 && request < row) {
                calls++;
                open += table.timeNanos(row) - table.timeNanos(request);
            }
        }
        double inFlight = open / Math.max(1, table.timeNanos(table.size() - 1) - table.timeNanos(0));
        return new SpeedRow(set, algorithm.name(), table.size(), calls, inFlight, first, best, bytes);
    }

    /** A row of the table in Markdown. */
    String markdown() {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %,d | %.1f | %.2f | %.2f | %,.0f | %,.0f | %.0f |%n",
                set,
                algorithm,
                messages,
                inFlight,
                first,
                best,
                messages / best,
                calls / best,
                bytes / MEGABYTE);
    }

    private static double cpuSeconds(CausalAlgorithm algorithm, MessageTable table) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        algorithm.infer(table);
        return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / NANOS_PER_SECOND;
    }
}

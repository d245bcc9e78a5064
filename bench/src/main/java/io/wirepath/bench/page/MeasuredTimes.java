package io.wirepath.bench.page;

import java.util.Arrays;
import java.util.Locale;

/** What was measured, a line each: printed as it comes, and kept as a table. Not thread-safe. */
final class MeasuredTimes {

    private final StringBuilder table = new StringBuilder(
            "| what | median, ms | 95 of 100 within, ms | at most wanted, ms |\n|---|---:|---:|---:|\n");

    /** Notes times in milliseconds; {@code wanted} is 0 where nothing is. */
    void add(String what, double[] millis, double wanted) {
        double[] order = millis.clone();
        Arrays.sort(order);
        double median = order[order.length / 2];
        double most = order[Math.min(order.length - 1, (int) Math.ceil(0.95 * order.length) - 1)];
        System.out.printf(Locale.ROOT, "%-72s %8.1f ms median %8.1f ms p95%n", what, median, most);
        table.append(String.format(
                Locale.ROOT, "| %s | %.1f | %.1f | %s |%n", what, median, most, wanted > 0 ? (long) wanted : ""));
    }

    /** All of it, as Markdown. */
    String markdown() {
        return table.toString();
    }
}

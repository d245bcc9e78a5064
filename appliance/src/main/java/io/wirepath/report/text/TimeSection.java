package io.wirepath.report.text;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.request.RequestTimes;
import io.wirepath.analyze.request.TimeSums;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.CountText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of all requests went: by what holds it, by path, and where operations are known by operation. Each
 * table adds up to the same total, the time from request to response.
 */
final class TimeSection {

    /** Rows of a table; what more there are is one row. */
    private static final int MAX_ROWS = 8;

    /** What is named of a path or an operation. */
    private static final int MAX_NAMED = 3;

    private static final double MIN_SHARE = 0.005;
    private static final String NO_PATH = "";

    private final StringBuilder to;
    private final Style style;
    private final Analysis analysis;
    private final RequestTimes times;

    private TimeSection(StringBuilder to, Analysis analysis, Style style) {
        this.to = to;
        this.style = style;
        this.analysis = analysis;
        String[] roles = new String[analysis.messages().nodes().size()];
        analysis.nodes().forEach(node -> roles[node.node()] = node.role());
        MessageTable messages = analysis.messages();
        CallTable calls = analysis.calls();
        times = RequestTimes.of(messages, calls, new ServedCalls(messages, calls), roles);
    }

    static void append(StringBuilder to, Analysis analysis, Style style) {
        if (analysis.nodes().size() == analysis.messages().nodes().size()) {
            new TimeSection(to, analysis, style).append();
        }
    }

    private void append() {
        Map<Integer, String> paths = new HashMap<>();
        Map<String, List<Integer>> roots = analysis.table().roots();
        for (PathPattern pattern : analysis.patterns()) {
            roots.getOrDefault(pattern.id(), List.of()).forEach(row -> paths.putIfAbsent(row, pattern.id()));
        }
        CallTable calls = analysis.calls();
        Map<String, TimeSums> byPath = times.by(root -> paths.getOrDefault(calls.request()[root], NO_PATH));
        TimeSums all = byPath.values().stream().reduce(TimeSums::plus).orElse(null);
        if (all == null || all.total() == 0) {
            return;
        }
        TextReport.heading(
                to,
                style,
                "WHERE THE TIME GOES  of " + CountText.of(all.requests(), "request") + ", from request to response");
        holders(all);
        groups("path", byPath, all.total());
        Map<String, TimeSums> byOperation = times.by(root -> analysis.messages().operation(calls.request()[root]));
        if (byOperation.keySet().stream().anyMatch(name -> !name.isEmpty())) {
            groups("operation", byOperation, all.total());
        }
    }

    private void holders(TimeSums all) {
        TextTable table = new TextTable("share", "in all", "each", "<what holds it");
        double rest = all.total();
        int named = 0;
        for (Map.Entry<TimeSums.Holder, Double> own : all.greatest()) {
            if (named++ < MAX_ROWS && own.getValue() >= MIN_SHARE * all.total()) {
                row(table, own.getValue(), all, Figures.printable(own.getKey().words()));
                rest -= own.getValue();
            }
        }
        if (rest > MIN_SHARE * MIN_SHARE * all.total()) {
            row(table, rest, all, "all else");
        }
        row(table, all.total(), all, "in all");
        table.print(to, style);
    }

    private static void row(TextTable table, double nanos, TimeSums all, String what) {
        table.row(share(nanos / all.total()), Figures.time(nanos), Figures.time(nanos / all.requests()), what);
    }

    private void groups(String of, Map<String, TimeSums> groups, double total) {
        List<Map.Entry<String, TimeSums>> order = new ArrayList<>(groups.entrySet());
        order.sort(Comparator.comparingDouble(
                (Map.Entry<String, TimeSums> group) -> -group.getValue().total()));
        TextTable table = new TextTable("share", "in all", "requests", "each", "<" + of, "/most of it");
        int named = 0;
        @Nullable TimeSums rest = null;
        for (Map.Entry<String, TimeSums> group : order) {
            if (named < MAX_ROWS && !group.getKey().isEmpty()) {
                named++;
                row(table, group.getValue(), group.getKey(), total);
            } else {
                rest = rest == null ? group.getValue() : rest.plus(group.getValue());
            }
        }
        if (rest != null) {
            row(table, rest, "all else", total);
        }
        to.append('\n');
        table.print(to, style);
    }

    private static void row(TextTable table, TimeSums own, String name, double total) {
        List<String> most = own.greatest().stream()
                .limit(MAX_NAMED)
                .filter(holder -> holder.getValue() >= MIN_SHARE * own.total())
                .map(holder -> share(holder.getValue() / own.total()) + " "
                        + Figures.printable(holder.getKey().words()))
                .toList();
        table.row(
                share(own.total() / total),
                Figures.time(own.total()),
                CountText.of(own.requests()),
                Figures.time(own.total() / own.requests()),
                Figures.printable(name),
                String.join("; ", most));
    }

    private static String share(double share) {
        return String.format(Locale.ROOT, 100 * share < 10 ? "%.1f %%" : "%.0f %%", 100 * share);
    }
}

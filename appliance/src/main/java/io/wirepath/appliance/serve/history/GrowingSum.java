package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.path.PatternTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.sum.ReportSum;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The sum of the reports of windows that follow each other, to which later ones are added. Thread-safe. */
final class GrowingSum {

    private final ReportHistory reports;
    private final long replaced;
    private ReportSum sum = new ReportSum();

    /** Of all that was added so far. */
    private volatile List<WindowId> windows = List.of();

    GrowingSum(ReportHistory reports, long replaced) {
        this.reports = reports;
        this.replaced = replaced;
    }

    /** How many reports had taken the place of others when it was begun. */
    long replaced() {
        return replaced;
    }

    /** How many it has added. */
    int windows() {
        return windows.size();
    }

    /** Whether it becomes the sum of these windows by adding some. */
    boolean isBeginOf(List<WindowId> ids) {
        List<WindowId> windowIds = windows;
        return windowIds.size() <= ids.size() && windowIds.equals(ids.subList(0, windowIds.size()));
    }

    /** The sum of these windows; null where it holds others meanwhile. */
    synchronized @Nullable ObjectNode json(List<WindowId> ids, ReportSum.Lists lists) {
        if (!isBeginOf(ids)) {
            return null;
        }
        if (windows.size() == 1 && ids.size() > 1) {
            // of a window alone less is read
            sum = new ReportSum();
            windows = List.of();
        }
        for (WindowId id : ids.subList(windows.size(), ids.size())) {
            reports.kept(id, ids.size() == 1 ? sum::addAlone : sum::add);
        }
        windows = List.copyOf(ids);
        if (ids.size() == 1) {
            reports.kept(ids.get(0), kept -> sum.show(kept, lists));
        }
        TimeSpan span =
                new TimeSpan(ids.get(0).fromNanos(), ids.get(ids.size() - 1).toNanos());
        return sum.json(span, lists, patterns(ids, Set.copyOf(sum.patterns(lists.skip(), lists.patterns()))));
    }

    /** Some patterns alone, added. */
    private PatternTable patterns(List<WindowId> ids, Set<String> wanted) {
        PatternTable table = new PatternTable();
        for (WindowId id : ids) {
            reports.kept(id, kept -> kept.addPaths(wanted, table));
        }
        return table;
    }
}

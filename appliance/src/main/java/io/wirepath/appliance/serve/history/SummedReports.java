package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.report.sum.ReportSum;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports of many windows, added. The sums that were asked for last are kept, and grow by the windows that come:
 * a repeated question waits only for what is new. Thread-safe.
 */
public final class SummedReports {

    private static final int MAX_KEPT = 4;

    private final ReportHistory reports;

    /** The one that was asked for last stands last. */
    private final List<GrowingSum> kept = new ArrayList<>();

    /** Of the window that was read before anybody asked. */
    private @Nullable GrowingSum prepared;

    /** Adds reports of this history. */
    public SummedReports(ReportHistory reports) {
        this.reports = reports;
    }

    /**
     * The sum.
     *
     * @param ids windows in order of time, at least one
     */
    public ObjectNode json(List<WindowId> ids, ReportSum.Lists lists) {
        while (true) {
            ObjectNode json = sum(ids).json(ids, lists);
            if (json != null) {
                return json;
            }
        }
    }

    /** Reads a window before anybody asks for it; what was read so before is let go, unless it has grown. */
    public void prepare(WindowId id) {
        GrowingSum next = new GrowingSum(reports, reports.replaced());
        next.json(List.of(id), ReportSum.Lists.USUAL);
        synchronized (kept) {
            kept.removeIf(sum -> sum.equals(prepared) && sum.windows() == 1);
            prepared = next;
            keep(next);
        }
    }

    private void keep(GrowingSum sum) {
        kept.add(sum);
        if (kept.size() > MAX_KEPT) {
            kept.remove(0);
        }
    }

    /** The kept sum that lacks least of these windows and holds no other; a new one where there is none. */
    private GrowingSum sum(List<WindowId> ids) {
        long replaced = reports.replaced();
        synchronized (kept) {
            kept.removeIf(sum -> sum.replaced() != replaced);
            GrowingSum found = kept.stream()
                    .filter(sum -> sum.isBeginOf(ids))
                    .max(Comparator.comparingInt(GrowingSum::windows))
                    .orElseGet(() -> new GrowingSum(reports, replaced));
            kept.remove(found);
            keep(found);
            return found;
        }
    }
}

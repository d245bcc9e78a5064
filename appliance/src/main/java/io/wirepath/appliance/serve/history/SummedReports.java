package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.report.sum.ReportSum;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Reports of many windows, added. The sums that were asked for last are kept, and grow by the windows that come:
 * a repeated question waits only for what is new. Thread-safe.
 */
public final class SummedReports {

    private static final int MAX_KEPT = 4;

    private final ReportHistory reports;

    /** The one that was asked for last stands last. */
    private final List<GrowingSum> kept = new ArrayList<>();

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
            kept.add(found);
            if (kept.size() > MAX_KEPT) {
                kept.remove(0);
            }
            return found;
        }
    }
}

package io.wirepath.report.sum;

import io.wirepath.analyze.row.CallEdgeRow;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.analyze.whole.Analysis;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** What is kept of windows that no analysis gave. */
public final class KeptWindow {

    private KeptWindow() {}

    /** Of a window that can only be compared. */
    public static byte[] of(Sums sums) {
        return KeptSums.of(sums);
    }

    /** Of an analysis with other names, and further paths. */
    public static byte[] of(Analysis analysis, UnaryOperator<String> names, List<PathRow> more) {
        WindowTables tables = WindowTables.of(analysis);
        List<PathRow> paths = new ArrayList<>();
        for (PathRow row : tables.paths()) {
            paths.add(path(row.id(), names.apply(row.title()), row.count(), row));
        }
        paths.addAll(more);
        List<CallEdgeRow> calls = tables.calls().stream()
                .map(row -> new CallEdgeRow(names.apply(row.from()), names.apply(row.to()), row.of()))
                .toList();
        WindowTerms terms = WindowTerms.of(analysis);
        return KeptSums.of(terms, List.of(), Sums.NOTHING, List.of(), new WindowTables(calls, paths), new byte[0]);
    }

    /** A path that is like another but for these. */
    public static PathRow path(String id, String title, long count, PathRow like) {
        return new PathRow(
                id, title, count, like.expectedCount(), like.expectedPerCount(), like.duration(), like.words());
    }

    /** The paths of an analysis. */
    public static List<PathRow> paths(Analysis analysis) {
        return PathRow.all(analysis);
    }
}

package io.wirepath.report.sum;

import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.row.CallEdgeRow;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.report.RowPage;
import java.util.List;

/**
 * Long lists of a window, of which a reader asks for pages.
 *
 * @param calls calls between nodes
 * @param paths paths by role
 */
public record WindowTables(List<CallEdgeRow> calls, List<PathRow> paths) {

    /** A page of the calls. */
    public static final Fields<RowPage<CallEdgeRow>> CALLS =
            RowPage.<CallEdgeRow>fields("CallPage").objects("calls", CallEdgeRow.FIGURES, "In order.", RowPage::rows);

    /** A page of the paths. */
    public static final Fields<RowPage<PathRow>> PATHS = RowPage.<PathRow>fields("PathPage")
            .number(
                    "expectedCount",
                    "Requests that took any of all paths, expected.",
                    page -> page.all().stream()
                            .mapToDouble(PathRow::expectedCount)
                            .sum())
            .objects("patterns", PathRow.FIELDS, "In order.", RowPage::rows);

    /** Of a window without results. */
    public static final WindowTables NOTHING = new WindowTables(List.of(), List.of());

    static WindowTables of(Analysis analysis) {
        return new WindowTables(
                CallEdgeRow.all(analysis.messages().nodes(), CallDelays.of(analysis)), PathRow.all(analysis));
    }
}

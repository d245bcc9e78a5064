package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.row.CallEdgeRow;
import io.wirepath.causes.LruMap;
import io.wirepath.report.BoxPairs;
import io.wirepath.report.FieldJson;
import io.wirepath.report.RowPage;
import io.wirepath.report.sum.PathRow;
import io.wirepath.report.sum.WindowTables;
import io.wirepath.report.sum.WindowTerms;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Pages of the long lists of a window, and the traffic between its nodes added for a map. What was read of the windows
 * that were asked for last is kept. Thread-safe.
 */
public final class TablePages {

    private static final int MAX_KEPT = 4;

    private final ReportHistory reports;
    private final Map<WindowId, Read> kept = new LruMap<>(MAX_KEPT);

    private record Read(long replaced, WindowTerms terms, WindowTables tables) {}

    /** Pages of what this history holds. */
    public TablePages(ReportHistory reports) {
        this.reports = reports;
    }

    /** See {@link BoxPairs#between}; empty where there is no such window. */
    public Optional<ObjectNode> between(WindowId id, Set<String> open) {
        return read(id).map(of -> BoxPairs.between(of.terms.nodes(), of.terms.edges(), of.tables.calls(), open));
    }

    /** Some of the calls between nodes; empty where there is no such window, or order. */
    public Optional<ObjectNode> calls(WindowId id, RowPage.Asked asked) {
        return read(id).flatMap(of ->
                        RowPage.of(of.tables.calls(), row -> row.from() + '\n' + row.to(), CallEdgeRow.ORDERS, asked))
                .map(page -> FieldJson.of(WindowTables.CALLS, page));
    }

    /** Some of the paths by role; empty where there is no such window, or order. */
    public Optional<ObjectNode> paths(WindowId id, RowPage.Asked asked) {
        return read(id).flatMap(of -> RowPage.of(of.tables.paths(), PathRow::text, PathRow.ORDERS, asked))
                .map(page -> FieldJson.of(WindowTables.PATHS, page));
    }

    private Optional<Read> read(WindowId id) {
        if (!reports.has(id)) {
            return Optional.empty();
        }
        long replaced = reports.replaced();
        synchronized (kept) {
            Read known = kept.get(id);
            if (known == null || known.replaced != replaced) {
                known = new Read(replaced, WindowTerms.NOTHING, WindowTables.NOTHING);
                kept.put(id, known);
                reports.kept(id, from -> kept.put(id, new Read(replaced, from.terms(), from.tables())));
            }
            return Optional.of(kept.getOrDefault(id, known));
        }
    }
}

package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.row.CallEdgeRow;
import io.wirepath.causes.LruMap;
import io.wirepath.report.BoxPairs;
import io.wirepath.report.FieldJson;
import io.wirepath.report.RowPage;
import io.wirepath.report.sum.KeptSums;
import io.wirepath.report.sum.PathRow;
import io.wirepath.report.sum.WindowTables;
import java.io.IOException;
import java.util.List;
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
    private final Parts<WindowTables> tables = new Parts<>(KeptSums::tables, WindowTables.NOTHING);
    private final Parts<BoxPairs> pairs = new Parts<>(KeptSums::pairs, new BoxPairs(List.of()));

    /** Reads a part of what is kept of a window. */
    @FunctionalInterface
    private interface Reading<T> {
        T of(KeptSums kept) throws IOException;
    }

    /** Pages of what this history holds. */
    public TablePages(ReportHistory reports) {
        this.reports = reports;
    }

    /** See {@link BoxPairs#of}; empty where there is no such window. */
    public Optional<ObjectNode> between(WindowId id, Set<String> open) {
        Optional<BoxPairs> found =
                open.isEmpty() ? pairs.of(id) : new Parts<>(kept -> kept.pairs(open), new BoxPairs(List.of())).of(id);
        return found.map(of -> FieldJson.of(BoxPairs.FIELDS, of));
    }

    /** Some of the calls between nodes; empty where there is no such window, or order. */
    public Optional<ObjectNode> calls(WindowId id, RowPage.Asked asked) {
        return tables.of(id)
                .flatMap(of -> RowPage.of(of.calls(), row -> row.from() + '\n' + row.to(), CallEdgeRow.ORDERS, asked))
                .map(page -> FieldJson.of(WindowTables.CALLS, page));
    }

    /** Some of the paths by role; empty where there is no such window, or order. */
    public Optional<ObjectNode> paths(WindowId id, RowPage.Asked asked) {
        return tables.of(id)
                .flatMap(of -> RowPage.of(of.paths(), PathRow::text, PathRow.ORDERS, asked))
                .map(page -> FieldJson.of(WindowTables.PATHS, page));
    }

    /** One part of the windows that were asked for last. */
    private final class Parts<T> {

        private final Reading<T> reading;
        private final T nothing;
        private final Map<WindowId, T> kept = new LruMap<>(MAX_KEPT);
        private long replaced = -1;

        Parts(Reading<T> reading, T nothing) {
            this.reading = reading;
            this.nothing = nothing;
        }

        /** Empty where there is no such window. */
        synchronized Optional<T> of(WindowId id) {
            if (!reports.has(id)) {
                return Optional.empty();
            }
            if (replaced != reports.replaced()) {
                replaced = reports.replaced();
                kept.clear();
            }
            if (!kept.containsKey(id)) {
                kept.put(id, nothing);
                reports.kept(id, from -> kept.put(id, reading.of(from)));
            }
            return Optional.of(kept.getOrDefault(id, nothing));
        }
    }
}

package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.report.CallRows;
import io.wirepath.report.NodePairs;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * What is shown of the traffic between the nodes of a window: sums by role or node for the map, and pages of calls.
 * Thread-safe.
 */
public final class PairPages {

    private final MadeOfReports<NodePairs> kept;

    /** Of what this history holds. */
    public PairPages(ReportHistory reports) {
        kept = new MadeOfReports<>(reports, id -> reports.pairs(id).flatMap(PairPages::read));
    }

    /** See {@link NodePairs#between}; empty where there is no such window. */
    public Optional<ObjectNode> between(WindowId id, Set<String> open) {
        return kept.of(id).map(pairs -> pairs.between(open));
    }

    /** See {@link CallRows#page}; empty where there is no such window. */
    public Optional<ObjectNode> calls(WindowId id, String wanted, String order, boolean falling, int skip, int most) {
        return kept.of(id).map(pairs -> CallRows.page(pairs, wanted, order, falling, skip, most));
    }

    private static Optional<NodePairs> read(byte[] packed) {
        try {
            return Optional.of(NodePairs.read(PageHistory.unpacked(packed)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}

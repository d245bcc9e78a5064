package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.EventChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds servers that those who call them began to fail to connect to: more of what happens between two roles, calls and
 * failed attempts to connect together, is such an attempt.
 */
final class ConnectionChanges {

    private final Surroundings at;
    private final List<FailedConnections> failed;

    ConnectionChanges(Surroundings at) {
        this.at = at;
        failed = FailedConnections.of(at.messages(), at.calls(), at.roles()).stream()
                .filter(own -> own.callees() != MessageTable.NONE)
                .toList();
    }

    /** Number of series that {@link #find} looks at. */
    int series() {
        return failed.size();
    }

    /** What changed, each with at most this chance where nothing did. */
    List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        for (FailedConnections each : failed) {
            Observations own = observations(each);
            for (Change change : EventChange.of(own, mostChance)) {
                double before = EventChange.shareElsewhere(own, change);
                double share = EventChange.share(own, change);
                if (Relevance.isLargeShare(before, share)) {
                    int number = (int) each.attempts().stream()
                            .filter(attempt -> change.holds(attempt.nanos()))
                            .count();
                    found.add(new Incident(
                            Kind.UNREACHABLE,
                            each.to(),
                            each.from(),
                            change,
                            before,
                            share,
                            0,
                            0,
                            number,
                            number * Incident.FAILURE_NANOS));
                }
            }
        }
        return found;
    }

    private Observations observations(FailedConnections of) {
        Observations own = new Observations();
        int next = 0;
        for (int call = 0; call < at.calls().size(); call++) {
            int caller = at.messages().source(at.calls().request()[call]);
            if (at.isCounted(call)
                    && at.roleOf()[at.server(call)] == of.callees()
                    && at.roleOf()[caller] == of.callers()) {
                next = add(of, next, at.began(call), own);
                own.add(at.began(call), 0, 0, 0);
            }
        }
        add(of, next, Long.MAX_VALUE, own);
        return own;
    }

    /** Adds the attempts before this moment. */
    private int add(FailedConnections of, int from, long untilNanos, Observations to) {
        int next = from;
        while (next < of.attempts().size() && of.attempts().get(next).nanos() < untilNanos) {
            long nanos = of.attempts().get(next++).nanos();
            if (at.counted().holds(nanos)) {
                to.add(nanos, 0, 1, 0);
            }
        }
        return next;
    }
}

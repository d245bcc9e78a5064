package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.EventChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.causes.AttemptTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds nodes that began to leave requests unanswered, or to answer more of them with a failure that none of their own
 * calls explains.
 */
final class FailureChanges {

    /** Calls of the last seconds do not count: their responses may have come after the end of the capture. */
    private static final long STILL_OPEN_NANOS = 2_000_000_000L;

    private final Surroundings at;
    private final AttemptTimes attempts;
    private final Observations[] unanswered;
    private final Observations[] failed;

    FailureChanges(Surroundings at) {
        this.at = at;
        attempts = new AttemptTimes(at.messages());
        int nodes = at.messages().nodes().size();
        unanswered = new Observations[nodes];
        failed = new Observations[nodes];
        Arrays.setAll(unanswered, node -> new Observations());
        Arrays.setAll(failed, node -> new Observations());
        long end = at.lastNanos() - STILL_OPEN_NANOS;
        for (int call = 0; call < at.calls().size(); call++) {
            if (!at.isEvidence(call)) {
                continue;
            }
            if (!at.calls().isOneWay(at.messages(), call) && at.began(call) < end) {
                unanswered[at.server(call)].add(
                        at.began(call), 0, at.calls().isUnanswered(at.messages(), call) ? 1 : 0, 0);
            }
            if (at.isAnswered(call)) {
                failed[at.server(call)].add(at.began(call), 0, beganToFail(call) ? 1 : 0, 0);
            }
        }
    }

    /** Whether the call failed although all calls that were made for it went well: where a failure begins. */
    private boolean beganToFail(int call) {
        boolean begins = at.isFailed(call) && !attempts.isWithin(at.messages(), at.calls(), call);
        for (int i = at.served().firstChild(call); begins && i < at.served().endChild(call); i++) {
            int child = at.served().child(i);
            begins = !at.isFailed(child) && (at.isAnswered(child) || at.calls().isOneWay(at.messages(), child));
        }
        return begins;
    }

    /**
     * Share of the requests from outside, in the changed time, that failed with a call at one of these nodes; where a
     * node cannot be reached, at those that tried.
     */
    double requestShare(Incident cause) {
        List<Integer> nodes = cause.kind() == Kind.UNREACHABLE ? cause.peers() : cause.nodes();
        boolean[] lost = new boolean[at.calls().size()];
        int all = 0;
        int number = 0;
        for (int call = 0; call < lost.length; call++) {
            boolean within = cause.change().holds(at.began(call));
            int root = at.calls().root()[call];
            all += within && root == call && at.isAnswered(call) ? 1 : 0;
            if (within && !lost[root] && at.isFailed(root) && nodes.contains(at.server(call)) && at.isFailed(call)) {
                lost[root] = true;
                number++;
            }
        }
        return all == 0 ? 0 : (double) number / all;
    }

    /** Number of series that can show a change. */
    int series() {
        return (int) (Arrays.stream(unanswered).filter(EventChange::canShow).count()
                + Arrays.stream(failed).filter(EventChange::canShow).count());
    }

    /** What changed, each with at most this chance where nothing did. */
    List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        double price = at.failureNanos();
        for (int node = 0; node < unanswered.length; node++) {
            find(Kind.ERRORS, node, failed[node], mostChance, price, found);
            find(Kind.UNANSWERED, node, unanswered[node], mostChance, price, found);
        }
        return found;
    }

    private static void find(
            Kind kind, int node, Observations own, double mostChance, double price, List<Incident> to) {
        for (Change change : EventChange.of(own, mostChance)) {
            double before = EventChange.shareElsewhere(own, change);
            double share = EventChange.share(own, change);
            if (Relevance.isLargeShare(before, share)) {
                int number = own.number(change);
                double cost = share * number * price;
                to.add(new Incident(kind, List.of(node), List.of(), change, before, share, 0, 0, number, cost));
            }
        }
    }
}

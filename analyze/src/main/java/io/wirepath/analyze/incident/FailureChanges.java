package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.EventChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.incident.Incident.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds nodes that began to leave requests unanswered. */
final class FailureChanges {

    /** Calls of the last seconds do not count: their responses may have come after the end of the capture. */
    private static final long STILL_OPEN_NANOS = 2_000_000_000L;

    private final Observations[] unanswered;

    FailureChanges(Surroundings at) {
        int nodes = at.messages().nodes().size();
        unanswered = new Observations[nodes];
        Arrays.setAll(unanswered, node -> new Observations());
        int size = at.messages().size();
        long end = size == 0 ? 0 : at.messages().timeNanos(size - 1) - STILL_OPEN_NANOS;
        for (int call = 0; call < at.calls().size(); call++) {
            if (!at.calls().isOneWay(at.messages(), call) && at.began(call) < end) {
                unanswered[at.server(call)].add(at.began(call), 0, at.isAnswered(call) ? 0 : 1, 0);
            }
        }
    }

    /** Number of series that {@link #find} looks at. */
    int series() {
        return (int) Arrays.stream(unanswered).filter(its -> its.size() > 0).count();
    }

    /** What changed, each with at most this chance where nothing did. */
    List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        for (int node = 0; node < unanswered.length; node++) {
            Observations its = unanswered[node];
            int number = node;
            EventChange.of(its, mostChance)
                    .filter(change -> Relevance.isLargeShare(
                            EventChange.shareElsewhere(its, change), EventChange.share(its, change)))
                    .ifPresent(change -> found.add(incident(Kind.UNANSWERED, number, its, change)));
        }
        return found;
    }

    private static Incident incident(Kind kind, int node, Observations its, Change change) {
        int number = change.to() - change.from();
        double share = EventChange.share(its, change);
        return new Incident(
                kind,
                List.of(node),
                List.of(),
                change,
                EventChange.shareElsewhere(its, change),
                share,
                0,
                0,
                number,
                share * number * Incident.FAILURE_NANOS);
    }
}

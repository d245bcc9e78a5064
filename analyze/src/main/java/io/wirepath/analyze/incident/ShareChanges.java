package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.change.EventChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Finds what began to go wrong for more of what happens at a place: answers that are errors, answers that do not come,
 * connections that fail, segments that are lost.
 */
final class ShareChanges implements Changes {

    private final List<Place> places;

    /**
     * What happens at one place.
     *
     * @param events 1 for what goes wrong, 0 for what does not
     * @param price of what goes wrong, in time
     */
    record Place(Kind kind, List<Integer> nodes, List<Integer> peers, Observations events, double price) {}

    ShareChanges(List<Place> places) {
        this.places =
                places.stream().filter(own -> EventChange.canShow(own.events())).toList();
    }

    /** Of nodes that leave requests unanswered, and at which failures begin. */
    static ShareChanges ofFailures(Requests at) {
        // responses may have come after the end of the capture
        long end = at.lastNanos() - ChangeModel.SILENCE_NANOS;
        double price = at.failureNanos();
        List<Place> places = new ArrayList<>(places(at, Kind.ERRORS, at::isAnswered, at::beganToFail, price));
        places.addAll(places(
                at,
                Kind.UNANSWERED,
                request -> at.isAwaited(request) && at.began(request) < end,
                at::isUnanswered,
                price));
        return new ShareChanges(places);
    }

    private static List<Place> places(Requests at, Kind kind, IntPredicate which, IntPredicate isWrong, double price) {
        Observations[] ofNode = new Observations[at.nodes()];
        Arrays.setAll(ofNode, node -> new Observations());
        for (int request = 0; request < at.size(); request++) {
            if (at.isEvidence(request) && which.test(request)) {
                ofNode[at.server(request)].add(at.began(request), 0, isWrong.test(request) ? 1 : 0, 0);
            }
        }
        List<Place> places = new ArrayList<>();
        for (int node = 0; node < ofNode.length; node++) {
            places.add(new Place(kind, List.of(node), List.of(), ofNode[node], price));
        }
        return places;
    }

    /** Of servers that cannot be reached: attempts to connect that fail, among them and the calls between two roles. */
    static ShareChanges ofConnections(Surroundings at) {
        List<Place> places = new ArrayList<>();
        for (FailedConnections each : FailedConnections.withLogIns(at.messages(), at.calls(), at.roles())) {
            if (each.callees() != MessageTable.NONE) {
                places.add(new Place(
                        Kind.UNREACHABLE, each.to(), each.from(), connections(at, each), Incident.FAILURE_NANOS));
            }
        }
        return new ShareChanges(places);
    }

    private static Observations connections(Surroundings at, FailedConnections of) {
        Observations own = new Observations();
        int next = 0;
        for (int call = 0; call < at.size(); call++) {
            if (at.isCounted(call)
                    && at.roleOf()[at.server(call)] == of.callees()
                    && at.roleOf()[at.caller(call)] == of.callers()) {
                next = addAttempts(at, of, next, at.began(call), own);
                own.add(at.began(call), 0, 0, 0);
            }
        }
        addAttempts(at, of, next, Long.MAX_VALUE, own);
        return own;
    }

    /** Adds the attempts before this moment. */
    private static int addAttempts(Surroundings at, FailedConnections of, int from, long untilNanos, Observations to) {
        int next = from;
        while (next < of.attempts().size() && of.attempts().get(next).nanos() < untilNanos) {
            long nanos = of.attempts().get(next++).nanos();
            if (at.counted().holds(nanos)) {
                to.add(nanos, 0, 1, 0);
            }
        }
        return next;
    }

    @Override
    public int series() {
        return places.size();
    }

    @Override
    public List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        for (Place own : places) {
            for (Change change : EventChange.of(own.events(), mostChance)) {
                double before = EventChange.shareElsewhere(own.events(), change);
                double share = EventChange.share(own.events(), change);
                if (Relevance.isLargeShare(before, share)) {
                    double wrong = share * own.events().number(change);
                    int number = own.kind() == Kind.UNREACHABLE
                            ? (int) Math.round(wrong)
                            : own.events().number(change);
                    double cost = wrong * own.price();
                    found.add(new Incident(
                            own.kind(), own.nodes(), own.peers(), change, before, share, 0, 0, number, cost));
                }
            }
        }
        return found;
    }
}

package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.change.EventChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds what began to go wrong for more of what happens at a place: answers that are errors, answers that do not come,
 * connections that fail, segments that are lost.
 */
final class ShareChanges implements Changes {

    /** The key of those who ask too little to be compared each by itself. */
    static final long CROWD = -1;

    private final List<Place> places;

    /**
     * What happens at one place.
     *
     * @param events 1 for what goes wrong, 0 for what does not, by {@link #key node and caller}
     * @param price of what goes wrong, in time
     * @param role what happens at the node and its replicas; null where it has none
     */
    record Place(
            Kind kind,
            List<Integer> nodes,
            List<Integer> peers,
            Observations events,
            double price,
            @Nullable Place role) {

        /** By how much the share is larger with the change. */
        double rise(Change change) {
            return EventChange.share(events, change) - EventChange.shareElsewhere(events, change);
        }

        /** What changed, each caller compared with itself; those who ask little are one crowd. */
        List<Change> changes(double mostChance) {
            if (events.size() == 0) {
                return List.of();
            }
            Set<Long> alone = events.parts(LongUnaryOperator.identity()).stream()
                    .filter(own -> own.size() >= ChangeModel.MIN_COMPARED)
                    .map(own -> own.kindKey(0))
                    .collect(Collectors.toSet());
            return EventChange.of(
                    events.parts(key -> 0, key -> alone.contains(key) ? key : CROWD)
                            .get(0),
                    mostChance);
        }
    }

    private static long key(int node, int caller) {
        return (long) node << Integer.SIZE | caller;
    }

    private static int caller(long key) {
        return (int) key;
    }

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
        Place[] ofRole = at.roles().stream()
                .map(role -> new Place(kind, role.nodes(), List.of(), new Observations(), price, null))
                .toArray(Place[]::new);
        Place[] ofNode = new Place[at.nodes()];
        Arrays.setAll(ofNode, node -> {
            Place role = ofRole[at.roleOf()[node]];
            return new Place(
                    kind,
                    List.of(node),
                    List.of(),
                    new Observations(),
                    price,
                    role.nodes().size() > 1 ? role : null);
        });
        for (int request = 0; request < at.size(); request++) {
            if (at.isEvidence(request) && which.test(request)) {
                int node = at.server(request);
                double event = isWrong.test(request) ? 1 : 0;
                long key = key(node, at.caller(request));
                ofNode[node].events().add(at.began(request), key, event, 0);
                ofRole[at.roleOf()[node]].events().add(at.began(request), key, event, 0);
            }
        }
        return List.of(ofNode);
    }

    /** Of servers that cannot be reached: attempts to connect that fail, among them and the calls between two roles. */
    static ShareChanges ofConnections(Surroundings at) {
        List<Place> places = new ArrayList<>();
        for (FailedConnections each : FailedConnections.withLogIns(at.messages(), at.calls(), at.roles())) {
            if (each.callees() != MessageTable.NONE) {
                places.add(new Place(
                        Kind.UNREACHABLE, each.to(), each.from(), connections(at, each), Incident.FAILURE_NANOS, null));
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
        Map<Place, List<Incident>> ofRole = new LinkedHashMap<>();
        for (Place own : places) {
            List<Incident> to =
                    own.role() == null ? found : ofRole.computeIfAbsent(own.role(), role -> new ArrayList<>());
            for (Change change : own.changes(mostChance)) {
                Incident incident = incident(own, change);
                if (Relevance.isLargeShare(incident.before(), incident.after())) {
                    to.add(incident);
                }
            }
        }
        ofRole.forEach((role, single) -> found.addAll(ofReplicas(role, single, mostChance)));
        return found;
    }

    private static Incident incident(Place at, Change change) {
        ConcernedCallers those = ConcernedCallers.ofShares(at.events(), change, ShareChanges::caller);
        Observations events = those.areApart()
                ? at.events()
                        .parts(key -> those.seeing().contains(caller(key)) ? 0 : 1)
                        .get(0)
                : at.events();
        double share = EventChange.share(events, change);
        int all = events.number(change);
        double wrong = share * all;
        return new Incident(
                at.kind(),
                at.nodes(),
                at.peers(),
                change,
                EventChange.shareElsewhere(events, change),
                share,
                0,
                0,
                at.kind() == Kind.UNREACHABLE ? (int) Math.round(wrong) : all,
                wrong * at.price(),
                those.seeing(),
                those.others(),
                0);
    }

    /**
     * What began at one moment at several replicas, and for each of them about as often, is of all of them. All
     * together tell best since when, or else the surest of them. One that fails twice as much more later is another.
     */
    private List<Incident> ofReplicas(Place role, List<Incident> single, double mostChance) {
        List<Incident> all = new ArrayList<>(single);
        Incident.surestOfSeveral(single).ifPresent(surest -> {
            Incident common = role.changes(mostChance).stream()
                    .map(change -> incident(role, change))
                    .filter(surest::beginsWith)
                    .findFirst()
                    .orElseGet(() -> incident(role, surest.change()));
            double least = ChangeModel.MOST * role.rise(common.change());
            long like = places.stream()
                    .filter(own -> role.equals(own.role()) && own.rise(common.change()) >= least)
                    .count();
            if (like == role.nodes().size()) {
                all.removeIf(one -> one.beginsWith(common)
                        || common.change().holds(one.change().onsetNanos())
                                && one.after() - one.before() < 2 * (common.after() - common.before()));
                all.add(common);
            }
        });
        return all;
    }
}

package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.AmongPeers;
import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.Leap;
import io.wirepath.analyze.change.LevelChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.analyze.path.RoleSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/** Finds nodes, and roles as a whole, whose own time for requests of a kind changed. */
final class NodeChanges {

    /** A replica takes part in a change of its role from this share of the role's difference on. */
    private static final double TAKES_PART = 0.4;

    /** Requests that must have met as many open ones as others before, to be compared with them. */
    private static final int MIN_COMPARED = 20;

    /** Work is slower where requests that met as many open ones take longer by this share of the whole difference. */
    private static final double OF_ITS_OWN = 0.5;

    /** A rate is higher from this factor on. */
    private static final double MORE = 1.2;

    private final Surroundings at;
    private final Observations[] ofNode;

    /** The same by what is asked alone: a leap leaves too few of each finer kind. */
    private final Observations[] asked;

    private final Observations[] ofRole;
    private final int peers;
    private final Relevance relevance;

    NodeChanges(Surroundings at, Relevance relevance) {
        this.at = at;
        this.relevance = relevance;
        ofNode = new Observations[at.messages().nodes().size()];
        ofRole = new Observations[at.roles().size()];
        asked = new Observations[ofNode.length];
        Arrays.setAll(ofNode, node -> new Observations());
        Arrays.setAll(asked, node -> new Observations());
        Arrays.setAll(ofRole, role -> new Observations());
        peers = at.roles().stream()
                .mapToInt(role -> role.nodes().size())
                .filter(number -> number > 1)
                .sum();
        for (int call = 0; call < at.calls().size(); call++) {
            if (at.isCounted(call) && at.served().isTimed(call)) {
                int node = at.server(call);
                double own = (double) at.served().ownNanos(call);
                long kind = at.kinds().of(call);
                int inFlight = at.inFlight(call);
                ofNode[node].add(at.began(call), kind, own, inFlight);
                asked[node].add(at.began(call), at.kinds().asked(call), own, inFlight);
                if (at.roles().get(at.roleOf()[node]).nodes().size() > 1) {
                    ofRole[at.roleOf()[node]].add(at.began(call), kind * ofNode.length + node, own, inFlight);
                }
            }
        }
    }

    /** Number of series that {@link #find} looks at. */
    int series() {
        return (int) Arrays.stream(ofNode).filter(own -> own.size() > 0).count()
                + (int) Arrays.stream(ofRole).filter(own -> own.size() > 0).count()
                + peers;
    }

    /** What changed, with at most this chance of one of them where nothing did. */
    List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        for (RoleSummary role : at.roles()) {
            List<Incident> single = new ArrayList<>();
            for (int node : role.nodes()) {
                List<Incident> levels = incidents(ofNode[node], ofNode[node], List.of(node), mostChance);
                single.addAll(levels);
                double leapChance = Incidents.FALSE_ALARMS / 2 / places();
                leaps(node, leapChance).stream()
                        .filter(leap -> levels.stream().noneMatch(level -> isToldBy(level, leap)))
                        .forEach(single::add);
                if (single.stream().noneMatch(known -> known.nodes().contains(node))) {
                    single.addAll(ofKinds(node, mostChance));
                }
            }
            List<Incident> common = new ArrayList<>();
            if (role.nodes().size() > 1) {
                Observations own = ofRole[at.roleOf()[role.nodes().get(0)]];
                single.addAll(amongPeers(own, role.nodes(), single, mostChance));
                common.addAll(incidents(own, own, role.nodes(), mostChance));
                common.removeIf(all -> !isOfAll(all));
            }
            for (Incident own : common) {
                single.removeIf(one ->
                        one.kind() == own.kind() && one.change().beginsWith(own.change(), Culprits.SAME_MOMENT_NANOS));
            }
            found.addAll(common);
            found.addAll(single);
        }
        return found;
    }

    /** Whether another change of the same place is the same one, or goes on when this one begins. */
    private static boolean isToldBy(Incident level, Incident leap) {
        return level.kind() != Kind.FASTER
                && (level.change().holds(leap.change().onsetNanos())
                        || level.change().beginsWith(leap.change(), Culprits.SAME_MOMENT_NANOS))
                && leap.effectNanos() < 2 * level.effectNanos();
    }

    /** Levels of what a node is asked, each kind by itself: too few of all for the whole to tell. */
    private List<Incident> ofKinds(int node, double mostChance) {
        List<Incident> found = new ArrayList<>();
        for (int kind = 0; asked[node].kinds() > 1 && kind < asked[node].kinds(); kind++) {
            Observations own = asked[node].ofKind(kind);
            found.addAll(relevant(
                    own,
                    LevelChange.of(own, mostChance / asked[node].kinds()),
                    List.of(node),
                    relevance,
                    (change, shift) -> shift.nanos() < 0 ? Kind.FASTER : Kind.SLOWER_TAIL));
        }
        return found;
    }

    /** Number of nodes at which a leap is looked for. */
    private long places() {
        return Math.max(1, Arrays.stream(asked).filter(own -> own.size() > 0).count());
    }

    /** Leaps of all that a node is asked, or else, with as much chance in all, of a kind of it. */
    private List<Incident> leaps(int node, double mostChance) {
        Observations all = asked[node];
        List<Incident> found = leaps(all, node, false, mostChance / 2);
        for (int kind = 0; found.isEmpty() && all.kinds() > 1 && kind < all.kinds(); kind++) {
            found.addAll(leaps(all.ofKind(kind), node, true, mostChance / 2 / all.kinds()));
        }
        return found;
    }

    private List<Incident> leaps(Observations own, int node, boolean some, double mostChance) {
        List<Incident> found = new ArrayList<>();
        for (Leap leap : Leap.ofDurations(own, relevance.leastNanos(), mostChance)) {
            Change change = leap.change();
            double before = own.medianElsewhere(change);
            if (relevance.isLeap(leap.effect(), before)) {
                int number = own.number(change);
                found.add(new Incident(
                        some || leap.share() < 1 ? Kind.SLOWER_TAIL : Kind.SLOWER,
                        List.of(node),
                        List.of(),
                        change,
                        before,
                        own.median(change),
                        leap.effect(),
                        0,
                        number,
                        number * leap.effect()));
            }
        }
        return found;
    }

    /** Those of these nodes whose own time hardly differs in the changed time. */
    List<Integer> unchanged(Incident incident, List<Integer> nodes) {
        return unchanged(incident, nodes, node -> ofNode[node]);
    }

    /** The same, with the own times of each node: where they differ so little, it has no part in the change. */
    static List<Integer> unchanged(Incident incident, List<Integer> nodes, IntFunction<Observations> own) {
        IntPredicate same = node -> {
            Shift shift = Shift.of(own.apply(node), incident.change());
            return shift.compared() > 0 && Math.abs(shift.nanos()) < TAKES_PART * Math.abs(incident.effectNanos());
        };
        return nodes.stream()
                .filter(node -> !incident.nodes().contains(node) && same.test(node))
                .toList();
    }

    /** Replicas that became slower beside their peers, of those that are not known to have changed by themselves. */
    private List<Incident> amongPeers(Observations role, List<Integer> nodes, List<Incident> known, double mostChance) {
        Map<Integer, Observations> multiples = AmongPeers.of(role, ofNode.length);
        List<Incident> found = new ArrayList<>();
        for (int node : nodes) {
            Observations own = multiples.get(node);
            if (own != null && known.stream().noneMatch(one -> one.nodes().contains(node))) {
                found.addAll(incidents(ofNode[node], own, List.of(node), mostChance));
            }
        }
        // whose peers became faster is no slower
        found.removeIf(own -> own.kind() == Kind.FASTER || unchanged(own, nodes).size() < nodes.size() - 1);
        return found;
    }

    /** The changes of one series, told with the figures of another one. */
    private List<Incident> incidents(Observations own, Observations series, List<Integer> nodes, double mostChance) {
        return relevant(
                own, LevelChange.of(series, mostChance), nodes, relevance, (change, shift) -> kind(own, change, shift));
    }

    /** Those of these changes of own times that are large enough. */
    static List<Incident> relevant(
            Observations own,
            List<Change> changes,
            List<Integer> nodes,
            Relevance relevance,
            BiFunction<Change, Shift, Kind> kind) {
        List<Incident> found = new ArrayList<>();
        for (Change change : changes) {
            Shift shift = Shift.of(own, change);
            double before = own.medianElsewhere(change);
            int number = own.number(change);
            if (relevance.isLarge(shift.nanos(), before)) {
                found.add(new Incident(
                        kind.apply(change, shift),
                        nodes,
                        List.of(),
                        change,
                        before,
                        own.median(change),
                        shift.nanos(),
                        shift.halfWidthNanos(),
                        number,
                        number * Math.abs(shift.nanos())));
            }
        }
        return found;
    }

    /**
     * Requests that met as many open ones take as long as before: a queue. Where none did, a higher rate makes it one.
     */
    private static Kind kind(Observations own, Change change, Shift shift) {
        if (shift.nanos() < 0) {
            return Kind.FASTER;
        }
        Shift atEqualLoad = Shift.of(own.byLoad(), change);
        boolean comparable = atEqualLoad.compared() >= MIN_COMPARED;
        boolean queues = comparable
                ? atEqualLoad.nanos() < OF_ITS_OWN * shift.nanos()
                : own.perSecond(change) >= MORE * own.perSecondElsewhere(change);
        return queues ? Kind.QUEUES : Kind.SLOWER;
    }

    private boolean isOfAll(Incident common) {
        return common.nodes().stream()
                .map(node -> Shift.of(ofNode[node], common.change()))
                .allMatch(shift -> shift.compared() == 0 || shift.nanos() / common.effectNanos() >= TAKES_PART);
    }
}

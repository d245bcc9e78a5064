package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.LevelChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.analyze.path.RoleSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/** Finds nodes, and roles as a whole, whose own time for requests of a kind changed. */
final class NodeChanges {

    /** A replica takes part in a change of its role from this share of the role's difference on. */
    private static final double TAKES_PART = 0.4;

    private final Surroundings at;
    private final Observations[] ofNode;
    private final Observations[] ofRole;
    private final Relevance relevance;

    NodeChanges(Surroundings at, Relevance relevance) {
        this.at = at;
        this.relevance = relevance;
        ofNode = new Observations[at.messages().nodes().size()];
        ofRole = new Observations[at.roles().size()];
        Arrays.setAll(ofNode, node -> new Observations());
        Arrays.setAll(ofRole, role -> new Observations());
        for (int call = 0; call < at.calls().size(); call++) {
            if (at.served().isTimed(call)) {
                int node = at.server(call);
                double own = (double) at.served().ownNanos(call);
                long kind = at.kinds().of(call);
                int inFlight = at.inFlight(call);
                ofNode[node].add(at.began(call), kind, own, inFlight);
                if (at.roles().get(at.roleOf()[node]).nodes().size() > 1) {
                    ofRole[at.roleOf()[node]].add(at.began(call), kind * ofNode.length + node, own, inFlight);
                }
            }
        }
    }

    /** Number of series that {@link #find} looks at. */
    int series() {
        return (int) Arrays.stream(ofNode).filter(its -> its.size() > 0).count()
                + (int) Arrays.stream(ofRole).filter(its -> its.size() > 0).count();
    }

    /** What changed, with at most this chance of one of them where nothing did. */
    List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        for (RoleSummary role : at.roles()) {
            List<Incident> single = new ArrayList<>();
            for (int node : role.nodes()) {
                incident(ofNode[node], List.of(node), mostChance).ifPresent(single::add);
            }
            Optional<Incident> common = role.nodes().size() > 1
                    ? incident(ofRole[at.roleOf()[role.nodes().get(0)]], role.nodes(), mostChance)
                            .filter(this::isOfAll)
                    : Optional.empty();
            common.ifPresent(its -> single.removeIf(one ->
                    one.kind() == its.kind() && one.change().beginsWith(its.change(), Culprits.SAME_MOMENT_NANOS)));
            common.ifPresent(found::add);
            found.addAll(single);
        }
        return found;
    }

    /** Those of these nodes whose own time hardly differs in the changed time. */
    List<Integer> unchanged(Incident incident, List<Integer> nodes) {
        IntPredicate same = node -> {
            Shift shift = shift(ofNode[node], incident.change());
            return shift.compared() > 0 && Math.abs(shift.nanos()) < TAKES_PART * Math.abs(incident.effectNanos());
        };
        return nodes.stream()
                .filter(node -> !incident.nodes().contains(node) && same.test(node))
                .toList();
    }

    private Optional<Incident> incident(Observations its, List<Integer> nodes, double mostChance) {
        return LevelChange.of(its, mostChance).flatMap(change -> {
            Shift shift = Shift.of(its, change.from(), change.to());
            double before = its.medianElsewhere(change);
            double after = its.median(change);
            int number = change.to() - change.from();
            return relevance.isLarge(shift.nanos(), before)
                    ? Optional.of(new Incident(
                            shift.nanos() > 0 ? Kind.SLOWER : Kind.FASTER,
                            nodes,
                            List.of(),
                            change,
                            before,
                            after,
                            shift.nanos(),
                            shift.halfWidthNanos(),
                            number,
                            number * Math.abs(shift.nanos())))
                    : Optional.empty();
        });
    }

    private boolean isOfAll(Incident common) {
        return common.nodes().stream()
                .map(node -> shift(ofNode[node], common.change()))
                .allMatch(shift -> shift.compared() == 0 || shift.nanos() / common.effectNanos() >= TAKES_PART);
    }

    private static Shift shift(Observations its, Change change) {
        int to = change.lasts() ? its.size() : its.from(change.endNanos());
        return Shift.of(its, its.from(change.onsetNanos()), to);
    }
}

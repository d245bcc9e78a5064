package io.wirepath.analyze.incident;

import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.incident.Incident.Kind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which of several changes are the cause, and which follow from them.
 *
 * <p>Own times leave out what a node waits for, so the callers of a slow node hardly change. What changes at the same moment
 * is still an effect where it is small beside the cause (a machine that has more to do), or where it happens at a node
 * that calls the cause, directly or not (waiting for a connection of a pool), unless it is much larger or another replica, which
 * calls the cause too, did not change.
 */
final class Culprits {

    /** Changes that may have begun within this time of each other may have one cause. */
    static final long SAME_MOMENT_NANOS = 1_500_000_000L;

    private static final double SMALL_BESIDE = 0.3;
    private static final double MOST_OF_A_CALLER = 3;

    private final Surroundings at;
    private final BitSet[] reaches;

    Culprits(Surroundings at) {
        this.at = at;
        int nodes = at.messages().nodes().size();
        reaches = new BitSet[nodes];
        for (int node = 0; node < nodes; node++) {
            reaches[node] = new BitSet(nodes);
        }
        MessageTable messages = at.messages();
        for (int request : at.calls().request()) {
            reaches[messages.source(request)].set(messages.destination(request));
        }
        boolean grows = true;
        while (grows) {
            grows = false;
            for (BitSet its : reaches) {
                int before = its.cardinality();
                for (int next : its.stream().toArray()) {
                    its.or(reaches[next]);
                }
                grows |= its.cardinality() > before;
            }
        }
    }

    /** A cause with what follows from it. */
    record Grouped(Incident cause, List<Incident> effects) {}

    /** The causes, failures first and then by the time lost. */
    List<Grouped> of(List<Incident> incidents) {
        List<Incident> order = new ArrayList<>(incidents);
        order.sort(Comparator.comparing((Incident its) -> !its.isFailure())
                .thenComparing(its -> its.kind() == Kind.FASTER)
                .thenComparingDouble(its -> -its.costNanos()));
        List<Incident> causes = new ArrayList<>();
        List<Grouped> cases = new ArrayList<>();
        for (Incident its : order) {
            if (cause(its, order) == null) {
                causes.add(its);
                cases.add(new Grouped(its, new ArrayList<>()));
            }
        }
        for (Incident its : order) {
            Incident cause = cause(its, causes);
            if (cause != null && !causes.contains(its)) {
                cases.get(causes.indexOf(cause)).effects().add(its);
            } else if (!causes.contains(its)) {
                causes.add(its);
                cases.add(new Grouped(its, new ArrayList<>()));
            }
        }
        return cases;
    }

    /** The greatest of these that may be the cause of this one, or null. */
    private @Nullable Incident cause(Incident its, List<Incident> others) {
        Incident cause = null;
        for (Incident other : others) {
            if (!other.equals(its)
                    && explains(other, its)
                    && (cause == null || other.costNanos() > cause.costNanos())) {
                cause = other;
            }
        }
        return cause;
    }

    private boolean explains(Incident cause, Incident effect) {
        if (cause.kind() == Kind.FASTER || !cause.change().beginsWith(effect.change(), SAME_MOMENT_NANOS)) {
            return false;
        }
        if (effect.kind() == Kind.FASTER || effect.costNanos() < SMALL_BESIDE * cause.costNanos()) {
            return true;
        }
        boolean mutual = calls(cause, effect) && effect.costNanos() >= cause.costNanos();
        return calls(effect, cause)
                && !mutual
                && effect.costNanos() < MOST_OF_A_CALLER * cause.costNanos()
                && isOfAllCallers(effect, cause);
    }

    /** Whether no other replica calls the cause: a callee does not make one of several callers slow. */
    private boolean isOfAllCallers(Incident effect, Incident cause) {
        int role = at.roleOf()[effect.nodes().get(0)];
        return at.roles().get(role).nodes().stream()
                .filter(node -> !effect.nodes().contains(node))
                .noneMatch(node -> cause.nodes().stream().anyMatch(reaches[node]::get));
    }

    private boolean calls(Incident caller, Incident callee) {
        return caller.nodes().stream()
                .anyMatch(from -> callee.nodes().stream()
                        .anyMatch(to -> reaches[from].get(to) && !caller.nodes().contains(to)));
    }
}

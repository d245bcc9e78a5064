package io.wirepath.analyze.incident;

import io.wirepath.analyze.incident.Incident.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which of several changes are the cause, and which follow from them.
 *
 * <p>Own times leave out what a node waits for, so the callers of a slow node hardly change. What changes at the same
 * moment is still an effect where it is small beside the cause (a machine that has more to do; a failure makes no
 * server slower but its callers), or where it happens at a node that calls the cause, directly or not (waiting for a
 * connection of a pool), unless it is much larger, another replica, which calls the cause too, did not change, or
 * requests that do without the cause take longer as well. Where more requests come, a node that slows down by a smaller
 * factor than they grow follows from that. Queues follow from whatever else changed.
 */
final class Culprits {

    /** Changes that may have begun within this time of each other may have one cause. */
    static final long SAME_MOMENT_NANOS = 1_500_000_000L;

    private static final double SMALL_BESIDE = 0.3;
    private static final double MAX_OF_A_CALLER = 3;

    private final Dependencies at;
    private final BiPredicate<Incident, Incident> slowWithout;

    /**
     * Judges changes of this system.
     *
     * @param slowWithout whether requests at the second place that do without the first one take longer, too
     */
    Culprits(Dependencies at, BiPredicate<Incident, Incident> slowWithout) {
        this.at = at;
        this.slowWithout = slowWithout;
    }

    /** A cause with what follows from it. */
    record Grouped(Incident cause, List<Incident> effects) {}

    /** The causes by the time lost, then what changed of the traffic, the surest first. */
    List<Grouped> of(List<Incident> incidents) {
        List<Incident> order = new ArrayList<>(incidents);
        order.sort(Comparator.comparing(Incident::isTraffic)
                .thenComparing(own -> own.kind() == Kind.FASTER)
                .thenComparingDouble(own -> -own.costNanos())
                .thenComparingDouble(own -> own.change().chance()));
        List<Incident> causes = new ArrayList<>();
        List<Grouped> cases = new ArrayList<>();
        for (Incident own : order) {
            if (cause(own, order) == null) {
                causes.add(own);
                cases.add(new Grouped(own, new ArrayList<>()));
            }
        }
        for (Incident own : order) {
            Incident cause = cause(own, causes);
            if (cause != null && !causes.contains(own)) {
                cases.get(causes.indexOf(cause)).effects().add(own);
            } else if (!causes.contains(own)) {
                causes.add(own);
                cases.add(new Grouped(own, new ArrayList<>()));
            }
        }
        return cases;
    }

    /** The greatest of these that may be the cause of this one, or null. */
    private @Nullable Incident cause(Incident own, List<Incident> others) {
        Incident cause = null;
        for (Incident other : others) {
            if (!other.equals(own)
                    && explains(other, own)
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
        if (effect.kind() == Kind.STANDSTILL || cause.kind() == Kind.STANDSTILL) {
            return effect.kind() != Kind.STANDSTILL && effect.kind() != Kind.UNREACHABLE;
        }
        if (cause.kind() == Kind.UNREACHABLE || effect.kind() == Kind.UNREACHABLE) {
            return effect.kind() != Kind.UNREACHABLE && isFeltAt(cause, effect);
        }
        if (effect.isTraffic()) {
            return explainsTraffic(cause, effect);
        }
        if (effect.kind() == Kind.FASTER) {
            return true;
        }
        if (effect.kind() == Kind.QUEUES) {
            return cause.kind() != Kind.QUEUES || followsAsCaller(cause, effect);
        }
        if (cause.isTraffic() || cause.kind() == Kind.QUEUES) {
            return cause.kind() == Kind.LOAD
                    && effect.isSlower()
                    && cause.after() * effect.before() > cause.before() * effect.after();
        }
        if (effect.isFailure() && !cause.isFailure()) {
            return isMinor(cause, effect) || calls(effect, cause) && !calls(cause, effect);
        }
        return isMinor(cause, effect) || isOfItsLink(cause, effect) || followsAsCaller(cause, effect);
    }

    /** Whether a link that holds up messages costs more than all that is slower at its ends. */
    private static boolean isOfItsLink(Incident cause, Incident effect) {
        return !cause.peers().isEmpty()
                && effect.peers().isEmpty()
                && effect.costNanos() < cause.costNanos()
                && Stream.concat(cause.nodes().stream(), cause.peers().stream()).anyMatch(effect.nodes()::contains);
    }

    /** Whether a server that cannot be connected to explains what happens at it, at its callers, and at theirs. */
    private boolean isFeltAt(Incident cause, Incident effect) {
        return effect.nodes().stream()
                .allMatch(node -> cause.nodes().contains(node)
                        || cause.peers().contains(node)
                        || cause.nodes().stream().anyMatch(at.reaches()[node]::get));
    }

    /** Who is failed or kept waiting asks less, and something else; who is slow gets less from some balancers. */
    private boolean explainsTraffic(Incident cause, Incident effect) {
        if (cause.kind() == Kind.SIZES && effect.kind() == Kind.SIZES) {
            return calls(effect, cause) && !calls(cause, effect);
        }
        if (cause.isTraffic() || cause.kind() == Kind.QUEUES) {
            return false;
        }
        return switch (effect.kind()) {
            case LOAD -> effect.after() < effect.before();
            case BALANCE -> roleOf(cause) == roleOf(effect);
            default -> cause.isFailure();
        };
    }

    private int roleOf(Incident own) {
        return at.roleOf()[own.nodes().get(0)];
    }

    /** Whether it is small beside the cause, and in itself. */
    private boolean isMinor(Incident cause, Incident effect) {
        boolean small = effect.costNanos() < SMALL_BESIDE * cause.costNanos();
        return switch (effect.kind()) {
            // what a failure costs is no time, beside which a server that became slower could be small
            case SLOWER, SLOWER_TAIL -> small && !cause.isFailure() && effect.effectNanos() < effect.before();
            case STALLS ->
                cause.isFailure() && effect.peers().containsAll(cause.nodes())
                        || cause.isFailure() && effect.nodes().containsAll(cause.nodes());
            default -> small;
        };
    }

    /** Whether it may be the waiting of a caller for the cause. */
    private boolean followsAsCaller(Incident cause, Incident effect) {
        boolean mutual = calls(cause, effect) && effect.costNanos() >= cause.costNanos();
        return calls(effect, cause)
                && !mutual
                && effect.costNanos() < MAX_OF_A_CALLER * cause.costNanos()
                && isOfAllCallers(effect, cause)
                && !slowWithout.test(cause, effect);
    }

    /** Whether no other replica calls the cause: a callee does not make one of several callers slow. */
    private boolean isOfAllCallers(Incident effect, Incident cause) {
        int role = at.roleOf()[effect.nodes().get(0)];
        return at.roles().get(role).nodes().stream()
                .filter(node -> !effect.nodes().contains(node))
                .noneMatch(node -> cause.nodes().stream().anyMatch(at.reaches()[node]::get));
    }

    private boolean calls(Incident caller, Incident callee) {
        return caller.nodes().stream()
                .anyMatch(from -> callee.nodes().stream()
                        .anyMatch(to ->
                                at.reaches()[from].get(to) && !caller.nodes().contains(to)));
    }
}

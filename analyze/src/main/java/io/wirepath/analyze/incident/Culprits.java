package io.wirepath.analyze.incident;

import io.wirepath.analyze.incident.Incident.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import java.util.function.ToIntBiFunction;
import java.util.stream.Stream;

/**
 * Which of several changes are the cause, and which follow from them.
 *
 * <p>Own times leave out what a node waits for, so the callers of a slow node hardly change. What changes at the same
 * moment is still an effect where it is small beside the cause (a machine that has more to do; a failure makes no
 * server slower but its callers), or where it happens at a node that calls the cause, directly or not (waiting for a
 * connection of a pool), unless it is much larger while places of a pool are free, another replica, which calls the
 * cause too, did not change, or requests that do without the cause take longer as well. Where more requests come, a
 * node that slows down by a smaller factor than they grow follows from that. Where several that a slow node calls
 * answer it later, and it alone, they follow from it. Queues follow from whatever else changed.
 */
final class Culprits {

    /** Changes that may have begun within this time of each other may have one cause. */
    static final long SAME_MOMENT_NANOS = 1_500_000_000L;

    /**
     * What costs so many times more may bring along what is small, and a caller waits no more times what it waits for.
     */
    private static final double MUCH_MORE = 3;

    /** By the time lost; what changed of the traffic, what is faster and what is asked from outside come after that. */
    static final Comparator<Incident> ORDER = Comparator.comparing(Incident::isTraffic)
            .thenComparing(own -> own.kind() == Kind.LOAD)
            .thenComparing(own -> own.kind() == Kind.FASTER)
            .thenComparingDouble(own -> -own.costNanos())
            .thenComparingDouble(own -> own.change().chance());

    private static final int NONE = -1;

    private final Dependencies at;
    private final BiPredicate<Incident, Incident> slowWithout;
    private final ToIntBiFunction<Incident, Incident> alone;
    private final BiPredicate<Incident, Incident> poolHeld;

    /** What changed, the greatest first. */
    private final List<Incident> all;

    /** Whether a caller is slow for several that it calls: asked for each of them. */
    private final Map<Incident, Boolean> ofSeveral = new HashMap<>();

    /**
     * Judges changes of this system.
     *
     * @param slowWithout whether requests at the second place that do without the first one take longer, too
     * @param alone whether the first place alone is answered later at the second: {@link Requests#isAlone}
     * @param poolHeld whether the second place waits for places in a pool: {@link Requests#isPoolHeld}
     * @param incidents the changes
     */
    Culprits(
            Dependencies at,
            BiPredicate<Incident, Incident> slowWithout,
            ToIntBiFunction<Incident, Incident> alone,
            BiPredicate<Incident, Incident> poolHeld,
            List<Incident> incidents) {
        this.at = at;
        this.alone = alone;
        this.poolHeld = poolHeld;
        this.slowWithout = slowWithout;
        all = incidents.stream().distinct().sorted(ORDER).toList();
    }

    /** A cause with what follows from it. */
    record CauseWithEffects(Incident cause, List<Incident> effects) {}

    /**
     * The causes by the time lost, then what changed of the traffic, the surest first; what is asked from outside last.
     * The time grows with the square of the number of changes; single requests are looked at only of those that call
     * each other.
     */
    List<CauseWithEffects> groups() {
        List<CauseWithEffects> cases = new ArrayList<>();
        int[] caseOf = new int[all.size()];
        Arrays.fill(caseOf, NONE);
        for (int own = 0; own < caseOf.length; own++) {
            if (cause(own, other -> true) == NONE) {
                caseOf[own] = cases.size();
                cases.add(new CauseWithEffects(all.get(own), new ArrayList<>()));
            }
        }
        for (int own = 0; own < caseOf.length; own++) {
            int cause = caseOf[own] == NONE ? cause(own, other -> caseOf[other] != NONE) : own;
            if (cause == NONE) {
                caseOf[own] = cases.size();
                cases.add(new CauseWithEffects(all.get(own), new ArrayList<>()));
            } else if (cause != own) {
                cases.get(caseOf[cause]).effects().add(all.get(own));
            }
        }
        return cases;
    }

    /** The greatest of these that may be the cause of this one, or {@link #NONE}. */
    private int cause(int own, IntPredicate others) {
        int cause = NONE;
        for (int other = 0; other < all.size(); other++) {
            if (other != own
                    && others.test(other)
                    && (cause == NONE
                            || all.get(other).costNanos() > all.get(cause).costNanos())
                    && explains(all.get(other), all.get(own))) {
                cause = other;
            }
        }
        return cause;
    }

    /**
     * The one rule, by what the effect is: the cause begins first or with it, is of a sort that can bring it about, and
     * reaches it.
     */
    private boolean explains(Incident cause, Incident effect) {
        if (cause.kind() == Kind.FASTER || !isInTime(cause, effect)) {
            return false;
        }
        boolean isFault = !cause.isTraffic() && cause.kind() != Kind.QUEUES;
        return switch (effect.kind()) {
            case STANDSTILL, UNREACHABLE -> false;
            case FASTER -> true;
            case QUEUES -> cause.kind() != Kind.QUEUES || waitsFor(cause, effect);
            // who is failed or kept waiting asks less, and something else; who is slow gets less from some balancers
            case LOAD -> isFault && effect.after() < effect.before();
            case BALANCE -> isFault && roleOf(cause) == roleOf(effect);
            case MIX -> isFailing(cause);
            // who is asked for other things asks for other things; who gets other answers gives other answers
            case CALLS ->
                isFailing(cause)
                        || isFault && cause.nodes().containsAll(effect.nodes())
                        || cause.kind() == Kind.CALLS && isOnlyAbove(cause, effect);
            case SIZES -> isFailing(cause) || cause.kind() == Kind.SIZES && isOnlyAbove(effect, cause);
            default -> slows(cause, effect);
        };
    }

    private static boolean isFailing(Incident cause) {
        return cause.isFailure() || cause.kind() == Kind.STANDSTILL;
    }

    /** Whether it explains that something takes longer, is late or fails. */
    private boolean slows(Incident cause, Incident effect) {
        if (isHeldUp(effect, cause)) {
            return false;
        }
        return switch (cause.kind()) {
            case STANDSTILL, UNREACHABLE -> isFeltAt(cause, effect);
            // more is asked, and the server slows down by a smaller factor
            case LOAD -> effect.isSlower() && cause.after() * effect.before() > cause.before() * effect.after();
            case BALANCE, MIX, CALLS, SIZES, QUEUES -> false;
            default ->
                effect.isFailure() && !cause.isFailure()
                        ? isMinor(cause, effect) || isOnlyAbove(effect, cause)
                        : isMinor(cause, effect)
                                || isOfLink(cause, effect)
                                || waitsFor(cause, effect)
                                || isOfCaller(cause, effect);
        };
    }

    /**
     * Whether a cause, or a time of it, is not later than its effect, as far as the intervals of both onsets tell, and
     * goes on each time that this comes again. What it does to those who exchange messages over a slow way, or wait for
     * it, may show as long as it lasts; what is only small beside it begins with it.
     */
    private boolean isInTime(Incident cause, Incident effect) {
        if (!cause.change().comesAgainWith(effect.change())) {
            return false;
        }
        if (cause.change().anyBeginsWith(effect.change(), SAME_MOMENT_NANOS)) {
            return true;
        }
        boolean isLater = cause.change().onsetToNanos() < effect.change().onsetFromNanos()
                && cause.change().holds(effect.change().onsetNanos());
        return isLater
                && (isOfLink(cause, effect)
                        || cause.kind() == Kind.UNREACHABLE && isFeltAt(cause, effect)
                        || isQueueOfMore(cause, effect)
                        || isHeldUp(cause, effect));
    }

    /** Whether requests wait for each other, which builds up while more of them come. */
    private static boolean isQueueOfMore(Incident cause, Incident effect) {
        return effect.kind() == Kind.QUEUES && cause.kind() == Kind.LOAD && cause.after() > cause.before();
    }

    /** Whether a way that holds up messages costs more than all that is slower at those who use it. */
    private boolean isOfLink(Incident cause, Incident effect) {
        boolean isLink = cause.kind() == Kind.STALLS || cause.isSlowerNetwork();
        return isLink
                && effect.peers().isEmpty()
                && effect.costNanos() < cause.costNanos()
                && Stream.concat(cause.nodes().stream(), cause.peers().stream())
                        .anyMatch(end -> effect.nodes().stream().allMatch(node -> at.isBeside(end, node)));
    }

    /** Whether servers that give no answers explain what happens at them, at their callers, and at theirs. */
    private boolean isFeltAt(Incident cause, Incident effect) {
        return effect.nodes().stream()
                .allMatch(node -> cause.nodes().contains(node)
                        || cause.peers().contains(node)
                        || cause.nodes().stream().anyMatch(at.reaches()[node]::get));
    }

    /**
     * Whether the caller is slow, and not those that it calls: by more than one that answers its other callers as ever,
     * or several of them answer it later at once, and the other callers of one of them at least are answered as ever.
     */
    private boolean isOfCaller(Incident cause, Incident effect) {
        return mayBeOfCaller(cause, effect)
                && (effect.costNanos() < cause.costNanos() && alone.applyAsInt(cause, effect) > 0
                        || ofSeveral.computeIfAbsent(cause, this::isOfSeveral));
    }

    private boolean isOfSeveral(Incident cause) {
        List<Incident> called =
                all.stream().filter(own -> mayBeOfCaller(cause, own)).toList();
        return called.size() >= Relevance.MIN_TOGETHER
                && called.stream().allMatch(own -> alone.applyAsInt(cause, own) >= 0)
                && called.stream().anyMatch(own -> alone.applyAsInt(cause, own) > 0);
    }

    private boolean mayBeOfCaller(Incident cause, Incident effect) {
        return cause.isSlower()
                && effect.isSlower()
                && !cause.nodes().equals(effect.nodes())
                && cause.beginsWith(effect)
                && cause.nodes().stream()
                        .allMatch(from -> effect.nodes().stream().allMatch(at.calls()[from]::get));
    }

    private int roleOf(Incident own) {
        return at.roleOf()[own.nodes().get(0)];
    }

    /** Whether it is small beside the cause, and in itself. */
    private boolean isMinor(Incident cause, Incident effect) {
        boolean small = MUCH_MORE * effect.costNanos() < cause.costNanos();
        return switch (effect.kind()) {
            // what a failure costs is no time, beside which a server that became slower could be small
            case SLOWER, SLOWER_TAIL -> small && !cause.isFailure() && effect.effectNanos() < effect.before();
            case STALLS ->
                cause.isFailure()
                        && (effect.peers().containsAll(cause.nodes())
                                || effect.nodes().containsAll(cause.nodes()));
            default -> small;
        };
    }

    /** Whether it may be the waiting of a caller for the cause. */
    private boolean waitsFor(Incident cause, Incident effect) {
        boolean mutual = calls(cause, effect) && effect.costNanos() >= cause.costNanos();
        return calls(effect, cause)
                && !mutual
                && (effect.costNanos() < MUCH_MORE * cause.costNanos() || isHeldUp(cause, effect))
                && isOfAllCallers(effect, cause)
                && !slowWithout.test(cause, effect);
    }

    /** Whether a caller became slower because it waits for places in a pool that those hold whom the server serves. */
    private boolean isHeldUp(Incident server, Incident caller) {
        boolean waits = caller.isSlower() || caller.kind() == Kind.QUEUES;
        return server.isSlower() && waits && calls(caller, server) && poolHeld.test(server, caller);
    }

    /** Whether no other replica calls the cause: a callee does not make one of several callers slow. */
    private boolean isOfAllCallers(Incident effect, Incident cause) {
        int role = at.roleOf()[effect.nodes().get(0)];
        return at.roles().get(role).nodes().stream()
                .filter(node -> !effect.nodes().contains(node))
                .noneMatch(node -> cause.nodes().stream().anyMatch(at.reaches()[node]::get));
    }

    private boolean isOnlyAbove(Incident caller, Incident callee) {
        return calls(caller, callee) && !calls(callee, caller);
    }

    private boolean calls(Incident caller, Incident callee) {
        return caller.nodes().stream()
                .anyMatch(from -> callee.nodes().stream()
                        .anyMatch(to ->
                                at.reaches()[from].get(to) && !caller.nodes().contains(to)));
    }
}

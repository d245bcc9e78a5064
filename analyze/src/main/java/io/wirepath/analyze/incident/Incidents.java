package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.incident.Culprits.CauseWithEffects;
import io.wirepath.analyze.incident.IncidentCase.State;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Everything that changed while the capture ran, the causes apart from what follows from them. Pure.
 *
 * <p>All series share a chance of {@value #FALSE_ALARMS} of showing a change where nothing changed.
 */
public final class Incidents {

    /** Chance that an analysis in which nothing changed finds a change. */
    public static final double FALSE_ALARMS = 0.002;

    /** The part of it that is for leaps of the nodes, each alike: few requests show them, and so need it most. */
    public static final double FOR_LEAPS = 0.75;

    /** What is no problem by itself, and hardly seen in quiet time, is told at so many times the chance. */
    private static final double NOTICES = 100;

    /** Sorts of series that share the rest alike. */
    private static final int SORTS = 8;

    /** … so many times the usual time between two of its requests. */
    private static final double SILENT_GAPS = 10;

    /** What nobody made to happen happens by itself, now and then. */
    private static final double MAX_PROBABILITY = 0.99;

    private Incidents() {}

    /**
     * The causes: by the time that they cost, then what changed of the traffic.
     *
     * @param counted what began at other times is left out
     */
    public static List<IncidentCase> of(
            MessageTable messages, CallTable calls, ServedCalls served, List<RoleSummary> roles, TimeSpan counted) {
        return of(Surroundings.of(messages, calls, served, roles, counted));
    }

    /** The same of calls that were made ready. */
    public static List<IncidentCase> of(Surroundings calls) {
        return of((Requests) calls);
    }

    /** Those of windows together: a change that falls between two, or is too small for one, is found as any other. */
    public static List<IncidentCase> of(WindowRequests windows) {
        return of((Requests) windows);
    }

    private static List<IncidentCase> of(Requests at) {
        Relevance relevance = Relevance.of(at.usualRequestNanos());
        NodeChanges nodes = new NodeChanges(at, relevance);
        List<Changes> sorts = new ArrayList<>(List.of(ShareChanges.ofFailures(at), nodes, new LoadChanges(at)));
        sorts.addAll(at.further(relevance));
        List<Incident> found = sorts.parallelStream()
                .flatMap(sort -> sort.find(chance(sort.series()) * (sort.isNotice() ? NOTICES : 1)).stream())
                .toList();
        int series = sorts.stream().mapToInt(Changes::series).sum();
        long end = at.lastNanos();
        List<IncidentCase> cases = new ArrayList<>();
        List<CauseWithEffects> groups = found.isEmpty()
                ? List.of()
                : new Culprits(at.dependencies(), at::isSlowWithout, at::isAlone, at::isPoolHeld, found).groups();
        for (CauseWithEffects group : Together.of(groups, at.roleOf())) {
            Incident cause = group.cause();
            List<Integer> role =
                    at.roles().get(at.roleOf()[cause.nodes().get(0)]).nodes();
            // what messages show may begin behind the last request
            long last = Math.max(at.lastNanos(cause), cause.change().onsetNanos());
            cases.add(new IncidentCase(
                    cause,
                    inOrder(group.effects()),
                    requestDelay(at, cause, relevance),
                    cause.isFailure() ? at.requestShare(cause) : 0,
                    cause.effectNanos() == 0 || !cause.isSlower()
                            ? List.of()
                            : withoutChange(nodes.unchanged(cause, role, Relevance.LITTLE), cause, found),
                    at.suffering(cause),
                    state(cause.change(), last, end, at.usualGapNanos(cause)),
                    last,
                    probability(cause.change().chance() * series)));
        }
        return cases;
    }

    /** What requests feel of it; nothing of another load that is little of what they usually take. */
    private static RequestDelay requestDelay(Requests at, Incident cause, Relevance relevance) {
        RequestDelay own = at.requestDelay(cause);
        return cause.kind() == Incident.Kind.LOAD && !relevance.isLarge(own.longerNanos(), own.usualNanos())
                ? RequestDelay.UNKNOWN
                : own;
    }

    /** Those of these replicas that are not told to be slower themselves at any time of a change. */
    private static List<Integer> withoutChange(List<Integer> replicas, Incident cause, List<Incident> found) {
        return replicas.stream()
                .filter(node -> found.stream()
                        .noneMatch(own -> own.isSlower()
                                && own.nodes().contains(node)
                                && own.change().meets(cause.change())))
                .toList();
    }

    /** The chain of consequences, as they began. */
    static List<Incident> inOrder(List<Incident> effects) {
        return effects.stream()
                .sorted(Comparator.comparingLong(own -> own.change().onsetNanos()))
                .toList();
    }

    /** Whether it goes on, by when the place was last at work, and how often it usually is. */
    static State state(Change change, long lastNanos, long endNanos, double gapNanos) {
        if (!change.lasts()) {
            return State.ENDED;
        }
        boolean silent = endNanos - lastNanos > Math.max((double) ChangeModel.MIN_NANOS, SILENT_GAPS * gapNanos);
        return silent ? State.NO_EVIDENCE_SINCE : State.STILL;
    }

    /**
     * The least probability that it is no matter of chance, where it was as likely as not before, given a bound on what
     * chance does in the whole analysis (Sellke, Bayarri and Berger, <i>Calibration of p values for testing precise
     * null hypotheses</i>, 2001).
     */
    static double probability(double chance) {
        double bounded = Math.max(Double.MIN_NORMAL, Math.min(1 / Math.E, chance));
        double odds = -Math.E * bounded * Math.log(bounded);
        return Math.min(MAX_PROBABILITY, 1 / (1 + odds));
    }

    /** What one of so many series of a sort may show by chance: many of one sort do not blind another. */
    static double chance(int series) {
        return (1 - FOR_LEAPS) * FALSE_ALARMS / SORTS / Math.max(1, series);
    }
}

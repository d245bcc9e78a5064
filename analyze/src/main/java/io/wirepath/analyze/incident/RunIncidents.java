package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.EventChange;
import io.wirepath.analyze.change.LevelChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.incident.Culprits.Grouped;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.analyze.incident.IncidentCase.State;
import io.wirepath.analyze.path.RoleAggregation;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What changed over many windows of one system, computed again from their baselines: a change that falls between two
 * windows, or is too small for one, is found as any other. The times of changes are known to a block of a window. Not
 * thread-safe.
 *
 * <p>What single requests tell is not in baselines: queues are not told from slower work, nor kinds of requests from
 * each other, nor how much longer the requests of clients take.
 */
public final class RunIncidents {

    private final RunSeries series = new RunSeries();
    private final RunShares shares = new RunShares();
    private final Map<String, Set<String>> nodesOfRole = new TreeMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    /**
     * Adds a window, not earlier than the one before.
     *
     * @param roleOf name of the role of each node, by its name
     */
    public void add(Sums window, Map<String, String> roleOf) {
        roleOf.forEach((node, role) -> {
            nodesOfRole.computeIfAbsent(role, unseen -> new LinkedHashSet<>()).add(node);
            name(node);
        });
        window.delays().forEach(track -> note(track.place()));
        window.shares().forEach(track -> note(track.place()));
        series.add(window);
        shares.add(window, roleOf);
    }

    private void note(ComparedPlace place) {
        if (place.sort() == ComparedPlace.Sort.NODE) {
            name(place.name());
        }
    }

    private void name(String node) {
        if (numbers.putIfAbsent(node, names.size()) == null) {
            names.add(node);
        }
    }

    /** The number of the node of this name; -1 where there is none. */
    private int number(String node) {
        return numbers.getOrDefault(node, -1);
    }

    /** Names of the nodes, in the order of their numbers. */
    public List<String> nodes() {
        return List.copyOf(names);
    }

    /** The replicas of each role; a node that no window gave a role is one by itself. */
    public List<RoleSummary> roles() {
        List<RoleSummary> roles = new ArrayList<>();
        BitSet placed = new BitSet();
        nodesOfRole.forEach((role, set) -> {
            List<Integer> members = set.stream()
                    .map(this::number)
                    .filter(node -> !placed.get(node))
                    .toList();
            members.forEach(placed::set);
            if (!members.isEmpty()) {
                roles.add(new RoleSummary(role, members));
            }
        });
        for (int node = placed.nextClearBit(0); node < names.size(); node = placed.nextClearBit(node + 1)) {
            roles.add(new RoleSummary(names.get(node), List.of(node)));
        }
        return roles;
    }

    /** Own times of this node over all windows. */
    public Observations own(int node) {
        return ofNode(Measure.OWN, node);
    }

    /** Whether each request to this node failed there, over all windows. */
    public Observations failed(int node) {
        return ofNode(Measure.FAILED, node);
    }

    private Observations ofNode(Measure measure, int node) {
        ComparedPlace place = new ComparedPlace(ComparedPlace.Sort.NODE, names.get(node), "");
        return series.of(measure).getOrDefault(place, new Observations());
    }

    /** The causes, as {@link Incidents} tells them. */
    public List<IncidentCase> cases() {
        List<RoleSummary> roles = roles();
        double request = usualRequestNanos();
        int[] roleOf = Dependencies.roleOf(names.size(), roles);
        Dependencies dependencies = Dependencies.of(roles, roleOf, calls(), request);
        List<Incident> found = find(roles, new Relevance(Relevance.leastNanos(request)));
        List<IncidentCase> cases = new ArrayList<>();
        for (Grouped group : new Culprits(dependencies, (cause, effect) -> false).of(found)) {
            Incident cause = group.cause();
            List<Integer> unchanged = cause.kind() == Kind.SLOWER
                    ? NodeChanges.unchanged(
                            cause, roles.get(roleOf[cause.nodes().get(0)]).nodes(), this::own)
                    : List.of();
            cases.add(new IncidentCase(
                    cause,
                    Incidents.inOrder(group.effects()),
                    0,
                    cause.isFailure() ? requestShare(cause) : 0,
                    unchanged,
                    Suffering.UNKNOWN,
                    cause.change().lasts() ? State.STILL : State.ENDED,
                    MessageTable.NIL,
                    Incidents.probability(Incidents.FALSE_ALARMS)));
        }
        return cases;
    }

    /** Shares of replicas that are not even all the time, by request: connections are not in baselines. */
    public List<UnevenShare> unevenShares() {
        return shares.uneven(roles(), this::number);
    }

    private double usualRequestNanos() {
        Observations own = series.of(Measure.DURATION).getOrDefault(ComparedPlace.SYSTEM, new Observations());
        return own.size() == 0 ? 0 : Shift.middle(own.sorted(0, own.size()));
    }

    private BitSet[] calls() {
        BitSet[] calls = new BitSet[names.size()];
        Arrays.setAll(calls, node -> new BitSet());
        for (ComparedPlace place : series.of(Measure.RESENT).keySet()) {
            int from = number(place.name());
            int to = number(place.peer());
            if (place.sort() == ComparedPlace.Sort.EDGE && from >= 0 && to >= 0) {
                calls[from].set(to);
            }
        }
        return calls;
    }

    private List<Incident> find(List<RoleSummary> roles, Relevance relevance) {
        Map<Observations, RoleSummary> choices = new LinkedHashMap<>();
        roles.forEach(role -> choices.put(shares.choices(role, this::number), role));
        int number = series.of(Measure.OWN).size()
                + series.of(Measure.FAILED).size()
                + series.of(Measure.UNANSWERED).size()
                + series.of(Measure.RESENT).size()
                + series.of(Measure.UNREACHED).size()
                + 1
                + choices.entrySet().stream()
                        .filter(own -> own.getKey().size() > 0)
                        .mapToInt(own -> own.getValue().nodes().size())
                        .sum();
        double chance = Incidents.FALSE_ALARMS / number;
        List<Incident> found = new ArrayList<>();
        shares(Measure.FAILED, Kind.ERRORS, chance, found);
        shares(Measure.UNANSWERED, Kind.UNANSWERED, chance, found);
        shares(Measure.RESENT, Kind.STALLS, chance, found);
        shares(Measure.UNREACHED, Kind.UNREACHABLE, chance, found);
        series.of(Measure.OWN)
                .forEach((place, own) -> found.addAll(NodeChanges.relevant(
                        own,
                        LevelChange.of(own, chance),
                        List.of(number(place.name())),
                        relevance,
                        (change, shift) -> shift.nanos() > 0 ? Kind.SLOWER : Kind.FASTER)));
        load(chance, found);
        choices.forEach((own, role) -> {
            for (int node : own.size() == 0 ? List.<Integer>of() : role.nodes()) {
                LoadChanges.balance(own, own, node, chance, found);
            }
        });
        return found;
    }

    private void shares(Measure measure, Kind kind, double chance, List<Incident> to) {
        series.of(measure).forEach((place, own) -> {
            List<Integer> at = nodesOf(place, place.name(), kind);
            List<Integer> peers = place.peer().isEmpty() ? List.of() : nodesOf(place, place.peer(), kind);
            if (at.isEmpty() || peers.isEmpty() == isBetweenTwo(kind)) {
                return;
            }
            for (Change change : EventChange.of(own, chance)) {
                double before = EventChange.shareElsewhere(own, change);
                double after = EventChange.share(own, change);
                int number = own.number(change);
                if (Relevance.isLargeShare(before, after)) {
                    double cost = after * number * Incident.FAILURE_NANOS;
                    // a server is named first where it cannot be reached, and who calls it on a link
                    boolean reversed = kind == Kind.UNREACHABLE;
                    to.add(new Incident(
                            kind,
                            reversed ? peers : at,
                            reversed ? at : peers,
                            change,
                            before,
                            after,
                            0,
                            0,
                            number,
                            cost));
                }
            }
        });
    }

    private static boolean isBetweenTwo(Kind kind) {
        return kind == Kind.STALLS || kind == Kind.UNREACHABLE;
    }

    /**
     * The nodes that this name of a place means, where incidents of this kind are looked for there: what a network
     * loses is too little between two replicas, and looked for between roles.
     */
    private List<Integer> nodesOf(ComparedPlace place, String name, Kind kind) {
        ComparedPlace.Sort sort = kind == Kind.STALLS
                ? ComparedPlace.Sort.ROLE
                : kind == Kind.UNREACHABLE ? ComparedPlace.Sort.EDGE : ComparedPlace.Sort.NODE;
        Set<String> names = sort == ComparedPlace.Sort.ROLE ? nodesOfRole.getOrDefault(name, Set.of()) : Set.of(name);
        return place.sort() != sort
                ? List.of()
                : names.stream().map(this::number).filter(node -> node >= 0).toList();
    }

    /** Of the nodes that clients call. */
    private void load(double chance, List<Incident> to) {
        Observations own = series.of(Measure.LOAD).getOrDefault(ComparedPlace.SYSTEM, new Observations());
        List<Integer> front = series.of(Measure.RESENT).keySet().stream()
                .filter(place ->
                        place.sort() == ComparedPlace.Sort.EDGE && place.name().equals(RoleAggregation.CLIENT))
                .map(place -> number(place.peer()))
                .filter(node -> node >= 0)
                .toList();
        for (Change change : front.isEmpty() ? List.<Change>of() : LevelChange.of(own, chance)) {
            double before = own.meanElsewhere(change);
            double after = own.mean(change);
            if (LoadChanges.isLarge(before, after, own.part(change, after < before))) {
                int number = (int) Math.round(after * own.seconds(change));
                to.add(new Incident(Kind.LOAD, front, List.of(), change, before, after, 0, 0, number, 0));
            }
        }
    }

    private double requestShare(Incident cause) {
        Observations own = series.of(Measure.FAILED).getOrDefault(ComparedPlace.SYSTEM, new Observations());
        double more = EventChange.share(own, cause.change()) - EventChange.shareElsewhere(own, cause.change());
        return Math.max(0, more);
    }
}

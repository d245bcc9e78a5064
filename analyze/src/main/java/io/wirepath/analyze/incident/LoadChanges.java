package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.change.EventChange;
import io.wirepath.analyze.change.LevelChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.analyze.path.RoleAggregation;
import io.wirepath.analyze.path.RoleSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Finds roles that get more or fewer requests from outside, and replicas that get another share of those of their role.
 * What clients and groups are told is no load of a service.
 */
final class LoadChanges implements Changes {

    /** Load is counted in so many equal intervals. */
    private static final int INTERVALS = 512;

    /** The lower load must last for this part of the time: where a capture begins and ends it thins out. */
    private static final double MIN_PART = 0.1;

    private static final int MAX_OF_A_CONNECTION = 10;

    private final Requests at;
    private final Observations[] arrivals;
    private final boolean[] chosen;

    LoadChanges(Requests at) {
        this.at = at;
        int roles = at.roles().size();
        int[] all = new int[roles];
        Observations[] outside = observations(roles);
        chosen = chosen();
        for (int call = 0; call < at.size(); call++) {
            if (at.isCounted(call)) {
                int role = at.roleOf()[at.server(call)];
                all[role]++;
                if (at.isFromOutside(call)) {
                    outside[role].add(at.began(call), 0, 1, 0);
                }
            }
        }
        arrivals = observations(roles);
        for (int role = 0; role < roles; role++) {
            boolean serves = !at.roles().get(role).name().equals(RoleAggregation.CLIENT);
            if (serves && outside[role].size() > 0 && outside[role].size() >= ChangeModel.MOST * all[role]) {
                arrivals[role] = outside[role];
            }
        }
    }

    /** The replicas that these calls to a role go to, as values, in order of time. */
    private Observations replicas(int role, IntPredicate which) {
        Observations choices = new Observations();
        int step = 1;
        int seen = 0;
        for (int call : at.at(at.roles().get(role).nodes())) {
            if (which.test(call) && at.isEvidence(call) && seen++ % step == 0) {
                choices.add(at.began(call), 0, at.server(call), 0);
                if (choices.size() == ChangeModel.MAX_OBSERVATIONS) {
                    choices = choices.half();
                    step *= 2;
                }
            }
        }
        return choices;
    }

    /** Whether a balancer chose the server of this call: of all, or of the first of each connection, by its role. */
    private boolean[] chosen() {
        boolean[] first = new boolean[at.size()];
        int[] connections = new int[at.roles().size()];
        int[] requests = new int[connections.length];
        BitSet seen = new BitSet();
        for (int call = 0; call < first.length; call++) {
            int connection = at.connection(call);
            int role = at.roleOf()[at.server(call)];
            first[call] = connection < 0 || !seen.get(connection);
            if (first[call] && connection >= 0) {
                seen.set(connection);
            }
            connections[role] += first[call] ? 1 : 0;
            requests[role]++;
        }
        boolean[] chosen = new boolean[first.length];
        for (int call = 0; call < first.length; call++) {
            int role = at.roleOf()[at.server(call)];
            boolean byConnection = requests[role] <= MAX_OF_A_CONNECTION * connections[role];
            chosen[call] = first[call] || !byConnection;
        }
        return chosen;
    }

    private static Observations[] observations(int number) {
        Observations[] all = new Observations[number];
        Arrays.setAll(all, i -> new Observations());
        return all;
    }

    /** Number of series that {@link #find} looks at. */
    @Override
    public int series() {
        int series = (int) Arrays.stream(arrivals).filter(own -> own.size() > 0).count();
        for (RoleSummary role : at.roles()) {
            series += role.nodes().size() > 1 ? role.nodes().size() : 0;
        }
        return series;
    }

    /** What changed, each with at most this chance where nothing did. */
    @Override
    public List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        for (int role = 0; role < arrivals.length; role++) {
            List<Integer> nodes = at.roles().get(role).nodes();
            load(arrivals[role], at.weight(role), nodes, mostChance, found);
            if (nodes.size() > 1) {
                Observations choices = replicas(role, call -> chosen[call]);
                Observations requests = replicas(role, call -> true);
                for (int node : nodes) {
                    balance(choices, requests, node, mostChance, found);
                }
            }
        }
        return found;
    }

    private static void load(Observations own, int weight, List<Integer> nodes, double mostChance, List<Incident> to) {
        for (Change change : LevelChange.of(counts(own), mostChance)) {
            double before = weight * own.perSecondElsewhere(change);
            double after = weight * own.perSecond(change);
            if (isLarge(before, after, own.part(change, after < before))) {
                int number = weight * own.number(change);
                to.add(new Incident(Kind.LOAD, nodes, List.of(), change, before, after, 0, 0, number, 0));
            }
        }
    }

    /**
     * Whether a rate changed so much that it is reported, and the lower one holds for long enough a part of the time.
     */
    private static boolean isLarge(double before, double after, double part) {
        return Relevance.isOtherTraffic(before, after) && part >= MIN_PART;
    }

    /** How many came in each of many equal intervals, at the middle of it. */
    private static Observations counts(Observations own) {
        Observations counts = new Observations();
        int size = own.size();
        if (size < 2) {
            return counts;
        }
        long first = own.nanos(0);
        double width = (own.nanos(size - 1) - first + 1.0) / INTERVALS;
        int done = 0;
        for (int i = 0; i < INTERVALS; i++) {
            int next = own.from(first + Math.round((i + 1) * width));
            counts.add(first + Math.round((i + 0.5) * width), 0, next - done, 0);
            done = next;
        }
        return counts;
    }

    /**
     * Changes of the share of a replica: in what was chosen, and so of the requests, too; beside a few connections at
     * the beginning nothing is uneven.
     *
     * @param choices the replicas that were chosen, as values
     * @param requests the replicas that all requests went to
     */
    private static void balance(
            Observations choices, Observations requests, int node, double mostChance, List<Incident> to) {
        Observations own = of(node, choices);
        if (own.sum() < Relevance.MIN_RISE_OF_SHARE * MIN_PART * own.size()) {
            return;
        }
        for (Change change : EventChange.of(own, mostChance)) {
            Observations ofRequests = of(node, requests);
            double before = EventChange.shareElsewhere(ofRequests, change);
            double after = EventChange.share(ofRequests, change);
            if (Relevance.isLargerShare(before, after) && own.part(change, false) >= MIN_PART) {
                to.add(new Incident(
                        Kind.BALANCE,
                        List.of(node),
                        List.of(),
                        change,
                        before,
                        after,
                        0,
                        0,
                        ofRequests.number(change),
                        0));
            }
        }
    }

    /** 1 for each that this replica was chosen for, 0 for each other. */
    private static Observations of(int node, Observations replicas) {
        Observations own = new Observations();
        for (int i = 0; i < replicas.size(); i++) {
            own.add(replicas.nanos(i), 0, replicas.value(i) == node ? 1 : 0, 0);
        }
        return own;
    }
}

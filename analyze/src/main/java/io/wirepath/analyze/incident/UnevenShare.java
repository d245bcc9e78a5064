package io.wirepath.analyze.incident;

import io.wirepath.analyze.path.RoleAggregation;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.KeyNumbers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A replica that gets more or less than an even share of the requests to its role, all the time: of those that are
 * dealt, so without what clients ask that stay with one replica while others choose.
 *
 * @param role number of the role
 * @param node the replica whose share is least even
 * @param ofConnections whether chance does not allow the shares of the connections that were opened, or else only not
 *     those of the requests, as if each were dealt by itself
 * @param shares share of the connections or requests of each replica, in order of the nodes of the role; the sum is 1
 * @param requests number of requests that were dealt among the replicas
 * @param connections number of connections that they came on; a datagram is one by itself; 0 where none are known
 * @param callers how many made these requests
 */
public record UnevenShare(
        int role, int node, boolean ofConnections, List<Double> shares, int requests, int connections, int callers) {

    /** The shares that are not even and that chance does not allow, by role. */
    public static List<UnevenShare> of(Surroundings calls) {
        return of((Requests) calls);
    }

    /** Those of windows together, as if each request were dealt by itself: connections are not known. */
    public static List<UnevenShare> of(WindowRequests windows) {
        return of((Requests) windows);
    }

    private static List<UnevenShare> of(Requests at) {
        List<ReplicaShares> dealt = new ArrayList<>();
        for (RoleSummary role : at.roles()) {
            boolean one = role.nodes().size() < 2 || role.name().equals(RoleAggregation.CLIENT);
            dealt.add(one ? null : new ReplicaShares(role.nodes()));
        }
        List<BitSet> choosing = choosing(at);
        for (int call = 0; call < at.size(); call++) {
            int role = at.roleOf()[at.server(call)];
            ReplicaShares of = dealt.get(role);
            if (of != null && isChoice(at, call) && !isOfOneWhoStays(at, call, choosing.get(role))) {
                of.add(at.server(call), at.opening(call), at.caller(call), at.connection(call), at.servedNanos(call));
            }
        }
        int series = dealt.stream()
                .mapToInt(own -> own == null ? 0 : own.nodes().size())
                .sum();
        List<UnevenShare> found = new ArrayList<>();
        for (int role = 0; role < dealt.size(); role++) {
            UnevenShare own = dealt.get(role) == null ? null : dealt.get(role).judged(role, series);
            if (own != null) {
                found.add(own);
            }
        }
        return found;
    }

    /** Whether it says how requests are dealt; what replicas ask each other is no choice between them. */
    private static boolean isChoice(Requests at, int call) {
        return at.isEvidence(call) && at.isDealt(call) && at.roleOf()[at.caller(call)] != at.roleOf()[at.server(call)];
    }

    /** Who asks several replicas, by role. */
    private static List<BitSet> choosing(Requests at) {
        Map<Long, Integer> first = new HashMap<>();
        List<BitSet> choosing = new ArrayList<>();
        at.roles().forEach(role -> choosing.add(new BitSet()));
        for (int call = 0; call < at.size(); call++) {
            if (isChoice(at, call)) {
                int role = at.roleOf()[at.server(call)];
                Integer other = first.putIfAbsent(KeyNumbers.pair(role, at.caller(call)), at.server(call));
                if (other != null && other != at.server(call)) {
                    choosing.get(role).set(at.caller(call));
                }
            }
        }
        return choosing;
    }

    /** A client that stays with one replica deals nothing, where others choose. */
    private static boolean isOfOneWhoStays(Requests at, int call, BitSet choosing) {
        int caller = at.caller(call);
        boolean isClient = at.roles().get(at.roleOf()[caller]).name().equals(RoleAggregation.CLIENT);
        return isClient && !choosing.isEmpty() && !choosing.get(caller);
    }

    /** What would be an even share. */
    public double even() {
        return 1.0 / shares.size();
    }
}

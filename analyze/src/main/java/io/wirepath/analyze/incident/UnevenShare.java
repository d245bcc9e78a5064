package io.wirepath.analyze.incident;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.RoleAggregation;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.List;

/**
 * A replica that gets more or less than an even share of the requests to its role, all the time.
 *
 * @param role number of the role
 * @param node the replica whose share is least even
 * @param ofConnections whether chance does not allow the shares of the connections that were opened, or else only not
 *     those of the requests, as if each were dealt by itself
 * @param shares share of the connections or requests of each replica, in order of the nodes of the role; the sum is 1
 * @param requests number of requests that were dealt among the replicas
 * @param connections number of connections that they came on; a datagram is one by itself; 0 where none are known
 */
public record UnevenShare(
        int role, int node, boolean ofConnections, List<Double> shares, int requests, int connections) {

    /** The shares that are not even and that chance does not allow, by role. */
    public static List<UnevenShare> of(
            MessageTable messages, CallTable calls, ServedCalls served, List<RoleSummary> roles) {
        int[] roleOf = Dependencies.roleOf(messages.nodes().size(), roles);
        List<ReplicaShares> dealt = new ArrayList<>();
        for (RoleSummary role : roles) {
            dealt.add(
                    role.nodes().size() < 2 || role.name().equals(RoleAggregation.CLIENT)
                            ? null
                            : new ReplicaShares(role.nodes()));
        }
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            int role = roleOf[messages.destination(request)];
            // what replicas ask each other is no choice between them
            if (dealt.get(role) != null && roleOf[messages.source(request)] != role) {
                long kind = (long) messages.destinationPort(request) << Integer.SIZE
                        | messages.typeWord(request, 0) & 0xffff_ffffL;
                dealt.get(role)
                        .add(
                                messages.destination(request),
                                kind,
                                messages.source(request),
                                messages.connection(request),
                                served.serviceNanos(call));
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

    /** What would be an even share. */
    public double even() {
        return 1.0 / shares.size();
    }
}

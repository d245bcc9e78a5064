package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.incident.FailedConnections;
import io.wirepath.analyze.path.RoleAggregation;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.ConnectionAttempt;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names servers that those who call them fail to connect to, though it be from the beginning. */
final class UnreachableServers implements Detector {

    @Override
    public List<Finding> detect(DetectorInput input) {
        List<Finding> findings = new ArrayList<>();
        for (FailedConnections each : FailedConnections.of(input.messages(), input.calls(), input.roles())) {
            int failed = each.attempts().size();
            Connections opened = Connections.of(input, each);
            double share = (double) failed / (failed + opened.number());
            if (failed >= ChangeModel.MIN_WITNESSES && share >= DetectorInput.MIN_SHARE) {
                findings.add(finding(input, each, opened, share));
            }
        }
        return findings;
    }

    /** The connections between two roles that came about: how many, and when the last one began. */
    private record Connections(int number, long lastNanos) {

        static Connections of(DetectorInput input, FailedConnections failed) {
            CallTable calls = input.calls();
            MessageTable messages = input.messages();
            BitSet seen = new BitSet();
            long last = Long.MIN_VALUE;
            for (int request : failed.callees() == MessageTable.NONE ? new int[0] : calls.request()) {
                int connection = messages.connection(request);
                if (connection >= 0
                        && !seen.get(connection)
                        && input.roles().get(failed.callers()).nodes().contains(messages.source(request))
                        && input.roles().get(failed.callees()).nodes().contains(messages.destination(request))) {
                    seen.set(connection);
                    last = messages.timeNanos(request);
                }
            }
            return new Connections(seen.cardinality(), last);
        }
    }

    private static Finding finding(DetectorInput input, FailedConnections own, Connections opened, double share) {
        List<ConnectionAttempt> attempts = own.attempts();
        long first = attempts.get(0).nanos();
        boolean none = opened.lastNanos() < first;
        String callers = input.roles().get(own.callers()).name();
        boolean clients = callers.equals(RoleAggregation.CLIENT);
        List<Integer> from = own.from();
        String who = !clients ? callers : from.size() == 1 ? input.name(from.get(0)) : from.size() + " clients";
        // what one of many clients alone tries in vain, nobody else may want
        boolean stranger = clients
                && from.size() == 1
                && input.roles().get(own.callers()).nodes().size() > 1;
        boolean problem = !stranger
                && (share >= DetectorInput.SHARE_OF_A_PROBLEM && attempts.size() >= FailureOrigin.FAILURES_OF_A_PROBLEM
                        || none
                                && attempts.get(attempts.size() - 1).nanos() - first
                                        >= DetectorInput.NANOS_OF_A_PROBLEM);
        String callees = callees(input, own);
        String title = none
                ? who + " cannot connect to " + callees + " since " + IncidentText.second(first) + ": " + counts(own)
                : counts(own) + " of " + who + " to " + callees + " (" + DelayText.share(share)
                        + " of those to connect)";
        return new Finding(
                        problem ? Severity.PROBLEM : Severity.NOTICE,
                        "connections-fail",
                        title,
                        detail(own, opened, callees),
                        Stream.concat(
                                        own.to().isEmpty()
                                                ? Stream.of(own.name())
                                                : own.to().stream().map(input::name),
                                        own.from().stream().map(input::name))
                                .toList(),
                        0,
                        0)
                .restingOn(from.size());
    }

    /** The role that was tried; the nodes themselves where they are seen as callers alone, or have no role. */
    private static String callees(DetectorInput input, FailedConnections own) {
        if (own.callees() == MessageTable.NONE) {
            return own.name();
        }
        String role = input.roles().get(own.callees()).name();
        return role.equals(RoleAggregation.CLIENT)
                ? own.to().stream().map(input::name).collect(Collectors.joining(" and "))
                : role;
    }

    private static String counts(FailedConnections own) {
        int all = own.attempts().size();
        int refused = own.refused();
        if (refused == all) {
            return all + " attempts refused";
        }
        return refused == 0 ? all + " attempts without an answer" : all + " attempts failed (" + refused + " refused)";
    }

    private static String detail(FailedConnections own, Connections opened, String callees) {
        long ports = own.attempts().stream()
                .mapToInt(ConnectionAttempt::port)
                .distinct()
                .count();
        String port = ports == 1 ? "port " + own.attempts().get(0).port() : ports + " ports";
        int refused = own.refused();
        int silent = own.attempts().size() - refused;
        List<String> causes = new ArrayList<>();
        if (refused > 0) {
            causes.add(refused + " refused: the machine is up and no program listens on " + port
                    + ", or a firewall rejects.");
        }
        if (silent > 0) {
            causes.add(
                    silent + " without an answer within 3 s: the machine or the way to it is down, a firewall drops, "
                            + "or too many connections wait.");
        }
        return "Look at " + callees + ", " + port + ". " + String.join(" ", causes) + " "
                + (opened.number() == 0 ? "No connection" : opened.number() + " connections") + " carried requests.";
    }
}

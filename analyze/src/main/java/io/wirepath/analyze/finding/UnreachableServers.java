package io.wirepath.analyze.finding;

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

    private static final int LEAST_ATTEMPTS = 5;
    private static final double LEAST_SHARE = 0.01;
    private static final int ATTEMPTS_OF_A_PROBLEM = 10;
    private static final double SHARE_OF_A_PROBLEM = 0.2;

    /** Where no connection comes about for so long, it is a problem however few attempts there are. */
    private static final long ALL_NANOS = 1_000_000_000L;

    @Override
    public List<Finding> detect(DetectorInput input) {
        List<Finding> findings = new ArrayList<>();
        for (FailedConnections each : FailedConnections.of(input.messages(), input.calls(), input.roles())) {
            int failed = each.attempts().size();
            Connections opened = Connections.of(input, each);
            double share = (double) failed / (failed + opened.number());
            if (failed >= LEAST_ATTEMPTS && share >= LEAST_SHARE) {
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

    private static Finding finding(DetectorInput input, FailedConnections its, Connections opened, double share) {
        List<ConnectionAttempt> attempts = its.attempts();
        long first = attempts.get(0).nanos();
        boolean none = opened.lastNanos() < first;
        String callers = input.roles().get(its.callers()).name();
        boolean clients = callers.equals(RoleAggregation.CLIENT);
        List<Integer> from = its.from();
        String who = !clients ? callers : from.size() == 1 ? input.name(from.get(0)) : from.size() + " clients";
        // what one of many clients alone tries in vain, nobody else may want
        boolean stranger = clients
                && from.size() == 1
                && input.roles().get(its.callers()).nodes().size() > 1;
        boolean problem = !stranger
                && (share >= SHARE_OF_A_PROBLEM && attempts.size() >= ATTEMPTS_OF_A_PROBLEM
                        || none && attempts.get(attempts.size() - 1).nanos() - first >= ALL_NANOS);
        String callees = callees(input, its);
        String title = none
                ? who + " cannot connect to " + callees + " since " + IncidentText.second(first) + ": " + counts(its)
                : counts(its) + " of " + who + " to " + callees + " (" + DelayText.share(share)
                        + " of those to connect)";
        return new Finding(
                problem ? Severity.PROBLEM : Severity.NOTICE,
                "connections-fail",
                title,
                detail(its, opened, callees),
                Stream.concat(
                                its.to().isEmpty()
                                        ? Stream.of(its.name())
                                        : its.to().stream().map(input::name),
                                its.from().stream().map(input::name))
                        .toList(),
                0,
                0);
    }

    /** The role that was tried; the nodes themselves where they are seen as callers alone, or have no role. */
    private static String callees(DetectorInput input, FailedConnections its) {
        if (its.callees() == MessageTable.NONE) {
            return its.name();
        }
        String role = input.roles().get(its.callees()).name();
        return role.equals(RoleAggregation.CLIENT)
                ? its.to().stream().map(input::name).collect(Collectors.joining(" and "))
                : role;
    }

    private static String counts(FailedConnections its) {
        int all = its.attempts().size();
        int refused = its.refused();
        if (refused == all) {
            return all + " attempts refused";
        }
        return refused == 0 ? all + " attempts without an answer" : all + " attempts failed (" + refused + " refused)";
    }

    private static String detail(FailedConnections its, Connections opened, String callees) {
        long ports = its.attempts().stream()
                .mapToInt(ConnectionAttempt::port)
                .distinct()
                .count();
        String port = ports == 1 ? "port " + its.attempts().get(0).port() : ports + " ports";
        int refused = its.refused();
        int silent = its.attempts().size() - refused;
        List<String> causes = new ArrayList<>();
        if (refused > 0) {
            causes.add(refused + " refused: the machine is up and no program listens on " + port
                    + ", or a firewall rejects.");
        }
        if (silent > 0) {
            causes.add(silent + " without an answer for 3 s: the machine or the way to it is down, a firewall drops, "
                    + "or too many connections wait.");
        }
        return "Look at " + callees + ", " + port + ". " + String.join(" ", causes) + " "
                + (opened.number() == 0 ? "No connection" : opened.number() + " connections") + " carried requests.";
    }
}

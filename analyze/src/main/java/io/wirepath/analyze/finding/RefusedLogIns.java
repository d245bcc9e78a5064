package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.incident.LogIn;
import io.wirepath.analyze.path.RoleAggregation;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Names servers that turn their clients away while these log in.
 *
 * @see LogIn
 */
final class RefusedLogIns implements Detector {

    private static final String WRONG = "wrong user or password";

    /** The attempts of one role at another. */
    private static final class Pair {
        private final TreeSet<Integer> from = new TreeSet<>();
        private final TreeSet<Integer> to = new TreeSet<>();
        private final Map<Integer, Integer> refused = new TreeMap<>();
        private int attempts;

        int allRefused() {
            return refused.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    private record Roles(int callers, int callees) implements Comparable<Roles> {
        @Override
        public int compareTo(Roles other) {
            int first = Integer.compare(callers, other.callers);
            return first != 0 ? first : Integer.compare(callees, other.callees);
        }
    }

    @Override
    public List<Finding> detect(DetectorInput input) {
        int[] roleOf = input.roleOf();
        Map<Roles, Pair> pairs = new TreeMap<>();
        for (LogIn own : LogIn.of(input.messages())) {
            Pair pair =
                    pairs.computeIfAbsent(new Roles(roleOf[own.caller()], roleOf[own.callee()]), unseen -> new Pair());
            pair.attempts++;
            if (own.isRefused()) {
                pair.from.add(own.caller());
                pair.to.add(own.callee());
                pair.refused.merge(own.outcome(), 1, Integer::sum);
            }
        }
        List<Finding> findings = new ArrayList<>();
        for (Pair pair : pairs.values()) {
            if (pair.allRefused() > 0) {
                findings.add(finding(input, pair));
            }
        }
        return findings;
    }

    /** Whether most of the attempts to connect that fail in this incident are log-ins that are refused. */
    static boolean areMostOf(Incident unreachable, MessageTable messages) {
        long refused = LogIn.of(messages).stream()
                .filter(own -> own.isRefused()
                        && own.nanos() >= unreachable.change().onsetNanos()
                        && unreachable.nodes().contains(own.callee())
                        && unreachable.peers().contains(own.caller()))
                .count();
        return 2 * refused > unreachable.observations();
    }

    private static Finding finding(DetectorInput input, Pair pair) {
        int refused = pair.allRefused();
        int usual = pair.refused.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
        boolean problem = refused >= DetectorInput.FEW && refused >= DetectorInput.SHARE_OF_A_PROBLEM * pair.attempts;
        List<String> nodes = new ArrayList<>();
        pair.to.forEach(node -> nodes.add(input.name(node)));
        pair.from.forEach(node -> nodes.add(input.name(node)));
        return new Finding(
                        problem ? Severity.PROBLEM : Severity.NOTICE,
                        "log-ins-refused",
                        "The pool of " + of(input, pair.from) + " is refused by " + of(input, pair.to) + ": "
                                + reason(usual) + ", " + refused + " of " + pair.attempts
                                + (pair.attempts == 1 ? " attempt" : " attempts"),
                        "Connections of which the log-in was seen; a refused one ends with " + Outcome.text(usual)
                                + " and carries no request. " + advice(usual),
                        nodes,
                        0,
                        0)
                .restingOn(pair.from.size());
    }

    /** The node, or what several of them are. */
    private static String of(DetectorInput input, SortedSet<Integer> nodes) {
        String role = input.role(nodes.first());
        return nodes.size() == 1
                ? input.name(nodes.first())
                : role.equals(RoleAggregation.CLIENT) ? nodes.size() + " clients" : role;
    }

    private static String reason(int outcome) {
        int code = Outcome.code(outcome);
        return switch (Outcome.kind(outcome)) {
            case SQL -> ofSqlState(Outcome.text(outcome));
            case SMTP, FTP -> code == 421 ? "too many clients" : "not let in";
            case SOCKS -> code == 2 || code == 255 ? "not let in" : "what they ask for is not reached";
            case SSH -> "too many clients";
            case LDAP -> code == 49 ? WRONG : code == 51 || code == 52 ? "too many clients" : "not let in";
            case SMB -> code == 0x6d ? WRONG : "not let in";
            case AMQP -> code == 403 || code == 530 ? "not let in" : "AMQP " + code;
            default -> "not let in";
        };
    }

    private static String ofSqlState(String state) {
        return switch (state.substring(state.length() - 2)) {
            case "53", "08" -> "too many clients";
            case "28" -> WRONG;
            case "3D", "42" -> "no such database";
            case "57" -> "it starts or stops";
            default -> "an error, " + state;
        };
    }

    private static String advice(int outcome) {
        return reason(outcome).equals("too many clients")
                ? "Compare the sizes of all pools with the number of connections that the server takes."
                : "Look at what the clients log in with, and at the server's log.";
    }
}

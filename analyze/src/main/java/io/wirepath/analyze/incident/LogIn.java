package io.wirepath.analyze.incident;

import io.wirepath.causes.ConnectionAttempt;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A connection of which the log-in was seen.
 *
 * @param nanos when the server said how the log-in ended, ns since the epoch
 * @param caller number of the node that logs in
 * @param callee number of the node that lets it in or does not
 * @param port the port of that
 * @param outcome the last {@link Outcome} of what set the connection up
 * @param isRefused whether that is an error, and no call followed
 */
public record LogIn(long nanos, int caller, int callee, int port, int outcome, boolean isRefused) {

    /** All of them, in the order in which their connections began to log in. */
    public static List<LogIn> of(MessageTable messages) {
        Map<Integer, Integer> lastRow = new LinkedHashMap<>();
        Set<Integer> used = new HashSet<>();
        for (int row = 0; row < messages.size(); row++) {
            int connection = messages.connection(row);
            int outcome = messages.outcome(row);
            boolean setUp = (messages.flags(row) & SightingCodec.FLAG_SETUP) != 0;
            // who asks a directory binds first
            boolean logsIn = setUp
                    ? Outcome.kind(outcome) != Outcome.Kind.TLS
                    : Outcome.kind(outcome) == Outcome.Kind.LDAP && !lastRow.containsKey(connection);
            if (logsIn && outcome != Outcome.UNKNOWN && connection >= 0) {
                lastRow.put(connection, row);
            } else if (!setUp && messages.role(row) != Role.RESPONSE && lastRow.containsKey(connection)) {
                used.add(connection);
            }
        }
        return lastRow.entrySet().stream()
                .map(each -> of(messages, each.getValue(), used.contains(each.getKey())))
                .toList();
    }

    private static LogIn of(MessageTable messages, int row, boolean carriesCalls) {
        int outcome = messages.outcome(row);
        Outcome.Verdict verdict = Outcome.verdict(outcome);
        boolean error = verdict == Outcome.Verdict.REFUSED || verdict == Outcome.Verdict.FAILED;
        return new LogIn(
                messages.timeNanos(row),
                messages.destination(row),
                messages.source(row),
                messages.sourcePort(row),
                outcome,
                error && !carriesCalls);
    }

    /** The same as an attempt to connect that failed. */
    ConnectionAttempt failed() {
        return new ConnectionAttempt(nanos, caller, callee, "", port, 0, true);
    }
}

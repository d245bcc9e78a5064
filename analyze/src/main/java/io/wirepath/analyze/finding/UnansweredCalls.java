package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.SightingCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Names roles that leave requests without a response. Calls of the last seconds do not count: their responses may have
 * come after the end of the capture. Nor do those on connections of which one direction alone was captured.
 */
final class UnansweredCalls implements Detector {

    private static final long STILL_OPEN_NANOS = 2_000_000_000L;
    private static final int LEAST_CALLS = 3;
    private static final double LEAST_SHARE = 0.01;
    private static final double SHARE_OF_A_PROBLEM = 0.2;
    private static final int CALLS_OF_A_PROBLEM = 20;

    @Override
    public List<Finding> detect(DetectorInput input) {
        MessageTable messages = input.messages();
        if (messages.size() == 0) {
            return List.of();
        }
        long end = messages.timeNanos(messages.size() - 1) - STILL_OPEN_NANOS;
        List<Finding> findings = new ArrayList<>();
        Map<Integer, Tally> tallies = tallies(input, end);
        for (RoleSummary role : input.roles()) {
            Tally all = new Tally();
            role.nodes().stream().filter(tallies::containsKey).forEach(node -> all.add(tallies.get(node)));
            CallerTally.Calls calls = all.callers.concerned();
            if (calls.concerned() >= LEAST_CALLS && calls.concerned() >= LEAST_SHARE * calls.all()) {
                findings.add(finding(input, role, all));
            }
        }
        return findings;
    }

    /** Calls of one server. */
    private static final class Tally {
        final CallerTally callers = new CallerTally();
        int closed;
        int reset;

        void add(Tally other) {
            callers.add(other.callers);
            closed += other.closed;
            reset += other.reset;
        }
    }

    private static Map<Integer, Tally> tallies(DetectorInput input, long end) {
        MessageTable messages = input.messages();
        Map<Integer, Tally> tallies = new TreeMap<>();
        for (int call = 0; call < input.calls().size(); call++) {
            int request = input.calls().request()[call];
            boolean counted =
                    !input.calls().isOneWay(messages, call) && !input.calls().isHalfSeen(messages, call);
            if (counted && messages.timeNanos(request) <= end) {
                Tally its = tallies.computeIfAbsent(messages.destination(request), unseen -> new Tally());
                boolean open = input.calls().isUnanswered(messages, call);
                its.callers.count(messages.source(request), open);
                boolean fin = (messages.flags(request) & SightingCodec.FLAG_FIN) != 0;
                boolean rst = (messages.flags(request) & SightingCodec.FLAG_RST) != 0;
                its.closed += open && fin ? 1 : 0;
                its.reset += open && rst && !fin ? 1 : 0;
            }
        }
        return tallies;
    }

    private static Finding finding(DetectorInput input, RoleSummary role, Tally its) {
        CallerTally.Calls calls = its.callers.concerned();
        Optional<Integer> stranger =
                its.callers.stranger(node -> input.nodes().get(node).client());
        double share = (double) calls.concerned() / calls.all();
        boolean problem = stranger.isEmpty() && share >= SHARE_OF_A_PROBLEM && calls.concerned() >= CALLS_OF_A_PROBLEM;
        long callers = its.callers.callers();
        return new Finding(
                problem ? Severity.PROBLEM : Severity.NOTICE,
                "unanswered-calls",
                calls.concerned() + " of " + calls.all() + " calls "
                        + stranger.map(client -> "of " + input.name(client) + " ")
                                .orElse("") + "to " + role.name()
                        + " have no response (" + DelayText.share(share) + ")",
                cause(its, role.name())
                        + " Counted are requests more than two seconds before the end of the capture, of "
                        + (callers == 1 ? "one caller." : callers + " callers."),
                role.nodes().stream().map(input::name).toList(),
                0,
                0);
    }

    private static String cause(Tally its, String server) {
        List<String> causes = new ArrayList<>();
        if (its.closed > 0) {
            causes.add(
                    "In " + its.closed + " the caller closed the connection first: look at the timeouts of who calls, "
                            + "and at what " + server + " waited for.");
        }
        if (its.reset > 0) {
            causes.add("In " + its.reset + " the connection was reset.");
        }
        int open = its.callers.concerned().concerned() - its.closed - its.reset;
        if (open > 0) {
            causes.add(open + " stayed open: " + server + " did not answer, or the capture missed it.");
        }
        return String.join(" ", causes);
    }
}

package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.SightingCodec;
import java.util.ArrayList;
import java.util.List;

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
        long[] calls = new long[messages.nodes().size()];
        long[] unanswered = new long[calls.length];
        long[] closed = new long[calls.length];
        for (int call = 0; call < input.calls().size(); call++) {
            int request = input.calls().request()[call];
            boolean counted =
                    !input.calls().isOneWay(messages, call) && !input.calls().isHalfSeen(messages, call);
            if (counted && messages.timeNanos(request) <= end) {
                calls[messages.destination(request)]++;
                boolean open = input.calls().isUnanswered(messages, call);
                unanswered[messages.destination(request)] += open ? 1 : 0;
                closed[messages.destination(request)] += open && isClosed(messages.flags(request)) ? 1 : 0;
            }
        }
        List<Finding> findings = new ArrayList<>();
        for (RoleSummary role : input.roles()) {
            long all = role.nodes().stream().mapToLong(node -> calls[node]).sum();
            long open =
                    role.nodes().stream().mapToLong(node -> unanswered[node]).sum();
            if (open >= LEAST_CALLS && open >= LEAST_SHARE * all) {
                long ended =
                        role.nodes().stream().mapToLong(node -> closed[node]).sum();
                findings.add(finding(input, role, all, open, ended));
            }
        }
        return findings;
    }

    /** Whether nothing but the end of its connection followed the request. */
    private static boolean isClosed(int flags) {
        return (flags & (SightingCodec.FLAG_FIN | SightingCodec.FLAG_RST)) != 0;
    }

    private static Finding finding(DetectorInput input, RoleSummary role, long all, long open, long ended) {
        double share = (double) open / all;
        boolean problem = share >= SHARE_OF_A_PROBLEM && open >= CALLS_OF_A_PROBLEM;
        return new Finding(
                problem ? Severity.PROBLEM : Severity.NOTICE,
                "unanswered-calls",
                open + " of " + all + " calls to " + role.name() + " have no response (" + DelayText.share(share) + ")",
                "Requests more than two seconds before the end of the capture without a response. Either the"
                        + " service did not answer, or "
                        + (ended == 0
                                ? ""
                                : "the caller did not wait (" + ended + " of the connections ended without one), or ")
                        + "the capture missed the response.",
                role.nodes().stream().map(input::name).toList(),
                0,
                0);
    }
}

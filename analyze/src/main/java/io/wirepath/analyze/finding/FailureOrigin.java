package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.AttemptTimes;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Outcome.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Names the nodes where failures begin: those that answer with a failure although no call that they made for the
 * request failed, nor any attempt to connect meanwhile. Who only passes a failure on is not named. A failure is a
 * response that blames who answers ({@link Verdict#FAILED}).
 */
final class FailureOrigin implements Detector {

    private static final int LEAST_FAILURES = 3;
    private static final double LEAST_SHARE = 0.001;
    private static final int FAILURES_OF_A_PROBLEM = 10;
    private static final double SHARE_OF_A_PROBLEM = 0.02;

    /** Share of the failures of a role that one of its nodes must have to be named alone. */
    private static final double SHARE_OF_ONE = 0.9;

    /** … and by how much it must fail more often than the others. */
    private static final double MORE_THAN_OTHERS = 5;

    /** What began at one node. */
    private static final class Tally {
        int answered;
        int began;
        int reached;
        final Map<Integer, Integer> codes = new TreeMap<>();

        void add(Tally other) {
            answered += other.answered;
            began += other.began;
            reached += other.reached;
            other.codes.forEach((code, times) -> codes.merge(code, times, Integer::sum));
        }
    }

    @Override
    public List<Finding> detect(DetectorInput input) {
        boolean[] failed = failed(input);
        AttemptTimes attempts = new AttemptTimes(input.messages());
        Tally[] tallies = new Tally[input.nodes().size()];
        int requests = tally(input, failed, attempts, tallies);
        List<Finding> findings = new ArrayList<>();
        for (RoleSummary role : input.roles()) {
            Tally all = new Tally();
            for (int node : role.nodes()) {
                if (tallies[node] != null) {
                    all.add(tallies[node]);
                }
            }
            if (isReportable(all.began, all.answered)) {
                findings.add(finding(input, role, tallies, all, requests));
            }
        }
        findings.sort(Comparator.comparing(Finding::severity));
        return findings;
    }

    /** Whether so many failures among so many answers are worth telling. */
    static boolean isReportable(double failed, double answered) {
        return failed >= LEAST_FAILURES && failed >= LEAST_SHARE * answered;
    }

    /** Whether so many failures, a share of all, are a problem. */
    static boolean isProblem(double failed, double share) {
        return failed >= FAILURES_OF_A_PROBLEM && share >= SHARE_OF_A_PROBLEM;
    }

    private static boolean[] failed(DetectorInput input) {
        boolean[] failed = new boolean[input.calls().size()];
        for (int call = 0; call < failed.length; call++) {
            failed[call] = Outcome.verdict(input.calls().outcome(input.messages(), call)) == Verdict.FAILED;
        }
        return failed;
    }

    /** Counts what began where; answers how many requests clients made. */
    private static int tally(DetectorInput input, boolean[] failed, AttemptTimes attempts, Tally[] tallies) {
        MessageTable messages = input.messages();
        CallTable calls = input.calls();
        int requests = 0;
        for (int call = 0; call < calls.size(); call++) {
            if (!isReadable(messages, calls, call)) {
                continue;
            }
            requests += calls.parent()[call] == MessageTable.NONE && isOfClient(input, call) ? 1 : 0;
            int node = messages.destination(calls.request()[call]);
            if (tallies[node] == null) {
                tallies[node] = new Tally();
            }
            Tally tally = tallies[node];
            tally.answered++;
            if (failed[call] && !isPassedOn(input, failed, call) && !attempts.isWithin(messages, calls, call)) {
                tally.began++;
                tally.reached += reachesTheRoot(input, failed, call) ? 1 : 0;
                tally.codes.merge(calls.outcome(messages, call), 1, Integer::sum);
            }
        }
        return requests;
    }

    /** Whether it was answered; what answers a request that nobody saw is an answer that nobody can read. */
    private static boolean isReadable(MessageTable messages, CallTable calls, int call) {
        return calls.response()[call] != MessageTable.NONE && !messages.isUnseen(calls.request()[call]);
    }

    private static boolean isOfClient(DetectorInput input, int call) {
        return input.nodes()
                .get(input.messages().source(input.calls().request()[call]))
                .client();
    }

    private static boolean isPassedOn(DetectorInput input, boolean[] failed, int call) {
        boolean passedOn = false;
        for (int at = input.served().firstChild(call); at < input.served().endChild(call); at++) {
            int child = input.served().child(at);
            passedOn |= failed[child] || isUnanswered(input, child);
        }
        return passedOn;
    }

    /** Who gets no answer is not the one where the failure begins; {@link UnansweredCalls} names who gave none. */
    private static boolean isUnanswered(DetectorInput input, int call) {
        return input.calls().response()[call] == MessageTable.NONE
                && !input.calls().isOneWay(input.messages(), call);
    }

    /** Whether the request of a client at the top of the tree failed with this call. */
    private static boolean reachesTheRoot(DetectorInput input, boolean[] failed, int call) {
        CallTable calls = input.calls();
        int at = call;
        while (failed[at] && calls.parent()[at] != MessageTable.NONE) {
            at = calls.parent()[at];
        }
        return failed[at] && isOfClient(input, at);
    }

    /** Whether nearly all began at one of several nodes, and not because it answers most. */
    private static boolean isAlone(Tally its, Tally all) {
        double others = (double) (all.began - its.began) / Math.max(1, all.answered - its.answered);
        return its.began >= SHARE_OF_ONE * all.began && (double) its.began / its.answered > MORE_THAN_OTHERS * others;
    }

    private static Finding finding(DetectorInput input, RoleSummary role, Tally[] tallies, Tally all, int requests) {
        int worst = role.nodes().stream()
                .filter(node -> tallies[node] != null)
                .max(Comparator.comparingInt(node -> tallies[node].began))
                .orElseThrow();
        Tally its = tallies[worst];
        boolean alone = isAlone(its, all);
        Tally reported = alone ? its : all;
        String name = alone || role.nodes().size() == 1 ? input.name(worst) : role.name();
        double share = (double) reported.began / reported.answered;
        double reached = (double) reported.reached / requests;
        boolean problem = isProblem(reported.began, Math.max(share, reached));
        String title = name + " answers " + DelayText.share(share) + " of its requests with an error";
        if (reached >= LEAST_SHARE) {
            title += "; " + DelayText.share(reached) + " of the clients' requests fail because of it";
        }
        return new Finding(
                problem ? Severity.PROBLEM : Severity.NOTICE,
                "failures-begin",
                title,
                detail(name, reported, requests),
                alone || role.nodes().size() == 1
                        ? List.of(input.name(worst))
                        : role.nodes().stream().map(input::name).toList(),
                0,
                0);
    }

    private static String detail(String name, Tally tally, int requests) {
        StringBuilder codes = new StringBuilder();
        tally.codes.forEach((code, times) -> codes.append(codes.isEmpty() ? "" : ", ")
                .append(times)
                .append(" × ")
                .append(Outcome.text(code)));
        return tally.began + " of " + tally.answered + " answers of " + name
                + " are errors although no call that it made for"
                + " the request failed (" + codes + "). " + tally.reached + " of " + requests
                + " client requests failed with them. Nodes that only pass an error on are not named.";
    }
}

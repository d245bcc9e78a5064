package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.AttemptTimes;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.CountText;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Outcome.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Names the nodes where failures begin: those that answer with a failure although no call that they made for the
 * request failed, nor any attempt to connect meanwhile. Who only passes a failure on is not named. A failure is a
 * response that blames who answers ({@link Verdict#FAILED}).
 */
final class FailureOrigin implements Detector {

    private static final double MIN_SHARE = 0.001;
    static final int FAILURES_OF_A_PROBLEM = 10;
    private static final double SHARE_OF_A_PROBLEM = 0.02;

    /** A node that is named alone has nearly all failures of a role, and fails so many times more often than others. */
    private static final double MORE_THAN_OTHERS = 5;

    /** What began at one node. */
    private static final class Tally {
        final CallerTally callers = new CallerTally();
        int reached;
        int passedOn;
        final Map<Integer, Integer> codes = new TreeMap<>();

        void add(Tally other) {
            callers.add(other.callers);
            reached += other.reached;
            passedOn += other.passedOn;
            other.codes.forEach((code, times) -> codes.merge(code, times, Integer::sum));
        }

        /** What errors are called where others are passed on. */
        String ofItsOwn() {
            return passedOn == 0 ? "" : " of its own";
        }

        /** How many are passed on; empty where none are. */
        String passedOnText() {
            return passedOn == 0 ? "" : " " + passedOn + " more pass on what failed that it called.";
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
            CallerTally.Calls own = all.callers.concerned();
            if (isReportable(own.concerned(), own.all())) {
                findings.add(finding(input, role, tallies, all, requests));
            }
        }
        findings.sort(Comparator.comparing(Finding::severity));
        return findings;
    }

    /** What is told where only numbers are known of what a node answers; nothing where that is too little. */
    static List<Finding> ofAnswers(String name, long answered, long failed) {
        double failures = (double) failed;
        double share = failures / answered;
        if (!isReportable(failures, (double) answered)) {
            return List.of();
        }
        return List.of(new Finding(
                isProblem(failures, share) ? Severity.PROBLEM : Severity.NOTICE,
                "failures-begin",
                name + " answers " + DelayText.share(share) + " of its requests with an error of its own",
                failed + " of " + answered + " answers of " + name
                        + " are errors although no call that it made for the request failed.",
                List.of(name),
                0,
                0));
    }

    /** Whether so many failures among so many answers are worth telling. */
    private static boolean isReportable(double failed, double answered) {
        return failed >= DetectorInput.FEW && failed >= MIN_SHARE * answered;
    }

    /** Whether so many failures, a share of all, are a problem. */
    private static boolean isProblem(double failed, double share) {
        return failed >= FAILURES_OF_A_PROBLEM && share >= SHARE_OF_A_PROBLEM;
    }

    private static boolean[] failed(DetectorInput input) {
        boolean[] failed = new boolean[input.calls().size()];
        for (int call = 0; call < failed.length; call++) {
            failed[call] = input.calls().isFailed(input.messages(), call);
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
            boolean began =
                    failed[call] && !isPassedOn(input, failed, call) && !attempts.isWithin(messages, calls, call);
            tally.callers.count(messages.source(calls.request()[call]), began);
            tally.passedOn += failed[call] && !began ? 1 : 0;
            if (began) {
                tally.reached += reachesTheRoot(input, failed, call) ? 1 : 0;
                tally.codes.merge(calls.outcome(messages, call), 1, Integer::sum);
            }
        }
        return requests;
    }

    /** Whether it was answered; what answers a request that nobody saw is an answer that nobody can read. */
    private static boolean isReadable(MessageTable messages, CallTable calls, int call) {
        return calls.isAnswered(call) && !messages.isUnseen(calls.request()[call]);
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
        return !input.calls().isAnswered(call) && !input.calls().isOneWay(input.messages(), call);
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
    private static boolean isAlone(CallerTally.Calls own, CallerTally.Calls all) {
        double others = (double) (all.concerned() - own.concerned()) / Math.max(1, all.all() - own.all());
        return own.concerned() >= ChangeModel.NEARLY_ALL * all.concerned()
                && (double) own.concerned() / own.all() > MORE_THAN_OTHERS * others;
    }

    private static Finding finding(DetectorInput input, RoleSummary role, Tally[] tallies, Tally all, int requests) {
        int worst = role.nodes().stream()
                .filter(node -> tallies[node] != null)
                .max(Comparator.comparingInt(
                        node -> tallies[node].callers.concerned().concerned()))
                .orElseThrow();
        boolean isOne =
                role.nodes().size() == 1 || isAlone(tallies[worst].callers.concerned(), all.callers.concerned());
        Tally own = isOne ? tallies[worst] : all;
        String name = isOne ? input.name(worst) : role.name();
        List<String> nodes =
                isOne ? List.of(name) : role.nodes().stream().map(input::name).toList();
        return own.callers
                .stranger(node -> input.nodes().get(node).client())
                .map(client -> ofOneClient(input, client, name, own, nodes))
                .orElseGet(() -> ofAll(name, own, requests, nodes));
    }

    /** What a node answers one client of many says of that client as much as of the node. */
    private static Finding ofOneClient(DetectorInput input, int client, String name, Tally own, List<String> nodes) {
        CallerTally.Calls calls = own.callers.of(client);
        return new Finding(
                        Severity.NOTICE,
                        "failures-begin",
                        name + " answers " + CountText.of(calls.concerned()) + " of " + CountText.of(calls.all())
                                + " requests of " + input.name(client) + " with an error" + own.ofItsOwn()
                                + ", and none of others",
                        "Look at what " + input.name(client) + " asks for (" + codes(own) + "). "
                                + CountText.of(own.callers.all() - calls.all()) + " answers to others are no errors"
                                + own.ofItsOwn() + "." + own.passedOnText(),
                        nodes,
                        0,
                        0)
                .restingOn(1);
    }

    private static Finding ofAll(String name, Tally own, int requests, List<String> nodes) {
        CallerTally.Calls calls = own.callers.concerned();
        double share = (double) calls.concerned() / calls.all();
        double reached = (double) own.reached / requests;
        int others = own.callers.all() - calls.all();
        String whose = others == 0 ? "its requests" : "the requests of " + own.callers.whose();
        String title = name + " answers " + DelayText.share(share) + " of " + whose + " with an error" + own.ofItsOwn();
        if (reached >= MIN_SHARE) {
            title += "; " + DelayText.share(reached) + " of the clients' requests fail because of it";
        }
        return new Finding(
                        isProblem(calls.concerned(), Math.max(share, reached)) ? Severity.PROBLEM : Severity.NOTICE,
                        "failures-begin",
                        title,
                        "Look at " + name + " itself: no call that it made for these requests failed (" + codes(own)
                                + "). "
                                + CountText.of(calls.concerned()) + " of " + CountText.of(calls.all()) + " answers; "
                                + CountText.of(own.reached) + " of " + CountText.of(requests)
                                + " client requests failed with them."
                                + own.passedOnText()
                                + (others == 0
                                        ? ""
                                        : " " + CountText.of(others) + " answers to others are no errors"
                                                + own.ofItsOwn() + "."),
                        nodes,
                        0,
                        0)
                .restingOn(own.callers.callers());
    }

    private static String codes(Tally tally) {
        return tally.codes.entrySet().stream()
                .map(code -> code.getValue() + " × " + Outcome.text(code.getKey()))
                .collect(Collectors.joining(", "));
    }
}

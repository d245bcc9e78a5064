package io.wirepath.appliance.serve.spans;

import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.SplitMix64;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which requests of a window somebody wants to see: those that failed, those of rare paths, the slowest of each kind,
 * and one in so many of the rest. A request counts in the window in which it begins, so in one alone. Pure.
 *
 * @param isChosen of each call whether its request is chosen
 * @param chosen requests that are
 * @param overBudget requests that would be, had they room
 */
record SpanChoice(boolean[] isChosen, int chosen, int overBudget) {

    /** Of the paths of a window, those that are rare. */
    private static final double RARE_SHARE = 0.01;

    /** Of the requests of a kind, those that are slow. */
    private static final double SLOW_SHARE = 0.01;

    private static final int FAILED = 0;
    private static final int RARE = 1;
    private static final int SLOW = 2;
    private static final int SAMPLED = 3;

    private record Wanted(int root, int why) {}

    /**
     * Chooses.
     *
     * @param oneIn how many requests that are nothing special there are for one that is chosen; 0 for none
     * @param maxCalls calls of all chosen requests, at most
     */
    static SpanChoice of(Analysis analysis, TimeSpan window, long oneIn, long maxCalls) {
        MessageTable messages = analysis.messages();
        CallTable calls = analysis.calls();
        int[] size = new int[calls.size()];
        Map<String, List<Integer>> kinds = new HashMap<>();
        for (int call = 0; call < size.length; call++) {
            int root = calls.root()[call];
            size[root]++;
            int request = calls.request()[call];
            if (root == call && window.holds(messages.timeNanos(request))) {
                String kind = messages.destination(request) + " " + messages.operation(request);
                kinds.computeIfAbsent(kind, unseen -> new ArrayList<>()).add(call);
            }
        }
        boolean[] isRare = rare(analysis);
        List<Wanted> wanted = new ArrayList<>();
        kinds.forEach((kind, roots) -> {
            roots.sort(Comparator.comparingLong(root -> -tookNanos(messages, calls, root)));
            int slow = (int) (SLOW_SHARE * roots.size());
            for (int i = 0; i < roots.size(); i++) {
                int root = roots.get(i);
                if (calls.isFailed(messages, root)) {
                    wanted.add(new Wanted(root, FAILED));
                } else if (isRare[calls.request()[root]]) {
                    wanted.add(new Wanted(root, RARE));
                } else if (i < slow) {
                    wanted.add(new Wanted(root, SLOW));
                } else if (isSample(messages, calls.request()[root], oneIn)) {
                    wanted.add(new Wanted(root, SAMPLED));
                }
            }
        });
        wanted.sort(Comparator.comparingInt(Wanted::why).thenComparing(Wanted::root));
        return within(maxCalls, wanted, calls, size);
    }

    private static SpanChoice within(long maxCalls, List<Wanted> wanted, CallTable calls, int[] size) {
        boolean[] roots = new boolean[size.length];
        long room = maxCalls;
        int chosen = 0;
        for (Wanted each : wanted) {
            if (size[each.root] <= room) {
                room -= size[each.root];
                roots[each.root] = true;
                chosen++;
            }
        }
        boolean[] isChosen = new boolean[size.length];
        for (int call = 0; call < size.length; call++) {
            isChosen[call] = roots[calls.root()[call]];
        }
        return new SpanChoice(isChosen, chosen, wanted.size() - chosen);
    }

    /** The same ones wherever and whenever they are looked at. */
    private static boolean isSample(MessageTable messages, int request, long oneIn) {
        long port = (long) messages.sourcePort(request) << Short.SIZE | messages.destinationPort(request);
        long hash = SplitMix64.mix(messages.timeNanos(request) * SplitMix64.STEP ^ port);
        return oneIn > 0 && Long.remainderUnsigned(hash, oneIn) == 0;
    }

    private static long tookNanos(MessageTable messages, CallTable calls, int call) {
        int response = calls.response()[call];
        return response == MessageTable.NONE
                ? 0
                : messages.timeNanos(response) - messages.timeNanos(calls.request()[call]);
    }

    /** Of each row whether a path begins with it that few take. */
    private static boolean[] rare(Analysis analysis) {
        boolean[] isRare = new boolean[analysis.messages().size()];
        Map<String, List<Integer>> roots = analysis.table().rootsOfPatterns();
        long all = roots.values().stream().mapToLong(List::size).sum();
        roots.values().forEach(own -> {
            if (own.size() < RARE_SHARE * all) {
                own.forEach(row -> isRare[row] = true);
            }
        });
        return isRare;
    }
}

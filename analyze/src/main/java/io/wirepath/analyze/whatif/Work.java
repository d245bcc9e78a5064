package io.wirepath.analyze.whatif;

import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import java.util.Arrays;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.Long2LongHashMap;

/**
 * How long nodes work between what they wait for: as recorded, or otherwise. Not changed any more once it is handed on;
 * then safe to share.
 */
final class Work {

    private final long[] gapNanos;
    private final long[] lastGapNanos;
    private final long[] lateNanos;

    private Work(WorkPlan plan) {
        gapNanos = plan.gapNanos.clone();
        lastGapNanos = plan.lastGapNanos.clone();
        lateNanos = new long[plan.size()];
    }

    /** All work as it was. */
    static Work asRecorded(WorkPlan plan) {
        return new Work(plan);
    }

    /**
     * The work of nodes that take less time for each request, or go faster.
     *
     * @param soonerNanos of each node; what is saved is taken from its longest work for a request first, of calls made
     *     together from each; below 0 it works that much longer before all else
     * @param faster of each node, times as fast
     */
    static Work of(WorkPlan plan, long[] soonerNanos, double[] faster) {
        Work work = new Work(plan);
        for (int call = 0; call < plan.size(); call++) {
            int node = plan.node[call];
            if (faster[node] != 1) {
                work.scale(plan, call, faster[node]);
            }
            if (soonerNanos[node] > 0) {
                work.save(plan, call, soonerNanos[node]);
            } else {
                work.lateNanos[call] = -soonerNanos[node];
            }
        }
        return work;
    }

    /** The same, but for what nodes take less before they call another: ns, by the two nodes. */
    Work beforeCalls(WorkPlan plan, Long2LongHashMap soonerNanos) {
        for (int call = 0; call < plan.size() && !soonerNanos.isEmpty(); call++) {
            int parent = plan.calls.parent()[call];
            if (parent != MessageTable.NONE) {
                long less = soonerNanos.get(KeyNumbers.pair(plan.node[parent], plan.node[call]));
                gapNanos[call] = Math.max(0, gapNanos[call] - less);
            }
        }
        return this;
    }

    long gapNanos(int call) {
        return gapNanos[call];
    }

    long lastGapNanos(int call) {
        return lastGapNanos[call];
    }

    /** How long a request stands before anything is done for it. */
    long lateNanos(int call) {
        return lateNanos[call];
    }

    private void scale(WorkPlan plan, int call, double times) {
        for (int at = plan.served.firstChild(call); at < plan.served.endChild(call); at++) {
            int child = plan.served.child(at);
            gapNanos[child] = Math.round(gapNanos[child] / times);
        }
        lastGapNanos[call] = Math.round(lastGapNanos[call] / times);
    }

    private void save(WorkPlan plan, int call, long nanos) {
        long left = nanos;
        IntArrayList stages = stages(plan, call);
        while (left > 0) {
            int longest = WorkPlan.NONE;
            for (int child : stages) {
                longest = longest < 0 || gapNanos[child] > gapNanos[longest] ? child : longest;
            }
            boolean isLast = longest < 0 || gapNanos[longest] <= lastGapNanos[call];
            long taken = Math.min(left, isLast ? lastGapNanos[call] : gapNanos[longest]);
            if (taken <= 0) {
                return;
            }
            if (isLast) {
                lastGapNanos[call] -= taken;
            } else {
                takeFromStage(plan, call, longest, taken);
            }
            left -= taken;
        }
    }

    /** The calls before the answer: those that are made together have the same work before them. */
    private static IntArrayList stages(WorkPlan plan, int call) {
        IntArrayList children = new IntArrayList();
        for (int at = plan.served.firstChild(call); at < plan.served.endChild(call); at++) {
            int child = plan.served.child(at);
            if (!plan.isAfterAnswer[child]) {
                children.addInt(child);
            }
        }
        return children;
    }

    private void takeFromStage(WorkPlan plan, int call, int of, long nanos) {
        for (int child : stages(plan, call)) {
            if (Arrays.equals(plan.after[child], plan.after[of])) {
                gapNanos[child] = Math.max(0, gapNanos[child] - nanos);
            }
        }
    }
}

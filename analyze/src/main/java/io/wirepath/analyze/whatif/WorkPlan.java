package io.wirepath.analyze.whatif;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.finding.TurnClaims;
import io.wirepath.analyze.finding.TurnClaims.Claim;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What each call of a recording has to do, without the waits for what others held: the work between what it waits for,
 * the ways of its messages, and what it holds meanwhile.
 *
 * <pre>
 *   request came ├─┤ waits ├──gap──┤ child 1 ├─gap─┤ child 2 (after 1) ├──gap──┤ answer
 *                  in turn          └ child 3 (beside 1)    ┘
 * </pre>
 *
 * <p>A call of a request, and the answer, come after all calls of that request that had been answered by then, but for
 * those that it is often made beside ({@link SideBySide}).
 * Immutable once built; safe to share.
 */
final class WorkPlan {

    /** No resource. */
    static final int NONE = -1;

    final CallTable calls;
    final ServedCalls served;
    /** What calls hold that others wait for. */
    final List<Limit> limits = new ArrayList<>();

    /** Node that serves each call. */
    final int[] node;

    /** Whether an answer was seen, for which the caller may wait. */
    final boolean[] answered;

    /** Work from what it waited for to its sending, at its caller; of a root 0. */
    final long[] gapNanos;

    /** Work from what it waited for to the answer. */
    final long[] lastGapNanos;

    final long[] wayNanos;
    final long[] wayBackNanos;

    /** When the request was sent, as recorded. */
    final long[] sentNanos;

    /** When its answer had come back, as recorded. */
    final long[] endNanos;

    /** Index in {@link #limits} of what a call holds at its server, and of the pool that it takes a place of. */
    final int[] heldThere;

    final int[] poolTaken;

    /** Calls of the same request that one comes after; of the answer, those that it comes after are {@link #before}. */
    final int[][] after;

    final int[][] before;

    /** Whether it is made when the answer has been sent. */
    final boolean[] isAfterAnswer;

    private final MessageTable messages;
    private final NodeTimes times;

    /** Until when it is known who waits for what. */
    private long untilNanos = Long.MAX_VALUE;

    private final long[] turnNanos;
    private final long[] poolWaitNanos;

    private WorkPlan(MessageTable messages, CallTable calls, ServedCalls served) {
        this.messages = messages;
        this.calls = calls;
        this.served = served;
        times = new NodeTimes(messages);
        int size = calls.size();
        node = new int[size];
        answered = new boolean[size];
        gapNanos = new long[size];
        lastGapNanos = new long[size];
        wayNanos = new long[size];
        wayBackNanos = new long[size];
        sentNanos = new long[size];
        endNanos = new long[size];
        heldThere = filled(size);
        poolTaken = filled(size);
        turnNanos = new long[size];
        poolWaitNanos = new long[size];
        after = new int[size][];
        before = new int[size][];
        isAfterAnswer = new boolean[size];
    }

    /**
     * The plan of these calls.
     *
     * @param claims what calls wait for
     * @param asked what they would have to wait for, where no claim says so already
     */
    static WorkPlan of(
            MessageTable messages, CallTable calls, ServedCalls served, List<Claim> claims, List<Limit> asked) {
        WorkPlan plan = new WorkPlan(messages, calls, served);
        claims.forEach(plan::hold);
        asked.forEach(plan::limit);
        for (int call = 0; call < calls.size(); call++) {
            plan.measure(call);
        }
        SideBySide beside = new SideBySide(plan);
        for (int call = 0; call < calls.size(); call++) {
            plan.order(call, beside);
        }
        return plan;
    }

    /** How many hold each thing at once. */
    int[] atOnce() {
        return limits.stream().mapToInt(Limit::atOnce).toArray();
    }

    /** From the sending of each of these roots to its answer; NIL without one. */
    long[] recordedNanos(int[] roots) {
        return IntStream.of(roots)
                .mapToLong(root -> answered[root] ? endNanos[root] - sentNanos[root] : MessageTable.NIL)
                .toArray();
    }

    /** When each of these roots was sent. */
    long[] startNanos(int[] roots) {
        return IntStream.of(roots).mapToLong(root -> sentNanos[root]).toArray();
    }

    int size() {
        return node.length;
    }

    private static int[] filled(int size) {
        int[] none = new int[size];
        Arrays.fill(none, NONE);
        return none;
    }

    private void hold(Claim claim) {
        int number = limits.size();
        limits.add(Limit.of(claim));
        int[] of = claim.calls();
        boolean isPool = claim.held().isPool();
        if (of.length == TurnClaims.MAX_CALLS) {
            untilNanos = Math.min(untilNanos, times.atSenderNanos(calls.request()[of[of.length - 1]]));
        }
        for (int i = 0; i < of.length; i++) {
            (isPool ? poolTaken : heldThere)[of[i]] = number;
            (isPool ? poolWaitNanos : turnNanos)[of[i]] =
                    claim.turn().holder()[i] < 0 ? 0 : Math.max(0, claim.turn().waitedNanos()[i]);
        }
    }

    /** A limit that somebody asks for where packets show none: nobody waits for it yet. */
    private void limit(Limit limit) {
        if (limits.stream().anyMatch(limit::isSamePlace)) {
            return;
        }
        int number = limits.size();
        limits.add(limit);
        int[] held = limit.held().isPool() ? poolTaken : heldThere;
        for (int call = 0; call < size(); call++) {
            if (calls.isAnswered(call) && limit.isOf(messages, calls.request()[call])) {
                held[call] = number;
            }
        }
    }

    private void measure(int call) {
        int request = calls.request()[call];
        int response = calls.response()[call];
        node[call] = messages.destination(request);
        answered[call] = response != MessageTable.NONE;
        sentNanos[call] = times.atSenderNanos(request);
        wayNanos[call] = Math.max(0, times.atReceiverNanos(request) - times.atSenderNanos(request));
        endNanos[call] = answered[call] ? times.atReceiverNanos(response) : MessageTable.NIL;
        wayBackNanos[call] =
                answered[call] ? Math.max(0, times.atReceiverNanos(response) - times.atSenderNanos(response)) : 0;
        after[call] = new int[0];
        before[call] = new int[0];
    }

    /** Puts what a call causes in order. */
    private void order(int call, SideBySide beside) {
        long came = sentNanos[call] + wayNanos[call];
        long answerNanos = answered[call] ? endNanos[call] - wayBackNanos[call] : Long.MAX_VALUE;
        int[] children = IntStream.range(served.firstChild(call), served.endChild(call))
                .map(served::child)
                .toArray();
        long begins = came + turnNanos[call];
        for (int child : children) {
            if (sentNanos[child] >= came) {
                begins = Math.min(begins, sentNanos[child]);
            }
        }
        begins = Math.min(begins, answerNanos);
        for (int child : children) {
            isAfterAnswer[child] = sentNanos[child] >= answerNanos;
            int[] waitedFor = IntStream.of(children)
                    .filter(other -> !beside.needNotWait(child, other))
                    .toArray();
            after[child] = isAfterAnswer[child] ? new int[0] : endedBy(waitedFor, readyNanos(child), beside);
            long ready = isAfterAnswer[child] ? answerNanos : latestEnd(after[child], begins);
            gapNanos[child] = Math.max(0, readyNanos(child) - ready);
        }
        if (answered[call]) {
            before[call] = endedBy(children, answerNanos, beside);
            lastGapNanos[call] = Math.max(0, answerNanos - latestEnd(before[call], begins));
        }
    }

    /** When a call would have been sent, had it not waited for a pool. */
    long readyNanos(int call) {
        return sentNanos[call] - poolWaitNanos[call];
    }

    /** What a call asks for; empty where that is not known. */
    String operation(int call) {
        return messages.operation(calls.request()[call]);
    }

    /** Those that had been answered by then, but for those that another of them came after. */
    private int[] endedBy(int[] children, long nanos, SideBySide beside) {
        int[] ended = IntStream.of(children)
                .filter(child -> answered[child] && endNanos[child] <= nanos)
                .toArray();
        long lastReady = IntStream.of(ended).mapToLong(this::readyNanos).max().orElse(nanos);
        return IntStream.of(ended)
                .filter(child -> endNanos[child] >= lastReady || !isWaitedForBy(ended, child, beside))
                .toArray();
    }

    private boolean isWaitedForBy(int[] others, int child, SideBySide beside) {
        for (int i = others.length - 1; i >= 0; i--) { // the latest most likely waits for it
            if (readyNanos(others[i]) > endNanos[child] && !beside.needNotWait(others[i], child)) {
                return true;
            }
        }
        return false;
    }

    private long latestEnd(int[] of, long least) {
        long latest = least;
        for (int child : of) {
            latest = Math.max(latest, endNanos[child]);
        }
        return latest;
    }

    /** The calls that nobody here caused, in the order of their sending, while it is known who waits for what. */
    int[] roots() {
        List<Integer> roots = new ArrayList<>();
        for (int call = 0; call < size(); call++) {
            if (calls.parent()[call] == MessageTable.NONE && sentNanos[call] <= untilNanos) {
                roots.add(call);
            }
        }
        roots.sort((a, b) -> Long.compare(sentNanos[a], sentNanos[b]));
        return roots.stream().mapToInt(Integer::intValue).toArray();
    }
}

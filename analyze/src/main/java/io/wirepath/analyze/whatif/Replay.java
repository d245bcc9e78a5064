package io.wirepath.analyze.whatif;

import io.wirepath.causes.MessageTable;
import java.util.Arrays;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.IntArrayQueue;

/**
 * Runs requests once more, each as its plan says, at other times, with other work and with other numbers of what they
 * hold: first come, first served. A request may run several times. Not thread-safe.
 */
final class Replay {

    private static final int SEND = 0;
    private static final int COME = 1;
    private static final int ANSWER = 2;
    private static final int END = 3;
    private static final int KINDS = 4;

    private final WorkPlan plan;
    private final Work work;
    private final Resources resources;

    /** The calls of each root in their order, the root first; those of others are empty. */
    private final int[][] tree;

    /** Place of each call in the tree that it is in. */
    private final int[] place;

    private Agenda agenda = new Agenda();

    /** Which call each of those that run is, and below the place of its root in the run. */
    private int[] callOf = new int[0];

    private int[] rootAt = new int[0];
    private int[] base = new int[0];
    private int[] waitsFor = new int[0];
    private int[] answerWaitsFor = new int[0];
    private long[] endNanos = new long[0];

    Replay(WorkPlan plan, Work work, Resources resources) {
        this.plan = plan;
        this.work = work;
        this.resources = resources;
        tree = new int[plan.size()][];
        place = new int[plan.size()];
        for (int root : plan.roots()) {
            tree[root] = treeOf(root);
        }
    }

    private int[] treeOf(int root) {
        IntArrayList all = new IntArrayList();
        all.addInt(root);
        for (int i = 0; i < all.size(); i++) {
            int call = all.getInt(i);
            place[call] = i;
            for (int at = plan.served.firstChild(call); at < plan.served.endChild(call); at++) {
                all.addInt(plan.served.child(at));
            }
        }
        return all.toIntArray();
    }

    /**
     * Runs these roots, sent at these times; gives how long each took, {@link MessageTable#NIL} where no answer was
     * recorded.
     */
    long[] run(int[] roots, long[] startNanos) {
        prepare(roots);
        for (int i = 0; i < roots.length; i++) {
            agenda.add(startNanos[i], base[i] * KINDS + SEND);
        }
        while (!agenda.isEmpty()) {
            int event = agenda.next();
            handle(event / KINDS, event % KINDS);
        }
        long[] took = new long[roots.length];
        for (int i = 0; i < roots.length; i++) {
            took[i] = endNanos[base[i]] == MessageTable.NIL ? MessageTable.NIL : endNanos[base[i]] - startNanos[i];
        }
        return took;
    }

    private void prepare(int[] roots) {
        base = new int[roots.length];
        int total = 0;
        for (int i = 0; i < roots.length; i++) {
            base[i] = total;
            total += tree[roots[i]].length;
        }
        agenda = new Agenda();
        resources.clear();
        callOf = new int[total];
        rootAt = new int[total];
        waitsFor = new int[total];
        answerWaitsFor = new int[total];
        endNanos = new long[total];
        Arrays.fill(endNanos, MessageTable.NIL);
        for (int i = 0; i < roots.length; i++) {
            for (int call : tree[roots[i]]) {
                int at = base[i] + place[call];
                callOf[at] = call;
                rootAt[at] = i;
                waitsFor[at] = plan.after[call].length;
                answerWaitsFor[at] = plan.before[call].length;
            }
        }
    }

    private void handle(int at, int kind) {
        long now = agenda.nowNanos();
        int call = callOf[at];
        switch (kind) {
            case SEND -> {
                if (resources.take(plan.poolTaken[call], at)) {
                    agenda.add(now + plan.wayNanos[call], at * KINDS + COME);
                }
            }
            case COME -> {
                if (resources.take(plan.heldThere[call], at)) {
                    begin(at, call, now);
                }
            }
            case ANSWER -> answer(at, call, now);
            default -> end(at, call, now);
        }
    }

    private void begin(int at, int call, long now) {
        long begins = now + work.lateNanos(call);
        for (int c = plan.served.firstChild(call); c < plan.served.endChild(call); c++) {
            int child = plan.served.child(c);
            if (!plan.isAfterAnswer[child] && plan.after[child].length == 0) {
                agenda.add(begins + work.gapNanos(child), at(at, child) * KINDS + SEND);
            }
        }
        if (plan.answered[call] && plan.before[call].length == 0) {
            agenda.add(begins + work.lastGapNanos(call), at * KINDS + ANSWER);
        }
    }

    private int at(int relative, int call) {
        return base[rootAt[relative]] + place[call];
    }

    private void answer(int at, int call, long now) {
        int next = resources.release(plan.heldThere[call]);
        if (next != WorkPlan.NONE) {
            begin(next, callOf[next], now);
        }
        agenda.add(now + plan.wayBackNanos[call], at * KINDS + END);
        for (int c = plan.served.firstChild(call); c < plan.served.endChild(call); c++) {
            int child = plan.served.child(c);
            if (plan.isAfterAnswer[child]) {
                agenda.add(now + work.gapNanos(child), at(at, child) * KINDS + SEND);
            }
        }
    }

    private void end(int at, int call, long now) {
        endNanos[at] = now;
        int next = resources.release(plan.poolTaken[call]);
        if (next != WorkPlan.NONE) {
            agenda.add(now + plan.wayNanos[callOf[next]], next * KINDS + COME);
        }
        int parent = plan.calls.parent()[call];
        if (parent == MessageTable.NONE) {
            return;
        }
        for (int c = plan.served.firstChild(parent); c < plan.served.endChild(parent); c++) {
            int sibling = plan.served.child(c);
            if (contains(plan.after[sibling], call) && --waitsFor[at(at, sibling)] == 0) {
                agenda.add(now + work.gapNanos(sibling), at(at, sibling) * KINDS + SEND);
            }
        }
        int above = at(at, parent);
        if (contains(plan.before[parent], call) && --answerWaitsFor[above] == 0) {
            agenda.add(now + work.lastGapNanos(parent), above * KINDS + ANSWER);
        }
    }

    private static boolean contains(int[] calls, int call) {
        for (int other : calls) {
            if (other == call) {
                return true;
            }
        }
        return false;
    }

    /** What calls hold, and who waits for it. */
    static final class Resources {
        private final int[] atOnce;
        private final int[] held;
        private final IntArrayQueue[] waiting;
        private final boolean[] met;

        Resources(int[] atOnce) {
            this.atOnce = atOnce.clone();
            held = new int[atOnce.length];
            waiting = new IntArrayQueue[atOnce.length];
            met = new boolean[atOnce.length];
            clear();
        }

        private void clear() {
            Arrays.fill(held, 0);
            Arrays.fill(met, false);
            Arrays.setAll(waiting, i -> new IntArrayQueue());
        }

        /** Whether somebody waited for it in the last run. */
        boolean isMet(int resource) {
            return met[resource];
        }

        /** Whether it was free; else who asks waits. */
        private boolean take(int resource, int who) {
            if (resource == WorkPlan.NONE) {
                return true;
            }
            boolean isFree = held[resource] < atOnce[resource];
            if (isFree) {
                held[resource]++;
            } else {
                waiting[resource].addInt(who);
                met[resource] = true;
            }
            return isFree;
        }

        /** Who gets it next; none where nobody waits. */
        private int release(int resource) {
            if (resource == WorkPlan.NONE) {
                return WorkPlan.NONE;
            }
            if (waiting[resource].isEmpty()) {
                held[resource]--;
                return WorkPlan.NONE;
            }
            return waiting[resource].pollInt();
        }
    }
}

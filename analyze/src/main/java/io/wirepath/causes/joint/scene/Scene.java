package io.wirepath.causes.joint.scene;

import java.util.Arrays;

/**
 * What one node, or replicas together, have to explain: tasks (requests that it received) and calls (requests that it
 * sent), with times in clock ticks by the clock of that node alone.
 *
 * <p>Tasks stand in order of arrival, calls in order of sending, so a call's number is its place in time.
 *
 * <pre>
 *  task   arrival ├────────────────────────────────────┤ departure      class = who asks for what
 *  call              sent ├──────────────┤ received                     label = callee and type
 * </pre>
 */
public final class Scene {

    /** A time that is not known: the response of a call was not seen. */
    public static final long NEVER = Long.MAX_VALUE;

    /** It was decided earlier that nobody made the call. */
    public static final int ORPHAN = -1;

    /** No call was seen on the connection before. */
    static final int FIRST = -1;

    /** The owner of the call is still to be found. */
    static final int UNDECIDED = -2;

    /** A message that is no part of a talk. */
    static final long NO_TALK = -1;

    /** A node that nobody saw receive anything called: any node of the scene may have caused it. */
    static final int ANY = -1;

    /** Length of a clock tick. */
    public final long tickNanos;

    public final int tasks;
    public final int calls;
    public final int classes;
    public final int labels;

    public final int[] taskClass;
    public final long[] arrival;
    /** When the response left; where it was not seen, the time at which the task is given up. */
    public final long[] departure;

    public final boolean[] endIsKnown;
    /** From when on a task that is named again may go on, and until when; {@link #NEVER} and before all times else. */
    final long[] again;

    final long[] until;
    /** Row of the request of each task in the message table. */
    public final int[] taskRequest;
    /** The node that got each task; a scene is of one node, or of replicas with those that work for them unseen. */
    public final int[] taskNode;

    public final int[] label;
    public final long[] sent;
    /** When the response came; {@link #NEVER} where it was not seen. */
    public final long[] received;
    /** Row of the request of each call in the message table. */
    public final int[] callRequest;
    /** The node that made each call, or {@link #ANY}. */
    public final int[] callNode;

    /**
     * The call before each on the same connection, or {@link #FIRST} where there is none or connections are no
     * evidence.
     */
    public final int[] before;

    /** Whether a call took a place in a pool as soon as another left it: see {@link HandedOver}. */
    public final boolean[] handedOver;

    /** The talk in which each task is told something, and each call says more; {@link #NO_TALK} for most. */
    final long[] taskTalk;

    final long[] callTalk;

    /** Per label of calls: for how long after its answer a task may still make them. */
    final long[] afterAnswer;

    /** Tasks of an earlier window that are over: they teach, and get no further calls. */
    public final boolean[] closed;
    /** Task that owns each call where that was decided earlier, {@link #ORPHAN}, or {@link #UNDECIDED}. */
    public final int[] decided;

    public Scene(long tickNanos, int tasks, int calls, int classes, int labels) {
        this.tickNanos = tickNanos;
        this.tasks = tasks;
        this.calls = calls;
        this.classes = classes;
        this.labels = labels;
        callsOfAll = calls;
        taskClass = new int[tasks];
        arrival = new long[tasks];
        departure = new long[tasks];
        endIsKnown = new boolean[tasks];
        again = new long[tasks];
        Arrays.fill(again, NEVER);
        until = new long[tasks];
        Arrays.fill(until, Long.MIN_VALUE);
        taskRequest = new int[tasks];
        taskNode = new int[tasks];
        label = new int[calls];
        sent = new long[calls];
        received = new long[calls];
        callRequest = new int[calls];
        callNode = new int[calls];
        before = new int[calls];
        handedOver = new boolean[calls];
        Arrays.fill(before, FIRST);
        taskTalk = new long[tasks];
        Arrays.fill(taskTalk, NO_TALK);
        callTalk = new long[calls];
        Arrays.fill(callTalk, NO_TALK);
        afterAnswer = new long[labels];
        closed = new boolean[tasks];
        decided = new int[calls];
        Arrays.fill(decided, UNDECIDED);
    }

    /** Calls of all scenes that are solved beside this one, and its own: what is shared out is shared by them. */
    public long callsOfAll;

    /** Whether the owner of this call was decided earlier. */
    public boolean isDecided(int call) {
        return decided[call] != UNDECIDED;
    }

    /** Per label its calls, in order. */
    public int[][] callsByLabel() {
        int[] size = new int[labels];
        for (int own : label) {
            size[own]++;
        }
        int[][] lists = new int[labels][];
        Arrays.setAll(lists, own -> new int[size[own]]);
        Arrays.fill(size, 0);
        for (int j = 0; j < calls; j++) {
            lists[label[j]][size[label[j]]++] = j;
        }
        return lists;
    }

    /** Number of tasks of earlier windows. */
    public int closedTasks() {
        int count = 0;
        for (boolean own : closed) {
            count += own ? 1 : 0;
        }
        return count;
    }

    /** Length of the window that was watched, in ticks, at least one. */
    public double windowTicks() {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < tasks; i++) {
            first = Math.min(first, arrival[i]);
            last = Math.max(last, departure[i]);
        }
        for (int j = 0; j < calls; j++) {
            first = Math.min(first, sent[j]);
            last = Math.max(last, received[j] == NEVER ? sent[j] : received[j]);
        }
        return last < first ? 1 : last - first + 1.0;
    }

    /** The longest task, or time after its answer in which one may still call, in ticks. */
    public long longestTaskTicks() {
        long longest = Math.max(1, Arrays.stream(afterAnswer).max().orElse(0));
        for (int i = 0; i < tasks; i++) {
            longest = Math.max(longest, departure[i] - arrival[i]);
        }
        return longest;
    }

    /** Whether the times, and what was decided earlier, leave it to this task to make this call. */
    boolean canOwn(int task, int call) {
        return arrival[task] <= sent[call]
                && (lastSending(task, label[call]) >= sent[call]
                        || again[task] <= sent[call] && sent[call] <= until[task])
                && isOf(task, call);
    }

    /** Whether a task is one that nothing ends but time, which may make this call at other times than it does. */
    public boolean mayGoOn(int task, int call) {
        return !endIsKnown[task] && isOf(task, call);
    }

    /** Lets a task go on from this call, a later one, for as long as after its arrival. */
    public void goOn(int task, int call) {
        again[task] = Math.min(again[task], sent[call]);
        until[task] = Math.max(until[task], sent[call] + departure[task] - arrival[task]);
    }

    /** Whether all but the times leaves it to this task to make this call. */
    private boolean isOf(int task, int call) {
        return !closed[task]
                && (callNode[call] == ANY || callNode[call] == taskNode[task])
                && taskRequest[task] != callRequest[call]
                && (callTalk[call] == NO_TALK || callTalk[call] != taskTalk[task]);
    }

    /** When the task can make a call of this label at the latest. */
    public long lastSending(int task, int ofLabel) {
        return endIsKnown[task] ? departure[task] + afterAnswer[ofLabel] : departure[task];
    }

    /** Whether the response of a call came before its task answered, so that the task can have waited for it. */
    public boolean returnsInTime(int call, int task) {
        return received[call] <= Math.max(departure[task], until[task]);
    }
}

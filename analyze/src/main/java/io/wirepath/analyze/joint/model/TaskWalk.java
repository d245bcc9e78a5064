package io.wirepath.analyze.joint.model;

import io.wirepath.analyze.SeededRandom;
import io.wirepath.analyze.joint.scene.Scene;

/**
 * One task with the calls that it would own, laid out as the events that the model scores.
 *
 * <pre>
 *  arrival ─gap─► send c1 ─────► receipt c1 ─gap─► send c2 … receipt ─gap─► departure
 *  state:  arrived         sent c1          received c1
 * </pre>
 *
 * <p>What comes next is scored for every event, when it comes only for a sending and the departure: the callee decides
 * when a receipt comes. What is sent after the departure follows it as further events.
 * A flyweight: {@link #lay} fills it again. Not thread-safe.
 */
public final class TaskWalk {

    /** No such step. */
    static final int NONE = -1;

    private static final int INITIAL = 64;
    private static final long SEED = 1;

    private final Scene scene;
    private final EventOrder order;
    private final GapBins bins;
    private final long[] labelKey;
    private final int states;
    private int[] places = new int[INITIAL];
    private long incoming;

    int task;
    int taskClass;
    /** Events laid: sendings, receipts, and the departure where the task's end is known. */
    public int events;
    /** The event that is the departure, or {@link #NONE}. */
    public int departure;
    /** Row of the event in the tables: class, and the event before it. */
    public int[] state = new int[INITIAL];
    /** What the event is: the label that is sent, {@link #departing} or {@link #receiving}. */
    public int[] next = new int[INITIAL];

    /** Bin of the time since the event before; of a sending and of the departure alone. */
    public int[] bin = new int[INITIAL];
    /** The call that is sent or answered, or {@link #NONE} for the departure. */
    public int[] call = new int[INITIAL];
    /** Calls of the task that are not answered before the event. */
    int[] open = new int[INITIAL];
    /** Time of the latest arrival or receipt before it: since when a sending or the departure has been waiting. */
    long[] waitingSince = new long[INITIAL];
    /** Time of the event before it. */
    public long[] lastEvent = new long[INITIAL];

    /** Distinct labels of the calls. */
    public int distinct;

    public int[] distinctLabel = new int[INITIAL];
    /** Per label how many of the calls have it. */
    public final int[] callsOf;
    /** Hash of the class and the multiset of labels. */
    long planKey;

    public TaskWalk(Scene scene, GapBins bins) {
        this.scene = scene;
        this.bins = bins;
        order = new EventOrder(scene);
        labelKey = new SeededRandom(SEED).oddNumbers(scene.labels);
        states = statesPerClass(scene.labels);
        callsOf = new int[scene.labels];
    }

    /** Kinds of last events of a task: its arrival, a sending of each label, a receipt of each label, its departure. */
    public static int statesPerClass(int labels) {
        return 2 * labels + 2;
    }

    /** The state, within those of a class, of a task that has sent a call of this label last. */
    static int sent(int label) {
        return 1 + label;
    }

    /** The label of what was sent last, in such a state. */
    private static int label(int sent) {
        return sent - 1;
    }

    /** The state of a task that has received the answer of a call of this label last. */
    static int received(int label, int labels) {
        return 1 + labels + label;
    }

    /** The state, within those of a class, of a task that has answered. */
    public static int answered(int labels) {
        return 2 * labels + 1;
    }

    /** What the departure is called among the events. */
    public static int departing(int labels) {
        return labels;
    }

    /** What a receipt is called among the events. */
    static int receiving(int labels) {
        return labels + 1;
    }

    /** Kinds of events that can come next. */
    static int kindsOfEvents(int labels) {
        return labels + 2;
    }

    /** Whether this event is one that the callee times. */
    public boolean isReceipt(int x) {
        return next[x] > scene.labels;
    }

    /** The plan key of a class without calls. */
    static long emptyPlan(int taskClass) {
        return (taskClass + 1) * 0x9E3779B97F4A7C15L;
    }

    /** Lays out this task as owner of the first {@code count} of these calls, which stand in order of sending. */
    public void lay(int ofTask, int[] calls, int count) {
        task = ofTask;
        taskClass = scene.taskClass[ofTask];
        planKey = emptyPlan(taskClass);
        for (int y = 0; y < distinct; y++) {
            callsOf[distinctLabel[y]] = 0;
        }
        distinct = 0;
        if (places.length < 2 * count + 2) {
            grow(2 * count + 2);
        }
        walk(sort(calls, count));
    }

    private int sort(int[] calls, int count) {
        long end = count == 0 ? 0 : Math.max(scene.departure[task], scene.sent[calls[count - 1]]);
        int sorted = 0;
        for (int x = 0; x < count; x++) {
            int send = order.placeOf[2 * calls[x]];
            int receipt = order.placeOf[2 * calls[x] + 1];
            countLabel(label(order.stateAfter[send]));
            sorted = insert(send, sorted);
            if (order.time[receipt] <= end) {
                sorted = insert(receipt, sorted);
            }
        }
        return sorted;
    }

    private int insert(int place, int sorted) {
        int at = sorted;
        while (at > 0 && places[at - 1] > place) {
            places[at] = places[at - 1];
            at--;
        }
        places[at] = place;
        return sorted + 1;
    }

    private void countLabel(int label) {
        planKey += labelKey[label];
        if (callsOf[label]++ == 0) {
            distinctLabel[distinct++] = label;
        }
    }

    private void walk(int sorted) {
        int labels = scene.labels;
        int base = taskClass * states;
        int last = 0;
        int unanswered = 0;
        long lastTime = scene.arrival[task];
        incoming = lastTime;
        events = 0;
        departure = NONE;
        boolean answers = scene.endIsKnown[task];
        for (int x = 0; x < sorted; x++) {
            int place = places[x];
            int j = order.event[place] >> 1;
            int after = order.stateAfter[place];
            long time = order.time[place];
            if (answers && departure == NONE && time > scene.departure[task]) {
                depart(base + last, unanswered, lastTime);
                last = answered(labels);
                lastTime = scene.departure[task];
            }
            if (after <= labels) {
                bin[events] = bins.of(time - lastTime);
                add(base + last, label(after), j, unanswered++, lastTime);
            } else {
                add(base + last, receiving(labels), j, unanswered--, lastTime);
            }
            incoming = after <= labels ? incoming : time;
            last = after;
            lastTime = time;
        }
        if (answers && departure == NONE) {
            depart(base + last, unanswered, lastTime);
        }
    }

    private void depart(int itsState, int unanswered, long lastTime) {
        departure = events;
        bin[events] = bins.of(scene.departure[task] - lastTime);
        add(itsState, departing(scene.labels), NONE, unanswered, lastTime);
    }

    private void add(int itsState, int its, int itsCall, int unanswered, long lastTime) {
        state[events] = itsState;
        next[events] = its;
        call[events] = itsCall;
        open[events] = unanswered;
        waitingSince[events] = incoming;
        lastEvent[events++] = lastTime;
    }

    private void grow(int atLeast) {
        int size = Math.max(atLeast, places.length * 2);
        places = new int[size];
        state = new int[size];
        next = new int[size];
        bin = new int[size];
        call = new int[size];
        lastEvent = new long[size];
        waitingSince = new long[size];
        open = new int[size];
        distinctLabel = new int[size];
    }
}

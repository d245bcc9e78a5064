package io.wirepath.analyze.joint;

/**
 * One task with the calls that it would own, laid out as the steps that the model scores.
 *
 * <pre>
 *  arrival ─gap─► send c1      receipt c1 ─gap─► send c2 … receipt ─gap─► departure
 *  state:  arrived             received c1                 received c2
 * </pre>
 *
 * <p>A step is a sending or the departure; receipts only move the state, because the callee decides when they come. What is
 * sent after the departure follows it as further steps.
 * A flyweight: {@link #lay} fills it anew. Not thread-safe.
 */
final class TaskWalk {

    /** No such step. */
    static final int NONE = -1;

    private static final int INITIAL = 64;

    private final Scene scene;
    private final EventOrder order;
    private final GapBins bins;
    private final long[] labelKey;
    private final int states;
    private int[] places = new int[INITIAL];

    int task;
    int taskClass;
    /** Steps laid: the sendings, and the departure where the task's end is known. */
    int steps;
    /** The step that is the departure, or {@link #NONE}. */
    int departure;
    /** Row of the step in the tables: class and last event. */
    int[] state = new int[INITIAL];
    /** Label that is sent, or the number of labels for the departure. */
    int[] next = new int[INITIAL];

    int[] bin = new int[INITIAL];
    /** The call sent, or {@link #NONE} for the departure. */
    int[] call = new int[INITIAL];
    /** Time of the latest incoming event before the step: since when the step has been waiting. */
    long[] waitingSince = new long[INITIAL];
    /** Time of the latest event of any kind before the step. */
    long[] lastEvent = new long[INITIAL];

    /** Delays of the task in order: the number of a step is the gap before it, {@code ~call} how long that call took. */
    int[] delay = new int[INITIAL];

    int delays;

    /** Distinct labels of the calls, and how many calls have each. */
    int distinct;

    int[] distinctLabel = new int[INITIAL];
    int[] distinctCount = new int[INITIAL];
    /** Hash of the class and the multiset of labels. */
    long planKey;
    /** How the task stood when it answered. */
    Ending ending = Ending.DONE;

    /** How a task stands when it answers. */
    enum Ending {
        /** It made all of its calls, and had their answers. */
        DONE,
        /** It made all of its calls; the answer of one was still to come. */
        CALLS_OPEN,
        /** It made some of its calls later. */
        CALLS_LEFT
    }

    TaskWalk(Scene scene, EventOrder order, GapBins bins, long[] labelKey) {
        this.scene = scene;
        this.order = order;
        this.bins = bins;
        this.labelKey = labelKey;
        states = statesPerClass(scene.labels);
    }

    /** Kinds of last events of a task: its arrival, a sending of each label, a receipt of each label, its departure. */
    static int statesPerClass(int labels) {
        return 2 * labels + 2;
    }

    /** The state, within those of a class, of a task that has answered. */
    static int answered(int labels) {
        return 2 * labels + 1;
    }

    /** The plan key of a class without calls. */
    static long emptyPlan(int taskClass) {
        return (taskClass + 1) * 0x9E3779B97F4A7C15L;
    }

    /** Lays out this task as owner of the first {@code count} of these calls, which stand in order of sending. */
    void lay(int ofTask, int[] calls, int count) {
        task = ofTask;
        taskClass = scene.taskClass[ofTask];
        planKey = emptyPlan(taskClass);
        distinct = 0;
        if (places.length < 2 * count + 2) {
            grow(2 * count + 2);
        }
        int events = sortEvents(calls, count);
        walk(events);
    }

    private int sortEvents(int[] calls, int count) {
        long end = count == 0 ? 0 : Math.max(scene.departure[task], scene.sent[calls[count - 1]]);
        int events = 0;
        for (int x = 0; x < count; x++) {
            int j = calls[x];
            countLabel(scene.label[j]);
            events = insert(order.ofSend[j], events);
            if (scene.received[j] <= end) {
                events = insert(order.ofReceipt[j], events);
            }
        }
        return events;
    }

    private int insert(int place, int events) {
        int at = events;
        while (at > 0 && places[at - 1] > place) {
            places[at] = places[at - 1];
            at--;
        }
        places[at] = place;
        return events + 1;
    }

    private void countLabel(int label) {
        planKey += labelKey[label];
        int y = 0;
        while (y < distinct && distinctLabel[y] != label) {
            y++;
        }
        if (y < distinct) {
            distinctCount[y]++;
        } else {
            distinctLabel[distinct] = label;
            distinctCount[distinct++] = 1;
        }
    }

    private void walk(int events) {
        int labels = scene.labels;
        int base = taskClass * states;
        int last = 0;
        int open = 0;
        long lastTime = scene.arrival[task];
        long incoming = lastTime;
        int step = 0;
        delays = 0;
        departure = NONE;
        boolean answers = scene.endIsKnown[task];
        for (int x = 0; x < events; x++) {
            int event = order.event[places[x]];
            int j = event >> 1;
            long time = EventOrder.isSend(event) ? scene.sent[j] : scene.received[j];
            if (answers && departure == NONE && time > scene.departure[task]) {
                depart(step++, base + last, lastTime, incoming);
                ending = Ending.CALLS_LEFT;
                last = answered(labels);
                lastTime = scene.departure[task];
            }
            if (EventOrder.isSend(event)) {
                delay[delays++] = step;
                set(step++, base + last, scene.label[j], j, time, lastTime, incoming);
                last = 1 + scene.label[j];
                lastTime = time;
                open++;
            } else {
                last = 1 + labels + scene.label[j];
                lastTime = time;
                incoming = lastTime;
                open--;
                delay[delays++] = ~j;
            }
        }
        if (answers && departure == NONE) {
            depart(step++, base + last, lastTime, incoming);
            ending = open > 0 ? Ending.CALLS_OPEN : Ending.DONE;
        }
        steps = step;
    }

    private void depart(int step, int itsState, long lastTime, long incoming) {
        departure = step;
        delay[delays++] = step;
        set(step, itsState, scene.labels, NONE, scene.departure[task], lastTime, incoming);
    }

    private void set(int step, int itsState, int label, int itsCall, long time, long lastTime, long incoming) {
        state[step] = itsState;
        next[step] = label;
        bin[step] = bins.of(time - lastTime);
        call[step] = itsCall;
        waitingSince[step] = incoming;
        lastEvent[step] = lastTime;
    }

    private void grow(int atLeast) {
        int size = Math.max(atLeast, places.length * 2);
        places = new int[size];
        state = new int[size];
        next = new int[size];
        bin = new int[size];
        call = new int[size];
        waitingSince = new long[size];
        lastEvent = new long[size];
        delay = new int[size];
        distinctLabel = new int[size];
        distinctCount = new int[size];
    }
}

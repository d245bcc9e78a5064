package io.wirepath.causes.joint.model;

import io.wirepath.causes.SeededRandom;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.flows.SplitMix64;

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

    /** Calls laid so far, and one for each task: what all this costs. */
    public long laid;

    int task;
    /** The calls that were laid, in order of sending, and how many of them. */
    int[] calls = {};

    int count;
    /** Per call: when it was laid last, in numbers of layouts. */
    private final int[] laidIn;

    private int layout;
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

    /** Distinct labels of the calls. */
    public int distinct;

    public int[] distinctLabel = new int[INITIAL];
    /** Per label how many of the calls have it. */
    public final int[] callsOf;
    /** Hash of the class and the multiset of labels. */
    long planKey;

    /** While a task is laid out: its calls that wait for an answer, as a heap; the one that is answered first leads. */
    private int[] waiting = new int[INITIAL];

    private int waits;
    /** State of the last event, within those of the class, and its time. */
    private int last;

    private long lastTime;
    private long incoming;
    /** When the task answers, {@link Scene#NEVER} where it has, or where nobody knows. */
    private long answersAt;

    public TaskWalk(Scene scene, GapBins bins) {
        this.scene = scene;
        this.bins = bins;
        order = new EventOrder(scene);
        labelKey = new SeededRandom(SEED).oddNumbers(scene.labels);
        states = statesPerClass(scene.labels);
        callsOf = new int[scene.labels];
        laidIn = new int[scene.calls];
    }

    /** Kinds of last events of a task: its arrival, a sending of each label, a receipt of each label, its departure. */
    public static int statesPerClass(int labels) {
        return 2 * labels + 2;
    }

    /** The state, within those of a class, of a task that has sent a call of this label last. */
    static int sent(int label) {
        return 1 + label;
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
        return (taskClass + 1) * SplitMix64.STEP;
    }

    /** Whether this event is a call that was sent when another left its place: how long it waited tells nothing. */
    boolean isHandedOver(int x) {
        return call[x] >= 0 && scene.handedOver[call[x]];
    }

    /** Lays out this task as owner of the first {@code howMany} of these calls, which stand in order of sending. */
    public void lay(int ofTask, int[] ofCalls, int howMany) {
        calls = ofCalls;
        count = howMany;
        laid += 1 + howMany;
        layout++;
        begin(ofTask, count);
        for (int x = 0; x < count; x++) {
            laidIn[calls[x]] = layout;
            int place = order.placeOf[2 * calls[x]];
            while (waits > 0 && answerOf(waiting[0]) < place) {
                receive();
            }
            send(calls[x]);
        }
        long end = count == 0 ? 0 : Math.max(scene.departure[task], scene.sent[calls[count - 1]]);
        while (waits > 0 && scene.received[waiting[0]] <= end) {
            receive();
        }
        if (answersAt != Scene.NEVER) {
            depart();
        }
    }

    /** Whether this call is among those that were laid. */
    boolean has(int j) {
        return laidIn[j] == layout;
    }

    private void begin(int ofTask, int count) {
        task = ofTask;
        taskClass = scene.taskClass[ofTask];
        planKey = emptyPlan(taskClass);
        for (int y = 0; y < distinct; y++) {
            callsOf[distinctLabel[y]] = 0;
        }
        distinct = 0;
        events = 0;
        departure = NONE;
        waits = 0;
        last = 0;
        lastTime = scene.arrival[ofTask];
        incoming = lastTime;
        answersAt = scene.endIsKnown[ofTask] ? scene.departure[ofTask] : Scene.NEVER;
        if (state.length < 2 * count + 2) {
            grow(2 * count + 2);
        }
    }

    private void send(int j) {
        departBefore(scene.sent[j]);
        int label = scene.label[j];
        bin[events] = bins.of(scene.sent[j] - lastTime);
        add(label, j, sent(label), scene.sent[j]);
        planKey += labelKey[label];
        if (callsOf[label]++ == 0) {
            distinctLabel[distinct++] = label;
        }
        if (scene.received[j] != Scene.NEVER) {
            await(j);
        }
    }

    /** Place in time of the answer of a call. */
    private int answerOf(int j) {
        return order.placeOf[2 * j + 1];
    }

    private void await(int j) {
        int place = answerOf(j);
        int at = waits++;
        for (int up = at - 1 >> 1; at > 0 && answerOf(waiting[up]) > place; up = at - 1 >> 1) {
            waiting[at] = waiting[up];
            at = up;
        }
        waiting[at] = j;
    }

    private void receive() {
        int j = waiting[0];
        departBefore(scene.received[j]);
        add(receiving(scene.labels), j, received(scene.label[j], scene.labels), scene.received[j]);
        incoming = scene.received[j];
        closeUp(waiting[--waits]);
    }

    /** Puts the last call that waits where its answer belongs, once the first one has left. */
    private void closeUp(int moved) {
        int place = answerOf(moved);
        int at = 0;
        for (int down = 1; down < waits; down = 2 * at + 1) {
            down += down + 1 < waits && answerOf(waiting[down + 1]) < answerOf(waiting[down]) ? 1 : 0;
            if (answerOf(waiting[down]) > place) {
                break;
            }
            waiting[at] = waiting[down];
            at = down;
        }
        waiting[at] = moved;
    }

    private void departBefore(long time) {
        if (time > answersAt) {
            depart();
        }
    }

    private void depart() {
        departure = events;
        bin[events] = bins.of(answersAt - lastTime);
        add(departing(scene.labels), NONE, answered(scene.labels), answersAt);
        answersAt = Scene.NEVER;
    }

    private void add(int own, int itsCall, int after, long time) {
        state[events] = taskClass * states + last;
        next[events] = own;
        call[events] = itsCall;
        open[events] = waits;
        waitingSince[events++] = incoming;
        last = after;
        lastTime = time;
    }

    /** Time of the event before this one. */
    public long timeBefore(int x) {
        if (x == 0) {
            return scene.arrival[task];
        }
        if (x - 1 == departure) {
            return scene.departure[task];
        }
        return (isReceipt(x - 1) ? scene.received : scene.sent)[call[x - 1]];
    }

    private void grow(int atLeast) {
        int size = Math.max(atLeast, state.length * 2);
        state = new int[size];
        next = new int[size];
        bin = new int[size];
        call = new int[size];
        waitingSince = new long[size];
        open = new int[size];
        distinctLabel = new int[size];
        waiting = new int[size];
    }
}

package io.wirepath.causes.joint.scene;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * For each call the tasks that can own it: those that were open when it was sent, and where work goes on after the
 * answer ({@link AfterAnswer}) those that had answered shortly before.
 *
 * <p>A <em>slot</em> is one pair of a call and a task that can own it; the slots of call {@code j} are
 * {@code first[j]} to {@code first[j + 1] - 1}, in order of the tasks' arrival.
 *
 * <p>What is learnt takes some 70 bytes a slot. Who leaves thousands of requests open at a node that calls others makes
 * as many slots of each of its calls; where they are more than the heap is for, each call has those of the tasks
 * that came last.
 */
public final class CandidateSets {

    /** The call has no owner. */
    public static final int NONE = -1;

    /** Bytes of heap for each slot that a scene may have: a slot takes a seventh, all else has the others. */
    private static final int HEAP_OF_A_SLOT = 512;

    /** A call has room for so many, however many calls there are. */
    private static final int MIN_TASKS = 4;

    public final int[] first;
    public final int[] task;
    public final int[] call;

    private CandidateSets(int[] first, int[] task) {
        this.first = first;
        this.task = task;
        call = new int[task.length];
        for (int j = 0; j + 1 < first.length; j++) {
            Arrays.fill(call, first[j], first[j + 1], j);
        }
    }

    /** Slots of a scene: a million in 512 MB. 200 clients at once make 1.7 million in a window of 400,000 messages. */
    static int maxSlots() {
        return (int) Math.min(1 << 24, Runtime.getRuntime().maxMemory() / HEAP_OF_A_SLOT);
    }

    /** Finds the candidates of every call; linear in calls and candidates. */
    public static CandidateSets of(Scene scene) {
        CandidateSets all = of(scene, Integer.MAX_VALUE);
        return all == null ? Objects.requireNonNull(of(scene, Math.max(MIN_TASKS, maxSlots() / scene.calls))) : all;
    }

    /** So many of a call at most, those that came last; null where all may be had, and are too many. */
    private static @Nullable CandidateSets of(Scene scene, int most) {
        int[] first = new int[scene.calls + 1];
        int[] found = new int[Math.max(16, scene.calls * 2)];
        int count = 0;
        long[] latest = latestDepartures(scene);
        int next = 0;
        for (int j = 0; j < scene.calls; j++) {
            first[j] = count;
            while (next < scene.tasks && scene.arrival[next] <= scene.sent[j]) {
                next++;
            }
            int from = count;
            if (scene.isDecided(j)) {
                if (count == found.length) {
                    found = Arrays.copyOf(found, count * 2);
                }
                found[count] = scene.decided[j];
                count += scene.decided[j] == Scene.ORPHAN ? 0 : 1;
                continue;
            }
            long earliest = scene.sent[j] - scene.afterAnswer[scene.label[j]];
            for (int i = next - 1; i >= 0 && latest[i] >= earliest && count - from < most; i--) {
                if (scene.canOwn(i, j)) {
                    if (count == found.length) {
                        found = Arrays.copyOf(found, count * 2);
                    }
                    found[count++] = i;
                }
            }
            if (count > maxSlots() && most == Integer.MAX_VALUE) {
                return null;
            }
            reverse(found, from, count);
        }
        first[scene.calls] = count;
        return new CandidateSets(first, Arrays.copyOf(found, count));
    }

    /** Running maximum of the departures: a scan back can stop where nothing earlier is open any more. */
    private static long[] latestDepartures(Scene scene) {
        long[] latest = new long[scene.tasks];
        for (int i = 0; i < scene.tasks; i++) {
            long own = Math.max(scene.departure[i], scene.until[i]);
            latest[i] = i > 0 ? Math.max(latest[i - 1], own) : own;
        }
        return latest;
    }

    private static void reverse(int[] of, int from, int to) {
        for (int x = from, y = to - 1; x < y; x++, y--) {
            int kept = of[x];
            of[x] = of[y];
            of[y] = kept;
        }
    }

    /** Number of slots. */
    public int slots() {
        return task.length;
    }

    /** Number of tasks that can own this call. */
    public int count(int call) {
        return first[call + 1] - first[call];
    }

    /** The slot of this pair, or {@link #NONE} where the task cannot own the call. */
    public int slot(int call, int task) {
        int low = first[call];
        int high = first[call + 1] - 1;
        if (low > high) {
            return NONE;
        }
        // Tasks rise by one or more from slot to slot: so far from both ends a task can be at most.
        int fromFirst = low + task - this.task[low];
        int fromLast = high - (this.task[high] - task);
        high = Math.min(high, fromFirst);
        low = Math.max(low, fromLast);
        while (low <= high) {
            int middle = low + high >>> 1;
            int there = this.task[middle];
            if (there == task) {
                return middle;
            }
            if (there < task) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return NONE;
    }
}

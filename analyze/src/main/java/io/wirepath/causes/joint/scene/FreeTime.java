package io.wirepath.causes.joint.scene;

import java.util.Arrays;

/**
 * How many calls no task can have made, as the time tells in which no task is open.
 *
 * <pre>
 *  tasks   ├──────┤        ├─────────┤
 *  calls     | ||      |      | | |        |       2 of 7 while no task is open
 *                  free              free
 * </pre>
 *
 * <p>What a node does by itself it does at such times, too: a rate that is learnt from calls that seem to have no owner
 * while tasks are open proves nothing, as it makes itself true.
 */
public final class FreeTime {

    private FreeTime() {}

    /**
     * Per label: how many calls without an owner there are at most, by the rate of those while no task is open, of
     * which one more is taken as seen.
     */
    public static double[] mostOrphans(Scene scene, CandidateSets candidates) {
        double[] outside = new double[scene.labels];
        for (int j = 0; j < scene.calls; j++) {
            outside[scene.label[j]] += candidates.count(j) == 0 ? 1 : 0;
        }
        double[] most = new double[scene.labels];
        for (int label = 0; label < most.length; label++) {
            most[label] = (outside[label] + 1) / freeShare(scene, label);
        }
        return most;
    }

    /** Share of the time of all nodes in which none of the node's tasks can make a call of this label. */
    private static double freeShare(Scene scene, int label) {
        long[] busyUntil = new long[Arrays.stream(scene.taskNode).max().orElse(0) + 1];
        Arrays.fill(busyUntil, Long.MIN_VALUE);
        int nodes = 0;
        double busy = 0;
        for (int i = 0; i < scene.tasks; i++) {
            int node = scene.taskNode[i];
            long from = Math.max(scene.arrival[i], busyUntil[node]);
            long to = scene.lastSending(i, label);
            nodes += busyUntil[node] == Long.MIN_VALUE ? 1 : 0;
            busy += Math.max(0, to - from);
            busyUntil[node] = Math.max(from, to);
        }
        return Math.max(0, 1 - busy / scene.windowTicks() / Math.max(1, nodes));
    }
}

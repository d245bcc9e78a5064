package io.wirepath.causes.joint;

import io.wirepath.causes.joint.model.JointDensity;
import java.util.Arrays;

/**
 * Counts in which states the sampler spends its time: a task with its calls weighs as many sweeps as it lasts, and so
 * does an owner of a call. Every state counts, and nothing is done where nothing changes. Not thread-safe.
 */
final class HoldingTimes {

    private final Owners owners;
    private final JointDensity density;
    /** Sweeps that each slot was taken, and that each call had no owner. */
    final double[] slots;

    final double[] orphans;
    private final double[] callSince;
    private final double[] taskSince;
    private double now;
    private double step;
    private boolean counts;
    private boolean countsTasks;

    HoldingTimes(Owners owners, JointDensity density) {
        this.owners = owners;
        this.density = density;
        slots = new double[density.evidence.length];
        callSince = new double[owners.slot.length];
        orphans = new double[callSince.length];
        taskSince = new double[owners.count.length];
    }

    /** Forgets all that was counted of calls. */
    void clear() {
        Arrays.fill(slots, 0);
        Arrays.fill(orphans, 0);
    }

    /**
     * Begins with a component.
     *
     * @param tasks the tasks to count for the tables, beside owners
     */
    void begin(int[] calls, int[] tasks) {
        now = 0;
        step = 1.0 / calls.length;
        counts = true;
        countsTasks = tasks.length > 0;
        for (int j : calls) {
            callSince[j] = 0;
        }
        for (int i : tasks) {
            taskSince[i] = 0;
        }
    }

    /** One move is over. */
    void tick() {
        now += step;
    }

    /** This task is about to lose its present calls. */
    void leaveTask(int i) {
        if (counts && countsTasks && i >= 0 && now > taskSince[i]) {
            density.observe(i, owners.calls[i], owners.count[i], now - taskSince[i]);
            taskSince[i] = now;
        }
    }

    /** This call is about to lose its present owner. */
    void leaveOwner(int j) {
        if (counts) {
            note(j, now - callSince[j]);
            callSince[j] = now;
        }
    }

    /** Counts that a call stayed where it is for so many sweeps. */
    void note(int call, double sweeps) {
        int slot = owners.slot[call];
        if (slot >= 0) {
            slots[slot] += sweeps;
        } else {
            orphans[call] += sweeps;
        }
    }

    /** Ends the component. */
    void end(int[] calls, int[] tasks) {
        for (int j : calls) {
            leaveOwner(j);
        }
        for (int i : tasks) {
            leaveTask(i);
        }
        counts = false;
    }
}

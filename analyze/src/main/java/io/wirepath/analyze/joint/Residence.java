package io.wirepath.analyze.joint;

/**
 * Counts in which states the sampler spends its time: a task with its calls weighs as many sweeps as it lasts, and so does
 * an owner of a call. Every state counts, and nothing is done where nothing changes.
 */
final class Residence {

    private final Owners owners;
    private final TaskModel model;
    private final TaskWalk walk;
    /** Sweeps that each slot was taken, and that each call had no owner. */
    final double[] belief;

    final double[] orphan;
    private final double[] callSince;
    private final double[] taskSince;
    private double now;
    private double step;
    private boolean counting;
    private boolean countsTasks;

    Residence(Owners owners, TaskModel model, TaskWalk walk, double[] belief, double[] orphan) {
        this.owners = owners;
        this.model = model;
        this.walk = walk;
        this.belief = belief;
        this.orphan = orphan;
        callSince = new double[owners.slot.length];
        taskSince = new double[owners.count.length];
    }

    /**
     * Begins with a component.
     *
     * @param perMove how long a move lasts, so that all of them together last as many sweeps as are counted
     * @param alsoTasks whether the tables' statistics are wanted, beside owners
     */
    void begin(int[] calls, int[] tasks, double perMove, boolean alsoTasks) {
        now = 0;
        step = perMove;
        counting = true;
        countsTasks = alsoTasks;
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
        if (counting && countsTasks && i >= 0 && now > taskSince[i]) {
            walk.lay(i, owners.calls[i], owners.count[i]);
            model.count(walk, now - taskSince[i]);
            taskSince[i] = now;
        }
    }

    /** This call is about to lose its present owner. */
    void leaveOwner(int j) {
        if (counting) {
            note(j, now - callSince[j]);
            callSince[j] = now;
        }
    }

    private void note(int call, double lasted) {
        int slot = owners.slot[call];
        if (slot >= 0) {
            belief[slot] += lasted;
        } else {
            orphan[call] += lasted;
        }
    }

    /** Counts the calls that nobody tries to change. */
    void countCertain(boolean[] active, double sweeps) {
        for (int j = 0; j < active.length; j++) {
            if (!active[j]) {
                note(j, sweeps);
            }
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
        counting = false;
    }
}

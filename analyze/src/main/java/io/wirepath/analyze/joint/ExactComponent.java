package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * A component that is small enough to look at every way of owning its calls. A flyweight that is loaded with one
 * component after another; not thread-safe.
 *
 * <p>The score of a state is a sum over tasks, and a task's score depends only on which of the component's calls it
 * owns: so each task and subset is scored once, and the states only add numbers.
 */
final class ExactComponent {

    private static final int MOST_STATES = 512;
    private static final int MOST_CALLS = 8;
    private static final int MOST_TASKS = 32;
    /** Ways of owning that are less likely than this are left out of the statistics. */
    private static final double NEGLIGIBLE = 1e-5;

    private final CandidateSets candidates;
    private final Owners owners;
    private final TaskModel model;
    private final TaskWalk walk;
    private final Sampler sampler;
    private int[] calls = {};
    private final int[] tasks = new int[MOST_TASKS];
    private int taskCount;
    /** Per task: bits of the calls that it can own. */
    private final int[] owned = new int[MOST_TASKS];

    private final double[][] subsetScore = new double[MOST_TASKS][1 << MOST_CALLS];
    private final double[][] subsetWeight = new double[MOST_TASKS][1 << MOST_CALLS];
    private final int[] subset = new int[MOST_TASKS];
    /** Per call: number of the task of each choice; the last choice is to have none. */
    private final int[][] taskOfChoice = new int[MOST_CALLS][];

    private final int[] choice = new int[MOST_CALLS];
    private final double[] logState = new double[MOST_STATES];
    private final double[] weight = new double[MOST_STATES];
    private int states;
    private final CallList trial = new CallList();
    private final CallList fixed = new CallList();

    ExactComponent(CandidateSets candidates, Owners owners, TaskModel model, TaskWalk walk, Sampler sampler) {
        this.candidates = candidates;
        this.owners = owners;
        this.model = model;
        this.walk = walk;
        this.sampler = sampler;
    }

    /** Whether every state of this component can be looked at. */
    boolean suits(int[] component) {
        if (component.length > MOST_CALLS) {
            return false;
        }
        long states = 1;
        int tasks = 0;
        for (int j : component) {
            states *= candidates.count(j) + 1L;
            tasks += candidates.count(j);
            if (states > MOST_STATES || tasks > MOST_TASKS) {
                return false;
            }
        }
        return true;
    }

    /** Scores all states of a component under the present tables. */
    void load(int[] component) {
        calls = component;
        collectTasks();
        for (int t = 0; t < taskCount; t++) {
            scoreSubsets(t);
        }
        Arrays.fill(choice, 0, calls.length, 0);
        states = 0;
        do {
            logState[states++] = scoreChoice();
        } while (nextChoice());
    }

    private void collectTasks() {
        taskCount = 0;
        for (int x = 0; x < calls.length; x++) {
            int first = candidates.first[calls[x]];
            int n = candidates.count(calls[x]);
            if (taskOfChoice[x] == null || taskOfChoice[x].length < n) {
                taskOfChoice[x] = new int[n * 2];
            }
            for (int c = 0; c < n; c++) {
                int t = numberOf(candidates.task[first + c]);
                taskOfChoice[x][c] = t;
                owned[t] |= 1 << x;
            }
        }
    }

    private int numberOf(int task) {
        for (int t = 0; t < taskCount; t++) {
            if (tasks[t] == task) {
                return t;
            }
        }
        tasks[taskCount] = task;
        owned[taskCount] = 0;
        return taskCount++;
    }

    private void scoreSubsets(int t) {
        keepFixed(tasks[t]);
        for (int s = owned[t]; ; s = s - 1 & owned[t]) {
            layOut(tasks[t], s);
            subsetScore[t][s] = model.log(walk);
            if (s == 0) {
                return;
            }
        }
    }

    /** The calls of the task that this component does not decide. */
    private void keepFixed(int task) {
        fixed.clear();
        for (int x = 0; x < owners.count[task]; x++) {
            int j = owners.calls[task][x];
            if (Arrays.binarySearch(calls, j) < 0) {
                fixed.add(j);
            }
        }
    }

    private void layOut(int task, int its) {
        trial.take(fixed.calls, fixed.count);
        for (int x = 0; x < calls.length; x++) {
            if ((its & 1 << x) != 0) {
                trial.insert(calls[x]);
            }
        }
        walk.lay(task, trial.calls, trial.count);
    }

    private int slotOf(int x) {
        return choice[x] == candidates.count(calls[x]) ? CandidateSets.NONE : candidates.first[calls[x]] + choice[x];
    }

    private double scoreChoice() {
        double log = 0;
        Arrays.fill(subset, 0, taskCount, 0);
        for (int x = 0; x < calls.length; x++) {
            int slot = slotOf(x);
            log += sampler.scoreOf(calls[x], slot);
            if (slot >= 0) {
                subset[taskOfChoice[x][choice[x]]] |= 1 << x;
            }
        }
        for (int t = 0; t < taskCount; t++) {
            log += subsetScore[t][subset[t]];
        }
        return log;
    }

    private boolean nextChoice() {
        for (int x = 0; x < calls.length; x++) {
            if (choice[x] < candidates.count(calls[x])) {
                choice[x]++;
                return true;
            }
            choice[x] = 0;
        }
        return false;
    }

    /** Puts the most likely state in place. */
    void installBest() {
        int best = 0;
        for (int state = 1; state < states; state++) {
            best = logState[state] > logState[best] ? state : best;
        }
        install(best);
    }

    /** Puts a state in place that is drawn with its probability. */
    void installRandom(double temperature, SeededRandom random) {
        weigh(temperature);
        double u = random.nextDouble();
        int state = 0;
        while (state < states - 1 && u >= weight[state]) {
            u -= weight[state++];
        }
        install(state);
    }

    private void install(int state) {
        int rest = state;
        for (int x = 0; x < calls.length; x++) {
            int choices = candidates.count(calls[x]) + 1;
            choice[x] = rest % choices;
            rest /= choices;
            int slot = slotOf(x);
            if (owners.slot[calls[x]] != slot) {
                owners.move(calls[x], slot);
            }
        }
    }

    private void weigh(double temperature) {
        double most = Double.NEGATIVE_INFINITY;
        for (int state = 0; state < states; state++) {
            most = Math.max(most, logState[state]);
        }
        double sum = 0;
        for (int state = 0; state < states; state++) {
            weight[state] = Math.exp((logState[state] - most) / temperature);
            sum += weight[state];
        }
        for (int state = 0; state < states; state++) {
            weight[state] /= sum;
        }
    }

    /** Adds each slot's probability at this temperature, times {@code by}; orphans are counted after the slots. */
    void addMarginals(double temperature, double by, double[] slots, double[] orphans) {
        weigh(temperature);
        Arrays.fill(choice, 0, calls.length, 0);
        for (int state = 0; state < states; state++) {
            for (int x = 0; x < calls.length; x++) {
                int slot = slotOf(x);
                if (slot >= 0) {
                    slots[slot] += weight[state] * by;
                } else {
                    orphans[calls[x]] += weight[state] * by;
                }
            }
            nextChoice();
        }
    }

    /** The E-step in closed form: adds to the model's counts what is expected at this temperature, times {@code by}. */
    void countExpected(double temperature, double by) {
        weigh(temperature);
        for (int t = 0; t < taskCount; t++) {
            Arrays.fill(subsetWeight[t], 0, 1 << calls.length, 0);
        }
        Arrays.fill(choice, 0, calls.length, 0);
        for (int state = 0; state < states; state++) {
            Arrays.fill(subset, 0, taskCount, 0);
            for (int x = 0; x < calls.length; x++) {
                if (slotOf(x) >= 0) {
                    subset[taskOfChoice[x][choice[x]]] |= 1 << x;
                }
            }
            for (int t = 0; t < taskCount; t++) {
                subsetWeight[t][subset[t]] += weight[state];
            }
            nextChoice();
        }
        for (int t = 0; t < taskCount; t++) {
            countTask(t, by);
        }
    }

    private void countTask(int t, double by) {
        keepFixed(tasks[t]);
        for (int s = owned[t]; ; s = s - 1 & owned[t]) {
            if (subsetWeight[t][s] > NEGLIGIBLE) {
                layOut(tasks[t], s);
                model.count(walk, subsetWeight[t][s] * by);
            }
            if (s == 0) {
                return;
            }
        }
    }
}

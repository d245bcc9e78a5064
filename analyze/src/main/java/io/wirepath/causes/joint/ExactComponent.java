package io.wirepath.causes.joint;

import io.wirepath.causes.SeededRandom;
import io.wirepath.causes.joint.model.JointDensity;
import io.wirepath.causes.joint.scene.CandidateSets;
import java.util.Arrays;

/**
 * A component that is small enough to look at every way of owning its calls. A flyweight that is loaded with one
 * component after another; not thread-safe.
 *
 * <p>The score of a state is a sum over tasks, and a task's score depends only on which of the component's calls it
 * owns: so each task and subset is scored once, and the states only add numbers. States are numbered by the choices of
 * the calls, as digits; the last choice of a call is to have no owner.
 */
final class ExactComponent {

    private static final int MOST_STATES = 512;
    private static final int MOST_CALLS = 8;
    private static final int MOST_TASKS = 32;
    /** Ways of owning that are less likely than this are left out of the statistics. */
    private static final double NEGLIGIBLE = 1e-5;

    private final CandidateSets candidates;
    private final Owners owners;
    private final JointDensity density;
    private int[] calls = {};
    private final int[] tasks = new int[MOST_TASKS];
    private int taskCount;
    /** Per task: bits of the calls that it can own, and of those that it owns in the state at hand. */
    private final int[] possible = new int[MOST_TASKS];

    private final int[] owned = new int[MOST_TASKS];
    private final double[][] subsetScore = new double[MOST_TASKS][1 << MOST_CALLS];
    private final double[][] subsetWeight = new double[MOST_TASKS][1 << MOST_CALLS];
    /** Per call: slot and choice of the state at hand, and number of the task of each choice. */
    private final int[] slot = new int[MOST_CALLS];

    private final int[] choice = new int[MOST_CALLS];
    private final int[][] taskOfChoice = new int[MOST_CALLS][MOST_TASKS];
    private final double[] logState = new double[MOST_STATES];
    private final double[] weight = new double[MOST_STATES];
    private int states;
    private final CallList trial = new CallList();
    private final CallList fixed = new CallList();

    ExactComponent(CandidateSets candidates, Owners owners, JointDensity density) {
        this.candidates = candidates;
        this.owners = owners;
        this.density = density;
    }

    /** Whether every state of this component can be looked at. */
    boolean suits(int[] component) {
        if (component.length > MOST_CALLS) {
            return false;
        }
        long all = 1;
        int slots = 0;
        for (int j : component) {
            all *= candidates.count(j) + 1L;
            slots += candidates.count(j);
            if (all > MOST_STATES || slots > MOST_TASKS) {
                return false;
            }
        }
        return true;
    }

    /** Scores all states of a component under the present tables. */
    void load(int[] component) {
        calls = component;
        taskCount = 0;
        states = 1;
        for (int x = 0; x < calls.length; x++) {
            for (int c = 0; c < candidates.count(calls[x]); c++) {
                int t = numberOf(candidates.task[candidates.first[calls[x]] + c]);
                taskOfChoice[x][c] = t;
                possible[t] |= 1 << x;
            }
            states *= candidates.count(calls[x]) + 1;
        }
        for (int t = 0; t < taskCount; t++) {
            keepFixed(tasks[t]);
            for (int s = possible[t]; s >= 0; s = before(s, possible[t])) {
                list(s);
                subsetScore[t][s] = density.ofTask(tasks[t], trial.calls, trial.count);
            }
        }
        begin();
        for (int state = 0; state < states; state++) {
            logState[state] = score();
            next();
        }
    }

    private int numberOf(int task) {
        for (int t = 0; t < taskCount; t++) {
            if (tasks[t] == task) {
                return t;
            }
        }
        tasks[taskCount] = task;
        possible[taskCount] = 0;
        return taskCount++;
    }

    /** The subset of these bits before this one, or -1 after the empty one. */
    private static int before(int subset, int bits) {
        return subset == 0 ? -1 : subset - 1 & bits;
    }

    /** The calls of the task that this component does not decide. */
    private void keepFixed(int task) {
        fixed.clear();
        for (int x = 0; x < owners.count[task]; x++) {
            if (Arrays.binarySearch(calls, owners.calls[task][x]) < 0) {
                fixed.add(owners.calls[task][x]);
            }
        }
    }

    /** Lists the calls that a task has with this subset. */
    private void list(int subset) {
        trial.take(fixed.calls, fixed.count);
        for (int x = 0; x < calls.length; x++) {
            if ((subset & 1 << x) != 0) {
                trial.insert(calls[x]);
            }
        }
    }

    /** Lays out the first state: the slot of each call, and what each task owns. */
    private void begin() {
        Arrays.fill(owned, 0, taskCount, 0);
        for (int x = 0; x < calls.length; x++) {
            choose(x, 0);
        }
    }

    /** Lays out the next state. */
    private void next() {
        int x = 0;
        while (x < calls.length && slot[x] == CandidateSets.NONE) {
            choose(x++, 0);
        }
        if (x < calls.length) {
            owned[taskOfChoice[x][choice[x]]] &= ~(1 << x);
            choose(x, choice[x] + 1);
        }
    }

    private void choose(int x, int its) {
        choice[x] = its;
        if (its < candidates.count(calls[x])) {
            slot[x] = candidates.first[calls[x]] + its;
            owned[taskOfChoice[x][its]] |= 1 << x;
        } else {
            slot[x] = CandidateSets.NONE;
        }
    }

    private double score() {
        double log = 0;
        for (int x = 0; x < calls.length; x++) {
            log += density.ofCall(calls[x], slot[x]);
        }
        for (int t = 0; t < taskCount; t++) {
            log += subsetScore[t][owned[t]];
        }
        return log;
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
    void installRandom(SeededRandom random) {
        weigh(1);
        double u = random.nextDouble();
        int state = 0;
        while (state < states - 1 && u >= weight[state]) {
            u -= weight[state++];
        }
        install(state);
    }

    private void install(int state) {
        begin();
        for (int its = 0; its < state; its++) {
            next();
        }
        for (int x = 0; x < calls.length; x++) {
            if (owners.slot[calls[x]] != slot[x]) {
                owners.move(calls[x], slot[x]);
            }
        }
    }

    private void weigh(double temperature) {
        double most = Arrays.stream(logState, 0, states).max().orElseThrow();
        double sum = 0;
        for (int state = 0; state < states; state++) {
            weight[state] = Math.exp((logState[state] - most) / temperature);
            sum += weight[state];
        }
        for (int state = 0; state < states; state++) {
            weight[state] /= sum;
        }
    }

    /** Adds each slot's probability at this temperature, times {@code by}, and that of having no owner. */
    void addMarginals(double temperature, double by, double[] slots, double[] orphans) {
        weigh(temperature);
        begin();
        for (int state = 0; state < states; state++) {
            for (int x = 0; x < calls.length; x++) {
                if (slot[x] >= 0) {
                    slots[slot[x]] += weight[state] * by;
                } else {
                    orphans[calls[x]] += weight[state] * by;
                }
            }
            next();
        }
    }

    /** The E-step in closed form: adds what is expected of each task to the density's counts, times {@code by}. */
    void countExpected(double by) {
        weigh(1);
        for (int t = 0; t < taskCount; t++) {
            Arrays.fill(subsetWeight[t], 0, 1 << calls.length, 0);
        }
        begin();
        for (int state = 0; state < states; state++) {
            for (int t = 0; t < taskCount; t++) {
                subsetWeight[t][owned[t]] += weight[state];
            }
            next();
        }
        for (int t = 0; t < taskCount; t++) {
            keepFixed(tasks[t]);
            for (int s = possible[t]; s >= 0; s = before(s, possible[t])) {
                if (subsetWeight[t][s] > NEGLIGIBLE) {
                    list(s);
                    density.count(tasks[t], trial.calls, trial.count, subsetWeight[t][s] * by);
                }
            }
        }
    }
}

package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * Whether a task that sent a call awaits an answer before it sends the next, or sends that one at once.
 *
 * <pre>
 *  awaits      send a ─────► receipt a ── send b          a program that needs the answer, or works step by step
 *  goes on     send a ── send b ──── receipt a …          calls made side by side
 * </pre>
 *
 * <p>When an answer comes is the callee's affair, and so gaps are scored after what came last, whatever that was. But who always awaits
 * the answer of a call does not send another one before it: per class of task and label sent it is counted how often either
 * was so, less one task of what is rarer, the one that is judged. What is done with a call still open at the end is another
 * matter. Not thread-safe.
 */
final class Awaiting {

    private static final double PRIOR = 0.5;
    private static final double ITSELF = 1;

    private final int labels;
    private final int states;
    /** Per class of task and label sent. */
    private final double[] awaits;

    private final double[] goesOn;
    private final double[] logAwaits;
    private final double[] logGoesOn;

    Awaiting(int classes, int labels) {
        this.labels = labels;
        states = TaskWalk.statesPerClass(labels);
        awaits = new double[classes * labels];
        goesOn = new double[classes * labels];
        logAwaits = new double[classes * labels];
        logGoesOn = new double[classes * labels];
    }

    /** Log probability of what this task awaits. */
    double log(TaskWalk walk) {
        double log = 0;
        int cells = walk.taskClass * labels;
        int firstReceipt = firstReceipt(walk);
        for (int x = 1; x < walk.steps; x++) {
            if (walk.state[x] >= firstReceipt) {
                log += logAwaits[cells + walk.next[x - 1]];
            } else if (x < walk.sends) {
                log += logGoesOn[cells + walk.next[x - 1]];
            }
        }
        return log;
    }

    void clear() {
        Arrays.fill(awaits, 0);
        Arrays.fill(goesOn, 0);
    }

    void count(TaskWalk walk, double weight) {
        int cells = walk.taskClass * labels;
        int firstReceipt = firstReceipt(walk);
        for (int x = 1; x < walk.steps; x++) {
            if (walk.state[x] >= firstReceipt) {
                awaits[cells + walk.next[x - 1]] += weight;
            } else if (x < walk.sends) {
                goesOn[cells + walk.next[x - 1]] += weight;
            }
        }
    }

    /** The first state of the task's class in which an answer came last. */
    private int firstReceipt(TaskWalk walk) {
        return walk.taskClass * states + 1 + labels;
    }

    /** Takes over what was counted, in so many samples of the whole scene. */
    void learn(double samples) {
        for (int c = 0; c < awaits.length; c++) {
            double one = awaits[c] / samples;
            double other = goesOn[c] / samples;
            double itself = Math.min(ITSELF, Math.min(one, other));
            if (one < other) {
                one -= itself;
            } else {
                other -= itself;
            }
            double total = one + other + 2 * PRIOR;
            logAwaits[c] = Math.log((one + PRIOR) / total);
            logGoesOn[c] = Math.log((other + PRIOR) / total);
        }
    }
}

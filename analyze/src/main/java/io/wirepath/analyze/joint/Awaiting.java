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

    private static final int NEITHER = -1;

    private final int labels;
    private final int states;
    /** Class of task and label sent. */
    private final int kinds;
    /** Per kind how often the answer was awaited, and then per kind how often it was not. */
    private final double[] seen;

    private final double[] log;

    Awaiting(int classes, int labels) {
        this.labels = labels;
        states = TaskWalk.statesPerClass(labels);
        kinds = classes * labels;
        seen = new double[2 * kinds];
        log = new double[2 * kinds];
    }

    /** Log probability of what this task awaits. */
    double log(TaskWalk walk) {
        double sum = 0;
        int firstReceipt = firstReceipt(walk);
        for (int x = 1; x < walk.steps; x++) {
            int which = which(walk, x, firstReceipt);
            if (which != NEITHER) {
                sum += log[which];
            }
        }
        return sum;
    }

    void clear() {
        Arrays.fill(seen, 0);
    }

    void count(TaskWalk walk, double weight) {
        int firstReceipt = firstReceipt(walk);
        for (int x = 1; x < walk.steps; x++) {
            int which = which(walk, x, firstReceipt);
            if (which != NEITHER) {
                seen[which] += weight;
            }
        }
    }

    /** Where it is counted what came after the sending before this step. */
    private int which(TaskWalk walk, int step, int firstReceipt) {
        if (step - 1 == walk.departure) {
            return NEITHER;
        }
        int kind = walk.taskClass * labels + walk.next[step - 1];
        if (walk.state[step] >= firstReceipt) {
            return kind;
        }
        return step == walk.departure ? NEITHER : kinds + kind;
    }

    /** The first state of the task's class in which an answer came last. */
    private int firstReceipt(TaskWalk walk) {
        return walk.taskClass * states + 1 + labels;
    }

    /** Takes over what was counted, in so many samples of the whole scene. */
    void learn(double samples) {
        for (int kind = 0; kind < kinds; kind++) {
            double awaits = seen[kind] / samples;
            double goesOn = seen[kinds + kind] / samples;
            double itself = Math.min(ITSELF, Math.min(awaits, goesOn));
            if (awaits < goesOn) {
                awaits -= itself;
            } else {
                goesOn -= itself;
            }
            double total = awaits + goesOn + 2 * PRIOR;
            log[kind] = Math.log((awaits + PRIOR) / total);
            log[kinds + kind] = Math.log((goesOn + PRIOR) / total);
        }
    }
}

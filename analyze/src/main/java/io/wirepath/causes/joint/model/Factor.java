package io.wirepath.causes.joint.model;

import io.wirepath.causes.joint.scene.Priors;

/**
 * One thing that speaks for or against owners. The model is a list of them, in {@link JointDensity}: one more is one
 * file and one line there. Each pays for itself or says nothing, and each can be left out by its name.
 *
 * <pre>
 *  clear ─► observe each task ─► fit ─► log density: of what a task does, of a pair of task and call,
 *                                                      or of a call that no task made
 * </pre>
 *
 * <p>Factors score in nats. Not thread-safe.
 */
public interface Factor {

    /** What a factor learns from. */
    enum Learns {
        /** The samples of each round. */
        SAMPLES,
        /** The state of the chain whose turn it is: what a task may cost depends on what others do in that state. */
        STATE,
        /** The state after the last round: no round learns from it. */
        LAST_STATE
    }

    /**
     * What was sampled.
     *
     * @param samples number of samples of the whole scene
     * @param slots per slot: share of the samples in which it was taken
     * @param orphans per call: samples in which it had no owner
     */
    record Marginals(double samples, double[] slots, double[] orphans) {}

    /** Scores what a task does with its calls. */
    interface OfTask extends Factor {

        /** Log density of a laid out task. */
        double log(TaskWalk walk);
    }

    /** Scores a pair of a task and a call by itself. */
    interface OfPair extends Factor {

        /** Adds what it says for each slot. */
        void addTo(double[] bySlot);
    }

    /** Short and stable: in explanations, and where it is left out. */
    String name();

    /** What it learns from. */
    default Learns learns() {
        return Learns.SAMPLES;
    }

    /** Forgets what was observed, not what was fitted. */
    default void clear() {}

    /** Observes a laid out task. */
    default void observe(TaskWalk walk, double weight) {}

    /** Takes over what was observed. */
    void fit(Marginals marginals);

    /** What its score rests on, for people. */
    String words(Told told);

    /** Whether a log-likelihood that is higher by so many nats is more than numbers of its own give by chance. */
    static boolean pays(double nats) {
        return nats > Priors.PAYS;
    }
}

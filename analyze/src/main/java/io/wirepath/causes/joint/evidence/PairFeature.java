package io.wirepath.causes.joint.evidence;

/**
 * One kind of evidence that speaks for or against a pair of a call and a task.
 *
 * <p>Learnt from the marginals of the sampler, against chance pairs: tasks near in time that cannot own the
 * call. A task never supports its own pairs, and a feature that does not pay is off, group by group.
 */
public interface PairFeature {

    /** Name for explanations. */
    String name();

    /**
     * Learns, and adds this feature's log-likelihood ratio of each slot.
     *
     * @param marginal share of the samples in which each slot was taken
     * @param evidence receives the sum over features, one number per slot
     */
    void fit(double[] marginal, double[] evidence);
}

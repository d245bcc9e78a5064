package io.wirepath.analyze.joint;

import java.util.Set;

/**
 * What steers the joint linker.
 *
 * @param evidence what it may use
 * @param seed start of its random numbers; the same seed gives the same answer
 * @param schedule how long it works
 */
public record JointSettings(Set<Evidence> evidence, long seed, SamplingSchedule schedule) {

    /** All evidence, seed 1. */
    public static JointSettings defaults() {
        return new JointSettings(Evidence.all(), 1, SamplingSchedule.defaults());
    }

    /** The same with other evidence. */
    public JointSettings withEvidence(Set<Evidence> chosen) {
        return new JointSettings(chosen, seed, schedule);
    }

    /** The same with another seed. */
    public JointSettings withSeed(long chosen) {
        return new JointSettings(evidence, chosen, schedule);
    }

    boolean uses(Evidence kind) {
        return evidence.contains(kind);
    }
}

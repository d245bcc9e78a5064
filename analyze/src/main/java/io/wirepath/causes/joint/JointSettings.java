package io.wirepath.causes.joint;

import io.wirepath.causes.joint.evidence.Evidence;
import java.util.Set;

/**
 * What steers the joint linker.
 *
 * @param evidence what it may use
 * @param seed start of its random numbers; the same seed gives the same answer
 */
public record JointSettings(Set<Evidence> evidence, long seed) {

    /** All evidence, seed 1. */
    public static JointSettings defaults() {
        return new JointSettings(Evidence.all(), 1);
    }

    /** The same with other evidence. */
    public JointSettings withEvidence(Set<Evidence> chosen) {
        return new JointSettings(chosen, seed);
    }

    /** The same with another seed. */
    public JointSettings withSeed(long chosen) {
        return new JointSettings(evidence, chosen);
    }

    public boolean uses(Evidence kind) {
        return evidence.contains(kind);
    }
}

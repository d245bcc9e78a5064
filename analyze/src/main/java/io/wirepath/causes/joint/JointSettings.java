package io.wirepath.causes.joint;

import io.wirepath.causes.joint.evidence.Evidence;
import java.util.Set;

/**
 * What steers the joint linker.
 *
 * @param evidence what it may use
 * @param without names of factors of the model that are left out, to measure what each is worth
 * @param seed start of its random numbers; the same seed gives the same answer
 */
public record JointSettings(Set<Evidence> evidence, Set<String> without, long seed) {

    /** All evidence, seed 1. */
    public static JointSettings defaults() {
        return new JointSettings(Evidence.all(), Set.of(), 1);
    }

    /** The same with other evidence. */
    public JointSettings withEvidence(Set<Evidence> chosen) {
        return new JointSettings(chosen, without, seed);
    }

    /** The same with another seed. */
    public JointSettings withSeed(long chosen) {
        return new JointSettings(evidence, without, chosen);
    }

    /** The same without factors of these names. */
    public JointSettings withoutFactors(Set<String> names) {
        return new JointSettings(evidence, names, seed);
    }

    public boolean uses(Evidence kind) {
        return evidence.contains(kind);
    }
}

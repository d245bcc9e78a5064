package io.wirepath.causes.joint.model;

import io.wirepath.causes.joint.scene.Priors;

/** Whether a term that was learnt pays: whatever has parameters of its own gains something by chance. */
public final class Gain {

    private Gain() {}

    /** Whether a log-likelihood that is higher by so many nats is more than chance gives. */
    public static boolean pays(double nats) {
        return nats > Priors.PAYS;
    }
}

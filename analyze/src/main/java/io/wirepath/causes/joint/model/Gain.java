package io.wirepath.causes.joint.model;

/** Whether a term that was learnt pays: whatever has parameters of its own gains something by chance. */
public final class Gain {

    /** Twice the gain, in nats, from which a term counts: about what Akaike's criterion or the BIC ask for. */
    private static final double GATE = 10;

    private Gain() {}

    /** Whether a log-likelihood that is higher by so many nats is more than chance gives. */
    public static boolean pays(double nats) {
        return 2 * nats > GATE;
    }
}

package io.wirepath.analyze.joint;

/**
 * One chain of the sampler, or two that take turns under the same tables.
 *
 * <pre>
 *  round      1    2    3    4    5    6    7    8    end
 *  one        ●         ●         ●         ●          ●
 *  other           ●         ●         ●         ●     ●
 * </pre>
 *
 * <p>A sampler that never leaves a wrong matching is sure of it, and tables that are learnt from it agree. Another chain has come
 * elsewhere, and where the two differ both are in doubt: how often two chains agree is how often one is right, whatever they say of
 * themselves (docs/accuracy.md). Each round learns from what the other chain made of the tables before, so neither keeps itself up.
 * Comparing chains is Gelman and Rubin's idea, <em>Inference from iterative simulation using multiple sequences</em>, Statistical
 * Science 1992. Not thread-safe.
 */
final class Chains {

    /** With so many possible owners of a call, on average, one chain cannot say how far it is to be trusted. */
    private static final double SEVERAL_OWNERS = 3;

    private final Owners owners;
    private final boolean two;
    /** The state of the chain whose turn it is not. */
    private int[] resting = {};

    /** @param ownersPerCall possible owners of a call of the scene, on average */
    Chains(Owners owners, double ownersPerCall) {
        this.owners = owners;
        two = ownersPerCall >= SEVERAL_OWNERS;
    }

    boolean areTwo() {
        return two;
    }

    /** Lets all begin with these slots. */
    void begin(int[] slots) {
        owners.assign(slots);
        resting = slots.clone();
    }

    /** Lets the other one go on; where there is only one, it goes on. */
    void change() {
        if (two) {
            int[] now = owners.slot.clone();
            owners.assign(resting);
            resting = now;
        }
    }
}

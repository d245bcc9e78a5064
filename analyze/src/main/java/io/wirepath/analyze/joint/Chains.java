package io.wirepath.analyze.joint;

/**
 * Two chains of the sampler that take turns under the same tables.
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

    private final Owners owners;
    /** The state of the chain whose turn it is not. */
    private int[] resting = {};

    Chains(Owners owners) {
        this.owners = owners;
    }

    /** Lets both begin with these slots. */
    void begin(int[] slots) {
        owners.assign(slots);
        resting = slots.clone();
    }

    /** Lets the other one go on. */
    void change() {
        int[] now = owners.slot.clone();
        owners.assign(resting);
        resting = now;
    }
}

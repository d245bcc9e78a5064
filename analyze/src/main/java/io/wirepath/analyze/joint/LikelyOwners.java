package io.wirepath.analyze.joint;

/**
 * Whom the sampler proposes as owner of a call: those that had it in the round before, in proportion to how long, and all
 * others now and then; in a crowded scene also those whom the times suit. The present owner is never proposed (metropolised
 * Gibbs sampling; Liu, <em>Peskun's theorem and a modified discrete-state Gibbs sampler</em>, Biometrika 1996).
 */
final class LikelyOwners {

    /** Share of the proposals that go to all possible owners alike. */
    private static final double TO_ANYONE = 0.3;

    /** In a crowded scene fewer go to all alike, */
    private static final double TO_ANYONE_IN_CROWDS = 0.1;
    /** these to those that had the call before, and the others to those whom the times suit. */
    private static final double TO_FORMER_IN_CROWDS = 0.4;

    private static final float[] NOT_SUITING = {};

    /** So many slots are looked at one after the other. */
    private static final int FEW = 8;

    private final CandidateSets candidates;
    /** Share of a call's proposals that go to its slots up to this one. */
    private final float[] upTo;
    /** Share of a slot. */
    private final float[] share;
    /** Log of the share of a slot and of what others get, which is what the balance of moves between slots asks for. */
    private final float[] balance;

    /** Before the first round all are alike. */
    LikelyOwners(CandidateSets candidates) {
        this.candidates = candidates;
        upTo = new float[candidates.slots()];
        share = new float[candidates.slots()];
        balance = new float[candidates.slots()];
        learn(new double[candidates.slots()]);
    }

    /** Takes over how long each slot was taken. */
    void learn(double[] belief) {
        for (int j = 0; j + 1 < candidates.first.length; j++) {
            double total = total(j, belief);
            learn(j, belief, total > 0 ? TO_ANYONE : 1, total > 0 ? (1 - TO_ANYONE) / total : 0, 0, NOT_SUITING);
        }
    }

    /**
     * Takes over how long each slot was taken, in a crowded scene.
     *
     * @param suiting share of each slot in how well the times suit the owners of its call
     */
    void learn(double[] belief, float[] suiting) {
        for (int j = 0; j + 1 < candidates.first.length; j++) {
            double total = total(j, belief);
            double toAnyone = total > 0 ? TO_ANYONE_IN_CROWDS : 2 * TO_ANYONE_IN_CROWDS;
            double toFormer = total > 0 ? TO_FORMER_IN_CROWDS : 0;
            learn(j, belief, toAnyone, total > 0 ? toFormer / total : 0, 1 - toAnyone - toFormer, suiting);
        }
    }

    /** @param each share of the proposals for each sweep that a slot was taken */
    private void learn(int call, double[] belief, double toAnyone, double each, double toSuiting, float[] suiting) {
        int from = candidates.first[call];
        int to = candidates.first[call + 1];
        double sum = 0;
        for (int s = from; s < to; s++) {
            double its = toAnyone / (to - from) + each * belief[s];
            if (toSuiting > 0) {
                its += toSuiting * suiting[s];
            }
            sum += its;
            propose(s, its, sum);
        }
    }

    private double total(int call, double[] belief) {
        double total = 0;
        for (int s = candidates.first[call]; s < candidates.first[call + 1]; s++) {
            total += belief[s];
        }
        return total;
    }

    private void propose(int slot, double its, double sum) {
        upTo[slot] = (float) sum;
        share[slot] = (float) its;
        balance[slot] = (float) Math.log(its * (1 - its));
    }

    /** A slot of this call that is not the present one, or any slot where it has none now. */
    int pick(int call, int present, SeededRandom random) {
        int from = candidates.first[call];
        int last = candidates.first[call + 1] - 1;
        if (present < 0) {
            return find(from, last, random.nextDouble());
        }
        double before = present == from ? 0 : upTo[present - 1];
        double its = upTo[present] - before;
        double u = random.nextDouble() * (1 - its);
        int slot = find(from, last, u < before ? u : u + its);
        if (slot != present) {
            return slot;
        }
        return present == last ? present - 1 : present + 1;
    }

    private int find(int from, int last, double u) {
        int low = from;
        int high = last;
        while (high - low > FEW) {
            int middle = low + high >>> 1;
            if (upTo[middle] <= u) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        while (low < high && upTo[low] <= u) {
            low++;
        }
        return low;
    }

    /** Log of how often a slot is proposed to a call that has none. */
    double log(int slot) {
        return Math.log(share[slot]);
    }

    /** Log of how much likelier the way back from one slot to another is proposed. */
    double logBack(int from, int to) {
        return balance[from] - balance[to];
    }
}

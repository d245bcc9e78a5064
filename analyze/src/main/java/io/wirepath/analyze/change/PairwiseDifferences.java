package io.wirepath.analyze.change;

/**
 * The differences of all pairs of two sorted samples, by rank. They are never written down: with both samples in order
 * those up to a value are counted in one pass, and the value wanted is found by halving. Not thread-safe.
 */
final class PairwiseDifferences {

    private final double[] mine;
    private final double[] theirs;
    /** Around the value that was counted up to last: the highest difference up to it, and the lowest beyond it. */
    private double highestUpTo;

    private double lowestBeyond;

    /**
     * The differences of one sample from another.
     *
     * @param mine in rising order, at least one
     * @param theirs the same
     */
    PairwiseDifferences(double[] mine, double[] theirs) {
        this.mine = mine;
        this.theirs = theirs;
    }

    int number() {
        return mine.length * theirs.length;
    }

    /** The middle one; the mean of the two middle ones of an even number. */
    double middle() {
        int half = number() / 2;
        return number() % 2 == 1 ? ranked(half) : (ranked(half - 1) + ranked(half)) / 2;
    }

    /** The one with this rank, from 0 for the lowest. */
    double ranked(int rank) {
        double low = mine[0] - theirs[theirs.length - 1];
        double high = mine[mine.length - 1] - theirs[0];
        while (low < high) {
            double between = low / 2 + high / 2;
            if (numberUpTo(between >= low && between < high ? between : low) > rank) {
                high = highestUpTo;
            } else {
                low = lowestBeyond;
            }
        }
        return low;
    }

    private int numberUpTo(double value) {
        highestUpTo = Double.NEGATIVE_INFINITY;
        lowestBeyond = Double.POSITIVE_INFINITY;
        int number = 0;
        int beyond = 0;
        for (double one : mine) {
            while (beyond < theirs.length && one - theirs[beyond] > value) {
                beyond++;
            }
            if (beyond > 0) {
                lowestBeyond = Math.min(lowestBeyond, one - theirs[beyond - 1]);
            }
            if (beyond < theirs.length) {
                highestUpTo = Math.max(highestUpTo, one - theirs[beyond]);
                number += theirs.length - beyond;
            }
        }
        return number;
    }
}

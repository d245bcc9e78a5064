package io.wirepath.causes.linking;

/** The distribution that the causal delays of a pair of nodes are taken to have (WAP5 §5.1 step 1). */
public enum DelayShape {

    /** e^(−t/d): the latest parent is always the likeliest, which holds however wrong d is. */
    EXPONENTIAL {
        @Override
        double logWeight(double delayInMeans) {
            return -delayInMeans;
        }

        @Override
        double reach(double factor, double negligible) {
            return factor - Math.log(negligible);
        }
    },

    /**
     * The gamma distribution with α = 2 that the paper also considered: λ t e^(−λt) with the mean d, so λ = 2/d;
     * likeliest is d/2. More accurate where d is right, much worse where it is not.
     */
    GAMMA {
        @Override
        double logWeight(double delayInMeans) {
            return Math.log(2 * delayInMeans) - 2 * delayInMeans;
        }

        @Override
        double reach(double factor, double negligible) {
            // e^(−λt) alone would reach that far; the factor λt is made up for by a few times the mean
            return factor - Math.log(negligible) / 2 + MARGIN;
        }
    };

    private static final double MARGIN = 3;

    /**
     * The logarithm of what a parent weighs at so many times the mean delay; both shapes have the same scale within
     * themselves.
     */
    abstract double logWeight(double delayInMeans);

    /**
     * From how many times the mean on a parent weighs less than {@code negligible} times what it weighs at
     * {@code factor}.
     */
    abstract double reach(double factor, double negligible);
}

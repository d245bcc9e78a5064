package io.wirepath.analyze.query.cause;

import io.wirepath.analyze.query.cause.PairDoubt.Odds;
import io.wirepath.analyze.query.cause.PairDoubt.Pair;
import java.util.SplittableRandom;

/**
 * Draws in which worlds a call came of which of its possible causes. The likeliest has the worlds that no other has.
 * Used again for call after call; by one thread.
 */
final class TiltedDraw {

    private final double[] weight;
    private final long[] worlds;
    private int causes;
    private int best;
    private double none;
    private double others;

    TiltedDraw(int most) {
        weight = new double[most];
        worlds = new long[most];
    }

    /**
     * Draws.
     *
     * @param shares probability of each cause
     * @param count how many causes there are
     * @param noCause probability that there is none
     */
    void draw(double[] shares, int count, double noCause, Pair pair, long seed) {
        causes = count;
        none = noCause;
        best = -1;
        others = 0;
        double most = none;
        for (int at = 0; at < causes; at++) {
            weight[at] = shares[at];
            worlds[at] = 0;
            if (shares[at] > most) {
                most = shares[at];
                best = at;
            }
        }
        for (int at = 0; at < causes; at++) {
            others += at == best ? 0 : shares[at];
        }
        Odds odds = pair.odds(best < 0 ? 0 : others / most, (best < 0 ? others : none) / most);
        SplittableRandom random = new SplittableRandom(seed);
        long left = Worlds.ALL;
        if (random.nextDouble() >= odds.untouched()) {
            left = ~touched(random, pair, odds.share());
        }
        if (best >= 0) {
            worlds[best] = left;
        }
    }

    /** The worlds of a cause. */
    long worlds(int cause) {
        return worlds[cause];
    }

    /** The likeliest cause; negative for none. */
    int best() {
        return best;
    }

    /** The worlds that the likeliest has not, at least one; each is given to another. */
    private long touched(SplittableRandom random, Pair pair, double[] share) {
        long touched = 0;
        while (touched == 0) {
            for (int world = 0; world < Worlds.COUNT; world++) {
                if (random.nextDouble() < share[world]) {
                    touched |= 1L << world;
                }
            }
        }
        for (long left = touched; left != 0; left &= left - 1) {
            int world = Long.numberOfTrailingZeros(left);
            double causesOdds = best < 0 ? others : others * pair.other[world];
            double noneOdds = best < 0 ? 0 : none * pair.none[world];
            if (random.nextDouble() * (causesOdds + noneOdds) < causesOdds) {
                give(random, world);
            }
        }
        return touched;
    }

    private void give(SplittableRandom random, int world) {
        double at = random.nextDouble() * others;
        int last = -1;
        for (int cause = 0; cause < causes; cause++) {
            if (cause != best && weight[cause] > 0) {
                last = cause;
                at -= weight[cause];
                if (at < 0) {
                    break;
                }
            }
        }
        if (last >= 0) {
            worlds[last] |= 1L << world;
        }
    }
}

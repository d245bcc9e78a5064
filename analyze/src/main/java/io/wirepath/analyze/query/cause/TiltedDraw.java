package io.wirepath.analyze.query.cause;

import io.wirepath.analyze.query.cause.PairDoubt.Pair;
import io.wirepath.flows.SplitMix64;
import java.util.Arrays;

/**
 * Draws in which worlds a call came of which of its possible causes. The likeliest has the worlds that no other has.
 * Used again for call after call; by one thread.
 */
final class TiltedDraw {

    private static final double ULP = 0x1p-53;

    /** The possible causes: filled in before the draw. */
    final int[] kind;

    final double[] share;

    private final long[] worlds;
    private final double[] leaving = new double[Worlds.COUNT];
    private int causes;
    private int best;
    private double none;
    private long random;

    TiltedDraw(int most) {
        kind = new int[most];
        share = new double[most];
        worlds = new long[most];
    }

    /**
     * Draws.
     *
     * @param count how many causes there are
     * @param named how many of them an algorithm names; others have the pair's least doubt, as far as those have not
     * @param noCause probability that there is none
     */
    void draw(int count, int named, double noCause, Pair pair, long seed) {
        causes = count;
        random = seed;
        best = -1;
        double most = noCause;
        double others = 0;
        for (int at = 0; at < causes; at++) {
            worlds[at] = 0;
            if (at < named) {
                others += share[at];
                if (share[at] > most) {
                    most = share[at];
                    best = at;
                }
            }
        }
        others -= best < 0 ? 0 : share[best];
        double unnamed = Math.max(0, pair.floor() - others);
        Arrays.fill(share, named, causes, unnamed / Math.max(1, causes - named));
        none = best < 0 ? noCause : Math.max(noCause, pair.noneFloor());
        boolean least = others <= pair.floor() && (best < 0 || noCause <= pair.noneFloor());
        long left = least ? leastDoubt(pair) : anyDoubt(pair, most);
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

    /** Draws for a link with the least doubt of its pair, of which much is known beforehand; gives what is left. */
    private long leastDoubt(Pair pair) {
        int other = another();
        int kindOfBest = best < 0 ? PairDoubt.NONE : kind[best];
        int kindOfOther = other < 0 ? PairDoubt.NONE : kind[other];
        double[] hazards = pair.hazards(kindOfBest, kindOfOther);
        long left = Worlds.ALL;
        double until = exponential();
        int world = 0;
        while (until < hazards[Worlds.COUNT - 1]) {
            while (hazards[world] <= until) {
                world++;
            }
            left &= ~(1L << world);
            double weight = pair.otherWeight(kindOfBest, kindOfOther, world);
            if (next() * (weight + pair.noneWeight(kindOfBest, world)) < weight) {
                worlds[other] |= 1L << world;
            }
            until = hazards[world] + exponential();
        }
        return left;
    }

    /** One of the causes that are not the likeliest, as they are likely; negative where there is none. */
    private int another() {
        double sum = 0;
        for (int at = 0; at < causes; at++) {
            sum += at == best ? 0 : share[at];
        }
        double at = next() * sum;
        int last = -1;
        for (int cause = 0; cause < causes && at >= 0; cause++) {
            if (cause != best && share[cause] > 0) {
                last = cause;
                at -= share[cause];
            }
        }
        return last;
    }

    private long anyDoubt(Pair pair, double ofBest) {
        Arrays.fill(leaving, 0);
        for (int at = 0; at < causes; at++) {
            if (at != best && share[at] > 0) {
                double[] factor = pair.ofKind(kind[at]);
                for (int world = 0; world < leaving.length; world++) {
                    leaving[world] += share[at] * factor[world];
                }
            }
        }
        double[] bests = pair.ofKind(best < 0 ? PairDoubt.NONE : kind[best]);
        double[] nones = pair.ofKind(PairDoubt.NONE);
        double[] unlikelier = pair.ofUnlikelier();
        long left = Worlds.ALL;
        for (int world = 0; world < leaving.length; world++) {
            double toCauses = leaving[world] * (best < 0 ? 1 : unlikelier[world]);
            double toNone = best < 0 ? 0 : none * nones[world];
            double at = next() * (toCauses + toNone + ofBest * bests[world]);
            if (at < toCauses) {
                give(at / toCauses * leaving[world], world, pair);
            }
            if (at < toCauses + toNone) {
                left &= ~(1L << world);
            }
        }
        return left;
    }

    private void give(double at, int world, Pair pair) {
        int last = -1;
        double left = at;
        for (int cause = 0; cause < causes && left >= 0; cause++) {
            if (cause != best && share[cause] > 0) {
                last = cause;
                left -= share[cause] * pair.ofKind(kind[cause])[world];
            }
        }
        if (last >= 0) {
            worlds[last] |= 1L << world;
        }
    }

    private double exponential() {
        return -Math.log(1 - next());
    }

    /** A number from 0 to below 1. */
    private double next() {
        random += SplitMix64.STEP;
        return (SplitMix64.mix(random) >>> 11) * ULP;
    }
}

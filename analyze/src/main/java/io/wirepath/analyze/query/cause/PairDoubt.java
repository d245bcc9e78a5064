package io.wirepath.analyze.query.cause;

import io.wirepath.analyze.CallTable;
import io.wirepath.analyze.MessageTable;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What the calls from one node to another in one protocol have in common in doubt. An algorithm that is wrong about
 * them is wrong about many of them alike, so draws of link by link tell too little: the odds of another cause, and
 * those of none, are tilted by a factor of the pair in each world, log-normal with mean 1 (an overdispersed, or mixed,
 * logit). And no link is surer than its pair: there is always a floor for causes that nobody named, the higher the more
 * the pair's links are in doubt.
 */
final class PairDoubt {

    /** Doubt of the surest link: of those given 0.99 or more, up to so many are wrong (docs/accuracy.md). */
    static final double FLOOR = 0.01;

    /** How much of the mean doubt of a pair's links is in each of them at least. */
    private static final double SHARE_OF_MEAN = 0.1;

    /** Deviation of the logarithm of the tilt. */
    private static final double TILT = 1.5;

    /** Odds closer than this are the same. */
    private static final double SAME = 1e-9;

    private final Map<Long, Pair> pairs = new HashMap<>();
    private final MessageTable messages;
    private final CallTable calls;

    /**
     * How likely a link is another than the likeliest.
     *
     * @param share by world
     * @param untouched that it is the likeliest in all worlds
     */
    record Odds(double[] share, double untouched) {}

    /** What is common to a pair. */
    static final class Pair {
        private int links;
        private double doubts;
        private final double[] lastOthers = {Double.NaN, Double.NaN};
        private final double[] lastNone = {Double.NaN, Double.NaN};
        private final Odds[] last = new Odds[2];

        /** By world: factor of the odds of other causes, and of none. */
        final double[] other = new double[Worlds.COUNT];

        final double[] none = new double[Worlds.COUNT];

        private Pair(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            for (int world = 0; world < Worlds.COUNT; world++) {
                other[world] = Math.exp(TILT * normal(random) - TILT * TILT / 2);
                none[world] = Math.exp(TILT * normal(random) - TILT * TILT / 2);
            }
        }

        /**
         * Odds against the likeliest cause; where that is none, other causes have the tilt of none.
         *
         * @param ofOthers odds of other causes, before they are tilted
         * @param ofNone odds of none
         */
        Odds odds(double ofOthers, double ofNone) {
            int kind = ofOthers > 0 ? 1 : 0;
            if (Math.abs(ofOthers - lastOthers[kind]) + Math.abs(ofNone - lastNone[kind]) < SAME) {
                return last[kind]; // most links of a pair have no doubt but the pair's
            }
            double[] share = new double[Worlds.COUNT];
            double product = 1;
            for (int world = 0; world < Worlds.COUNT; world++) {
                double odds = ofOthers * other[world] + ofNone * none[world];
                share[world] = odds / (1 + odds);
                product *= 1 + odds;
            }
            lastOthers[kind] = ofOthers;
            lastNone[kind] = ofNone;
            last[kind] = new Odds(share, 1 / product);
            return last[kind];
        }

        /** The least doubt of a link. */
        double floor() {
            return FLOOR + SHARE_OF_MEAN * meanDoubt();
        }

        /**
         * The least probability of none, where a cause is named: a pair of which all is sure has no calls without one.
         */
        double noneFloor() {
            return Math.min(floor(), meanDoubt());
        }

        private double meanDoubt() {
            return doubts / Math.max(1, links);
        }
    }

    PairDoubt(MessageTable messages, CallTable calls) {
        this.messages = messages;
        this.calls = calls;
    }

    /** Counts a link. */
    void count(int call, double doubt) {
        Pair pair = of(call);
        pair.links++;
        pair.doubts += doubt;
    }

    /** The pair of a call. */
    Pair of(int call) {
        int row = calls.request()[call];
        int protocol = messages.protocol(row).ordinal();
        long key = ((long) messages.source(row) << 24 | messages.destination(row)) << 8 | protocol;
        Pair known = pairs.get(key);
        if (known == null) {
            known = new Pair(
                    31L * messages.nodes().get(messages.source(row)).address().hashCode()
                            + 17L
                                    * messages.nodes()
                                            .get(messages.destination(row))
                                            .address()
                                            .hashCode()
                            + protocol);
            pairs.put(key, known);
        }
        return known;
    }

    /** A standard normal number (Box, Muller 1958). */
    private static double normal(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}

package io.wirepath.analyze.query.cause;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.SplitMix64;
import java.util.SplittableRandom;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the calls from one node to another in one protocol, a pair, have in common in doubt. An algorithm that is wrong
 * about them is wrong about many of them alike, so draws of link by link tell too little. In each world the odds of a
 * pair's calls are tilted by factors common to all of them (a mixed logit: McFadden, Train 2000): one for each kind of
 * causes, those that came from one node; one for none; and one for all that is not the likeliest. The logarithm of a
 * factor is normal about 0. And no link is surer than its pair.
 *
 * <p>Factors come of addresses alone, so they are the same in each window. Not thread-safe.
 */
final class PairDoubt {

    /** Kinds of causes that are told apart; nodes share them by their addresses, which bounds what a pair takes. */
    static final int KINDS = 8;

    /** The kind of having no cause. */
    static final int NONE = KINDS;

    private static final int UNLIKELIER = KINDS + 1;

    /** Doubt of the surest link: of links without any, one in a thousand is wrong at least (docs/accuracy.md). */
    private static final double FLOOR = 0.001;

    /** How much of the mean doubt of a pair's links is in each of them at least. */
    private static final double SHARE_OF_MEAN = 0.3;

    /** Deviation of the logarithm of a factor. */
    private static final double TILT = 1.5;

    private final Long2ObjectHashMap<Pair> pairs = new Long2ObjectHashMap<>();
    private final MessageTable messages;
    private final CallTable calls;
    private final int[] hash;
    /** The pair of each call that was asked for. */
    private final @Nullable Pair[] ofCall;

    /** What is common to a pair. */
    static final class Pair {
        private final long seed;
        private int links;
        private double doubts;
        private double nones;
        private final double[] @Nullable [] factors = new double[KINDS + 2][];
        private final double[] @Nullable [] hazards = new double[(KINDS + 1) * (KINDS + 1)][];

        private Pair(long seed) {
            this.seed = seed;
        }

        /** The least doubt of a link, as far as other causes go. */
        double floor() {
            return FLOOR + SHARE_OF_MEAN * doubts / Math.max(1, links);
        }

        /** The least probability of none: a pair whose calls surely have a cause has none without. */
        double noneFloor() {
            return Math.min(floor(), nones / Math.max(1, links));
        }

        /** By world: factor of the weight of causes of this kind. */
        double[] ofKind(int kind) {
            double[] own = factors[kind];
            if (own == null) {
                own = new double[Worlds.COUNT];
                SplittableRandom random = new SplittableRandom(seed + SplitMix64.STEP * kind);
                for (int world = 0; world < own.length; world++) {
                    own[world] = Math.exp(TILT * normal(random));
                }
                factors[kind] = own;
            }
            return own;
        }

        /** By world: factor of the weight of all causes but the likeliest. */
        double[] ofUnlikelier() {
            return ofKind(UNLIKELIER);
        }

        /**
         * How a link with the least doubt leaves its likeliest cause from world to world: the sum, up to each world, of
         * -ln(1 - p) with p the probability that it is another cause there, or none.
         *
         * @param best kind of the likeliest
         * @param other kind of the other, or {@link #NONE} where there is none
         */
        double[] hazards(int best, int other) {
            int at = best * (KINDS + 1) + other;
            double[] sums = hazards[at];
            if (sums == null) {
                sums = new double[Worlds.COUNT];
                double sum = 0;
                for (int world = 0; world < sums.length; world++) {
                    sum += Math.log1p(
                            (otherWeight(best, other, world) + noneWeight(best, world)) / ofKind(best)[world]);
                    sums[world] = sum;
                }
                hazards[at] = sums;
            }
            return sums;
        }

        /** Weight in a world of the other cause of a link with the least doubt. */
        double otherWeight(int best, int other, int world) {
            double unlikelier = best == NONE ? 1 : ofUnlikelier()[world];
            return other == NONE ? 0 : floor() * unlikelier * ofKind(other)[world];
        }

        /** Weight in a world of none, where it is not the likeliest. */
        double noneWeight(int best, int world) {
            return best == NONE ? 0 : noneFloor() * ofKind(NONE)[world];
        }
    }

    PairDoubt(MessageTable messages, CallTable calls) {
        this.messages = messages;
        this.calls = calls;
        ofCall = new Pair[calls.size()];
        hash = new int[messages.nodes().size()];
        for (int node = 0; node < hash.length; node++) {
            long mixed = messages.nodes().get(node).address().hashCode() * SplitMix64.STEP;
            hash[node] = (int) (mixed >>> Integer.SIZE);
        }
    }

    /** Counts a link: its doubt, and the probability of none where a cause is likelier. */
    void count(int call, double doubt, double none) {
        Pair pair = of(call);
        pair.links++;
        pair.doubts += doubt;
        pair.nones += none;
    }

    /** The kind of a cause. */
    int kind(int cause) {
        return hash[messages.source(calls.request()[cause])] & KINDS - 1;
    }

    /** The pair of a call. */
    Pair of(int call) {
        Pair known = ofCall[call];
        if (known == null) {
            known = find(call);
            ofCall[call] = known;
        }
        return known;
    }

    private Pair find(int call) {
        int row = calls.request()[call];
        int protocol = messages.protocol(row).ordinal();
        int from = messages.source(row);
        int to = messages.destination(row);
        long key = ((long) from << 24 | to) << 8 | protocol;
        Pair known = pairs.get(key);
        if (known == null) {
            known = new Pair((((long) hash[from] << Integer.SIZE) + hash[to]) * SplitMix64.STEP + protocol);
            pairs.put(key, known);
        }
        return known;
    }

    /** A standard normal number (Box, Muller 1958). */
    private static double normal(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}

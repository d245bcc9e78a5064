package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.causes.TimeOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.jspecify.annotations.Nullable;

/**
 * Whether calls share what can do the work of one: a processor, or the lock of an interpreter that threads pass on
 * after some milliseconds. The more are there, the longer takes each, and nobody holds it until its end.
 *
 * <p>Two tests must agree, which fail at different things. By {@link EndsExplained}, one processor explains when calls
 * end much better than two or more, or none that they share. And of calls of one kind that came at about the same time,
 * and have been there as long as the one that ends, it ends sooner that has fewer beside it: in proportion, not only
 * from the third on (partial likelihood; Cox 1972, 1975). That must hold over all of the time, beyond chance: when all
 * stand still once, those that are there at that moment look alike.
 *
 * <p>Where none is ever alone, one processor and two of half the speed are the same, and none is told.
 *
 * @param ownNanos how long each would take alone
 */
record SharedProcessor(double[] ownNanos) {

    /** Calls of its kind that came before one, and as many after it, that one is held against. */
    private static final int NEIGHBOURS = 16;

    /**
     * What they share; null where they do not. Both times in the order of coming.
     *
     * @param kind of each call, by number
     * @param mostChance of such traffic where nothing is shared
     */
    static @Nullable SharedProcessor of(long[] came, long[] endedNanos, int[] kind, double mostChance) {
        long[] ended = ServedInTurn.endings(came, endedNanos);
        Inside inside = new Inside(came, ended);
        long overlapping = IntStream.range(0, came.length)
                .filter(call -> inside.at(came[call]) > 1)
                .count();
        if (overlapping < DetectorInput.MIN_CALLS) {
            return null;
        }
        EndsExplained.Shares one = EndsExplained.sharing(came, ended, kind, 1);
        boolean isTold = one.nats() - EndsExplained.withoutOne(came, ended, kind) >= ServedInTurn.MIN_EVIDENCE
                && chance(inside.byAge(kind)) <= mostChance;
        return isTold ? new SharedProcessor(one.workNanos()) : null;
    }

    /** That one processor explains by chance so much more than the best of the others, everywhere. */
    private static double chance(double[][] nats) {
        double[] best = Arrays.stream(nats)
                .skip(1)
                .max((one, other) -> Double.compare(StatUtils.sum(one), StatUtils.sum(other)))
                .orElseThrow();
        double[] blocks = new double[ChangeModel.BLOCKS];
        for (int call = 0; call < best.length; call++) {
            blocks[(int) ((long) call * ChangeModel.BLOCKS / best.length)] += nats[0][call] - best[call];
        }
        double spread = Math.sqrt(StatUtils.variance(blocks) / ChangeModel.BLOCKS);
        return spread == 0
                ? 1
                : new TDistribution(null, ChangeModel.BLOCKS - 1)
                        .cumulativeProbability(-StatUtils.mean(blocks) / spread);
    }

    /** How many are there, at any time. */
    private record Inside(long[] came, long[] ended, long[] ends) {

        Inside(long[] came, long[] ended) {
            this(came, ended, Arrays.stream(ended).sorted().toArray());
        }

        private int at(long nanos) {
            return TimeOrder.before(came, nanos + 1) - TimeOrder.before(ends, nanos);
        }

        /**
         * How likely each is the one that ends of those that have been there as long: the logarithm, in nats, with 1,
         * 2, 4, … processors, and as many as there are calls.
         */
        double[][] byAge(int[] kind) {
            int[] processors = IntStream.concat(
                            IntStream.iterate(1, each -> each <= EndsExplained.MAX_PROCESSORS, each -> 2 * each),
                            IntStream.of(Integer.MAX_VALUE))
                    .toArray();
            double[][] nats = new double[processors.length][came.length];
            int[][] ofKind = new int[Arrays.stream(kind).max().orElse(0) + 1][];
            Arrays.setAll(
                    ofKind,
                    number -> IntStream.range(0, kind.length)
                            .filter(call -> kind[call] == number)
                            .toArray());
            for (int[] alike : ofKind) {
                for (int place = 0; place < alike.length; place++) {
                    int[] there = there(alike, place);
                    int beside = at(ended[alike[place]]);
                    for (int rule = 0; rule < processors.length; rule++) {
                        int number = processors[rule];
                        double all = Arrays.stream(there)
                                .mapToDouble(other -> share(number, other))
                                .sum();
                        nats[rule][alike[place]] = Math.log(share(number, beside) / all);
                    }
                }
            }
            return nats;
        }

        /** How many were there when calls that took no less had taken as long as this one did: of each. */
        private int[] there(int[] alike, int place) {
            long took = ended[alike[place]] - came[alike[place]];
            return IntStream.rangeClosed(
                            Math.max(0, place - NEIGHBOURS), Math.min(alike.length - 1, place + NEIGHBOURS))
                    .map(other -> alike[other])
                    .filter(other -> ended[other] - came[other] >= took)
                    .map(other -> at(came[other] + took))
                    .toArray();
        }

        private static double share(int processors, int calls) {
            return Math.min(1, processors / (double) calls);
        }
    }
}

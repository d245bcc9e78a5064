package io.wirepath.analyze.change;

import io.wirepath.analyze.change.BlockScan.Stretch;
import java.util.Optional;

/**
 * Whether a quantity changed its level: the ranks of the observations among their like, in blocks of equal numbers, go through
 * {@link BlockScan}; {@link Place} then tells when, by observation. Pure.
 */
public final class LevelChange {

    /** Blocks that observations are put together in, where they are enough. */
    private static final int MOST_BLOCKS = 64;

    private static final int LEAST_PER_BLOCK = 5;

    /** Blocks by which the place may lie from where the scan saw it. */
    private static final int SEARCHED_BLOCKS = 3;

    /** What is shorter is a pause, and no change. */
    private static final long LEAST_NANOS = 3_000_000_000L;

    /** Correlation of times and requests in hand from which on a server is taken for a queue. */
    private static final double LEAST_CORRELATION = 0.3;

    private LevelChange() {}

    /**
     * The change that chance explains least, if chance explains it with at most this probability.
     *
     * <p>Where it takes longer the more a server has in hand (a queue), the ranks are those among requests that met as much:
     * a wave of requests makes them wait, and is no slower work.
     *
     * @param mostChance bound on the probability of finding one where there is none
     */
    public static Optional<Change> of(Observations observations, double mostChance) {
        double[] score = RankScores.of(observations);
        return dependsOnLoad(observations, score)
                ? of(observations, RankScores.of(observations.byLoad()), mostChance)
                : of(observations, score, mostChance);
    }

    /** The same for scores from −√3 to √3 that were made already. */
    static Optional<Change> of(Observations observations, double[] score, double mostChance) {
        int blocks = Math.min(MOST_BLOCKS, observations.size() / LEAST_PER_BLOCK);
        Stretch stretch = BlockScan.best(means(score, blocks));
        if (stretch.chance() > mostChance) {
            return Optional.empty();
        }
        int from = start(score.length, blocks, stretch.from());
        int to = start(score.length, blocks, stretch.to());
        int search = SEARCHED_BLOCKS * score.length / blocks;
        return Optional.of(Place.of(observations, score, from, to, search, stretch.chance()))
                .filter(change -> isLong(observations, change));
    }

    /** Whether the change and what it is compared with last long enough to be no mere pause. */
    private static boolean isLong(Observations observations, Change change) {
        int last = observations.size() - 1;
        long end = change.lasts() ? observations.nanos(last) : change.endNanos();
        long within = end - change.onsetNanos();
        return within >= LEAST_NANOS && observations.nanos(last) - observations.nanos(0) - within >= LEAST_NANOS;
    }

    /** Whether neighbours that met more requests in hand took longer: correlation of the ranks within blocks. */
    private static boolean dependsOnLoad(Observations observations, double[] score) {
        Observations loads = new Observations();
        for (int at = 0; at < score.length; at++) {
            loads.add(observations.nanos(at), observations.kind(at), observations.load(at), 0);
        }
        double[] load = RankScores.of(loads);
        int blocks = Math.max(1, Math.min(MOST_BLOCKS, score.length / LEAST_PER_BLOCK));
        double[] meanScore = means(score, blocks);
        double[] meanLoad = means(load, blocks);
        double products = 0;
        double squares = 0;
        double loadSquares = 0;
        for (int block = 0; block < blocks; block++) {
            for (int at = start(score.length, blocks, block); at < start(score.length, blocks, block + 1); at++) {
                double one = score[at] - meanScore[block];
                double other = load[at] - meanLoad[block];
                products += one * other;
                squares += one * one;
                loadSquares += other * other;
            }
        }
        return products > LEAST_CORRELATION * Math.sqrt(squares * loadSquares);
    }

    private static double[] means(double[] score, int blocks) {
        double[] means = new double[blocks];
        for (int i = 0; i < blocks; i++) {
            int from = start(score.length, blocks, i);
            int to = start(score.length, blocks, i + 1);
            for (int at = from; at < to; at++) {
                means[i] += score[at] / (to - from);
            }
        }
        return means;
    }

    private static int start(int size, int blocks, int block) {
        return (int) ((long) size * block / blocks);
    }
}

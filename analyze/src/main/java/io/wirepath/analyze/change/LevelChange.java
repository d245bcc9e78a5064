package io.wirepath.analyze.change;

import io.wirepath.analyze.change.Segmentation.Cut;
import java.util.Arrays;
import java.util.List;

/**
 * Whether a quantity changed its level, once or several times: the ranks of the observations among their like, in
 * blocks of equal numbers, go through {@link Segmentation}; {@link Levels} then tells when, by observation. Pure.
 */
public final class LevelChange {

    /** Blocks that observations are put together in, where they are enough. */
    private static final int MAX_BLOCKS = 128;

    /** The place of a change is looked for within this part of all observations from where the cut is. */
    static final int SEARCHED_PART = 8;

    /** Correlation of times and open requests from which on a server is taken for a queue. */
    private static final double MIN_CORRELATION = 0.3;

    private LevelChange() {}

    /** Whether these are enough to show another level. */
    public static boolean canShow(Observations observations) {
        return observations.size() / ChangeModel.MIN_WITNESSES >= 2 * Segmentation.MIN_BLOCKS + 3;
    }

    /**
     * The changes that chance explains least, if chance explains them with at most this probability; empty where there
     * are none.
     *
     * <p>Where it takes longer the more requests a server has open (a queue), the ranks are those among requests that
     * met as much: a wave of requests makes them wait, and is no slower work. What was held together until one moment,
     * as by a pause of the machine, counts once.
     *
     * @param mostChance bound on the probability of finding one where there is none
     */
    public static List<Change> of(Observations observations, double mostChance) {
        Observations once = observations.bounded().heldOnce();
        double[] score = RankScores.of(once);
        boolean byLoad = dependsOnLoad(once, score);
        Observations alike = byLoad ? once.byLoad() : once;
        double[] own = byLoad ? RankScores.of(alike) : score;
        List<Change> steps = of(alike, own, mostChance);
        return Ramp.placed(alike, steps.isEmpty() ? alongLine(alike, own, mostChance) : steps);
    }

    /** The same, with kinds that also differ by load where it takes longer the more requests a server has open. */
    public static Observations alike(Observations once) {
        return dependsOnLoad(once, RankScores.of(once)) ? once.byLoad() : once;
    }

    /** What grows along a line, where no levels are sure: its neighbours are so much alike that a cut tells nothing. */
    private static List<Change> alongLine(Observations observations, double[] score, double mostChance) {
        int blocks = Math.min(MAX_BLOCKS, observations.size() / ChangeModel.MIN_WITNESSES);
        return Segmentation.alongLine(means(score, blocks), mostChance).stream()
                .flatMap(cut -> levels(observations, score, blocks, cut).changes().stream())
                .toList();
    }

    private static Levels levels(Observations observations, double[] score, int blocks, Cut cut) {
        int[] starts = Arrays.stream(cut.starts(), 1, cut.starts().length)
                .map(block -> start(score.length, blocks, block))
                .toArray();
        return new Levels(observations, score, starts, cut.levels(), score.length / SEARCHED_PART, cut.chance());
    }

    /**
     * The same for scores that were made already. Where the best cut has a level that is no longer than a pause, what
     * is left without the pause is cut again, as surely as one change more would have to be.
     */
    static List<Change> of(Observations observations, double[] score, double mostChance) {
        int blocks = Math.min(MAX_BLOCKS, observations.size() / ChangeModel.MIN_WITNESSES);
        int[] rest = {};
        for (Cut cut : Segmentation.of(means(score, blocks), mostChance)) {
            Levels levels = levels(observations, score, blocks, cut);
            int[] inLong = levels.inLongLevels(cut.recurs());
            if (inLong.length == score.length) {
                return cut.recurs() ? levels.recurring() : levels.changes();
            }
            rest = rest.length == 0 ? inLong : rest;
        }
        return rest.length == 0
                ? List.of()
                : of(
                        observations.at(rest),
                        Arrays.stream(rest).mapToDouble(at -> score[at]).toArray(),
                        mostChance / Segmentation.CARE);
    }

    /** Whether neighbours that met more open requests took longer: correlation of the ranks within blocks. */
    private static boolean dependsOnLoad(Observations observations, double[] score) {
        double[] load = RankScores.of(observations, observations::load);
        int blocks = Math.max(1, Math.min(MAX_BLOCKS, score.length / ChangeModel.MIN_WITNESSES));
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
        return products > MIN_CORRELATION * Math.sqrt(squares * loadSquares);
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

package io.wirepath.analyze.change;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.special.Erf;

/**
 * Whether a quantity that data decide and no machine, such as the size of an answer, became another for good. One that
 * is drawn for each thing by itself knows no waves, so two questions tell more than {@link LevelChange} can.
 *
 * <p><i>Do ranks lie higher or lower from here on?</i> Wilcoxon's scores, over all places; where parts of what is left
 * spread wider than independent ones would, by as much less.
 *
 * <p><i>Is what was given before never given again, and what is given now new?</i> However widely sizes differ, those
 * of the same data come again. A value that is seen in some blocks of time falls by chance on one side of a cut as
 * often as so many blocks do; that so few values are seen on both sides is bounded after Chernoff (1952).
 *
 * <p>Pure.
 */
public final class DataChange {

    /** Chernoff's bound holds for each; the least of these is near the best. */
    private static final double[] TILTS = {0.5, 1, 2, 4, 16};

    /** Both questions share the chance. */
    private static final int TESTS = 2;

    private final Observations all;
    private final int blocks;
    private final double[] score;
    private final Map<List<Number>, BitSet> seen = new HashMap<>();

    /** How many values are seen in so many blocks, and how many both before and after each cut. */
    private final int[] ofNumber;

    private final int[] bothSides;

    private DataChange(Observations all) {
        this.all = all;
        blocks = Math.min(ChangeModel.BLOCKS, all.size());
        score = RankScores.of(all);
        for (int at = 0; at < all.size(); at++) {
            seen.computeIfAbsent(value(at), unseen -> new BitSet(blocks)).set(block(at));
        }
        ofNumber = new int[blocks + 1];
        bothSides = new int[blocks + 1];
        for (BitSet own : seen.values()) {
            ofNumber[own.cardinality()]++;
            bothSides[own.nextSetBit(0) + 1]++;
            bothSides[own.length()]--;
        }
        for (int cut = 1; cut <= blocks; cut++) {
            bothSides[cut] += bothSides[cut - 1];
        }
    }

    /** The change that lasts, if chance explains it with at most this probability. */
    public static List<Change> of(Observations observations, double maxChance) {
        DataChange own = new DataChange(observations.bounded());
        List<Change> higher = own.higher(maxChance / TESTS);
        return higher.isEmpty() ? own.others(maxChance / TESTS) : higher;
    }

    private List<Change> higher(double maxChance) {
        int size = all.size();
        double total = Arrays.stream(score).sum();
        double before = 0;
        double most = 0;
        int best = 0;
        double rise = 0;
        for (int cut = 1; cut < size; cut++) {
            before += score[cut - 1];
            double difference = (total - before) / (size - cut) - before / cut;
            double gain = difference * difference * cut * (size - cut) / size;
            boolean enough = Math.min(cut, size - cut) >= ChangeModel.MIN_WITNESSES;
            if (enough && gain > most) {
                most = gain;
                best = cut;
                rise = difference;
            }
        }
        double chance = most == 0 ? 1 : size * Erf.erfc(Math.sqrt(most / dispersion(best, rise) / 2));
        return chance <= maxChance ? changes(score, best, chance, rise) : List.of();
    }

    /** Variance of the sums of blocks by that of independent ones, without the rise; at least 1. */
    private double dispersion(int cut, double rise) {
        double[] sum = new double[blocks];
        double mean = Arrays.stream(score, 0, cut).average().orElse(0);
        for (int at = 0; at < score.length; at++) {
            sum[block(at)] += score[at] - mean - (at < cut ? 0 : rise);
        }
        return Math.max(1, Arrays.stream(sum).map(own -> own * own).sum() / score.length);
    }

    private List<Change> others(double maxChance) {
        int best = 0;
        double least = 1;
        for (int cut = 1; cut < blocks; cut++) {
            double chance = blocks * fewOnBothSides(cut);
            best = chance < least ? cut : best;
            least = Math.min(least, chance);
        }
        int from = best;
        int place = (int) Math.ceil((double) all.size() * best / Math.max(1, blocks));
        double[] isNew = RankScores.of(
                all.size(), at -> requireNonNull(seen.get(value(at))).nextSetBit(0) >= from);
        return least <= maxChance ? changes(isNew, place, least, 1) : List.of();
    }

    private List<Number> value(int at) {
        return List.of(all.kind(at), all.value(at));
    }

    private int block(int at) {
        return (int) ((long) at * blocks / all.size());
    }

    /** That no more values than these are seen on both sides of a cut. */
    private double fewOnBothSides(int cut) {
        double part = (double) cut / blocks;
        double[] logs = new double[TILTS.length];
        for (int number = 1; number <= blocks; number++) {
            double expected = 1 - Math.pow(part, number) - Math.pow(1 - part, number);
            for (int i = 0; i < logs.length; i++) {
                logs[i] += ofNumber[number] * Math.log1p(-expected * (1 - Math.exp(-TILTS[i])));
            }
        }
        double least = 0;
        for (int i = 0; i < logs.length; i++) {
            least = Math.min(least, logs[i] + TILTS[i] * bothSides[cut]);
        }
        return Math.exp(least);
    }

    private List<Change> changes(double[] scores, int cut, double chance, double rise) {
        int around = Math.max(2, all.size() / LevelChange.SEARCHED_PART);
        return new Levels(all, scores, new int[] {cut}, new double[] {0, rise}, around, chance).changes();
    }
}

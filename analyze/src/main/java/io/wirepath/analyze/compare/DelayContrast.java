package io.wirepath.analyze.compare;

import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.sum.BinnedDelays;
import io.wirepath.analyze.sum.DelayTrack;
import io.wirepath.flows.Median;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Whether delays differ between two runs, like compared with like. Wilcoxon's scores within each kind, kinds weighted
 * as by van Elteren (1960), so that more requests of a slow kind change nothing; the spread of their difference is that
 * of {@link BlockVariance}. The effect is the median of all pairwise differences (Hodges and Lehmann, 1963). Pure.
 */
final class DelayContrast {

    private static final int MIN_OF_A_KIND = 3;
    private static final int MIN_OF_A_RUN = 10;
    private static final double SCALE = Math.sqrt(12);

    /**
     * How far the mean score of a run varies from run to run beyond what its own blocks show: a machine that is busy
     * otherwise, memory laid out otherwise. Of recorded pairs of an unchanged system.
     */
    private static final double BETWEEN_RUNS = 0.1;

    private final double[] before;
    private final double[] after;
    private final List<double[]> allBefore = new ArrayList<>();
    private final List<double[]> allAfter = new ArrayList<>();
    private double difference;
    private double weights;
    private double least;

    private DelayContrast(int blocksBefore, int blocksAfter) {
        before = new double[blocksBefore];
        after = new double[blocksAfter];
    }

    /**
     * Compares the delays of one place and measure.
     *
     * @param kind what is told of the kind: its name, or empty for all of them together
     * @param one tracks of the one run, a kind each
     * @param other those of the other run
     * @return null where too few are comparable
     */
    static @Nullable Contrast of(String kind, List<DelayTrack> one, List<DelayTrack> other) {
        return of(kind, one, other, BETWEEN_RUNS);
    }

    /** The same for two places in the same time: nothing differs from run to run. */
    static @Nullable Contrast ofSameTime(List<DelayTrack> one, List<DelayTrack> other) {
        return of("", one, other, 0);
    }

    private static @Nullable Contrast of(
            String kind, List<DelayTrack> one, List<DelayTrack> other, double betweenRuns) {
        if (one.isEmpty() || other.isEmpty()) {
            return null;
        }
        DelayContrast contrast = new DelayContrast(
                one.get(0).blocks().size(), other.get(0).blocks().size());
        Map<String, DelayTrack> kinds = new HashMap<>();
        one.forEach(track -> kinds.put(track.kind(), track));
        for (DelayTrack track : other) {
            DelayTrack own = kinds.get(track.kind());
            if (own != null && own.size() >= MIN_OF_A_KIND && track.size() >= MIN_OF_A_KIND) {
                contrast.add(own, track);
            }
        }
        return contrast.result(kind, one.get(0), betweenRuns);
    }

    private void add(DelayTrack one, DelayTrack other) {
        double[] score = scores(one.counts(), other.counts());
        double n = one.size();
        double m = other.size();
        double weight = n * m / (n + m);
        double meanOne = mean(one, score);
        double meanOther = mean(other, score);
        deviations(one, score, meanOne, weight / n, before);
        deviations(other, score, meanOther, weight / m, after);
        difference += weight * (meanOther - meanOne);
        weights += weight;
        least += weight * weight * (1 / n + 1 / m);
        allBefore.add(one.sorted());
        allAfter.add(other.sorted());
    }

    /** Score of each bin: the middle rank of its delays among those of both runs. */
    private static double[] scores(int[] one, int[] other) {
        double[] score = new double[Math.max(one.length, other.length)];
        double below = 0;
        double all = Arrays.stream(one).sum() + Arrays.stream(other).sum();
        for (int bin = 0; bin < score.length; bin++) {
            double own = (bin < one.length ? one[bin] : 0) + (bin < other.length ? other[bin] : 0);
            score[bin] = SCALE * ((below + own / 2) / all - 0.5);
            below += own;
        }
        return score;
    }

    private static double mean(DelayTrack track, double[] score) {
        double sum = 0;
        for (BinnedDelays block : track.blocks()) {
            sum += sum(block, score, 0);
        }
        return sum / track.size();
    }

    private static void deviations(DelayTrack track, double[] score, double mean, double weight, double[] to) {
        for (int block = 0; block < to.length; block++) {
            to[block] += weight * sum(track.blocks().get(block), score, mean);
        }
    }

    private static double sum(BinnedDelays block, double[] score, double mean) {
        double sum = 0;
        for (int i = 0; i < block.bin().length; i++) {
            sum += block.count()[i] * (score[block.bin()[i]] - mean);
        }
        return sum;
    }

    private @Nullable Contrast result(String kind, DelayTrack of, double betweenRuns) {
        double[] one = joined(allBefore);
        double[] other = joined(allAfter);
        if (one.length < MIN_OF_A_RUN || other.length < MIN_OF_A_RUN) {
            return null;
        }
        double independent = least / (weights * weights);
        BlockVariance spread = BlockVariance.of(divided(before), divided(after), independent);
        double variance = spread.variance() + betweenRuns * betweenRuns;
        double t = Math.abs(difference / weights) / Math.sqrt(variance);
        double chance = 2 * new TDistribution(null, spread.freedom()).cumulativeProbability(-t);
        Shift shift = Shift.of(allAfter, allBefore);
        return new Contrast(
                of.place(),
                of.measure(),
                kind,
                Median.middle(one),
                Median.middle(other),
                shift.nanos(),
                shift.halfWidthNanos() * Math.sqrt(variance / independent),
                one.length,
                other.length,
                chance,
                false,
                "");
    }

    private double[] divided(double[] deviation) {
        return Arrays.stream(deviation).map(own -> own / weights).toArray();
    }

    private static double[] joined(List<double[]> kinds) {
        return kinds.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
    }
}

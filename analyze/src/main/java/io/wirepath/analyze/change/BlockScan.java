package io.wirepath.analyze.change;

import java.util.Arrays;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Finds the stretch of a sequence of block means that stands out most, and how probable chance makes one that stands out as much.
 *
 * <p>Every shift (all blocks from one on) and every episode (blocks between two) is compared with the rest: a CUSUM scan
 * (Levin and Kline, 1985, for the episode). The spread is that of what remains when the stretch is taken out, of sums over
 * 1, 2, 4 … blocks, and the scale that makes the stretch least surprising counts: observations near each other are slow
 * together, and their sums then spread more than independent ones would. Chance is bounded by Student's tail times the number of
 * stretches tried (Bonferroni). Pure.
 */
final class BlockScan {

    /** Fewest blocks of a stretch and of what it is compared with. */
    static final int LEAST_BLOCKS = 5;

    /** Sums over so many blocks that fewer than this remain tell nothing of the spread. */
    private static final int LEAST_SUMS = 8;

    /** Fewer independent blocks than this, beyond what was fitted, tell nothing. */
    private static final int LEAST_FREEDOM = 8;

    /** Parameters that the data chose: two levels and a place. */
    private static final int FITTED = 3;

    /** Chance of each of the two sides of an episode, so that it is one and no shift beside something else. */
    private static final double EACH_SIDE = 1e-4;

    /**
     * Factors on the chance, because how alike neighbours are is estimated from the same few blocks: simulated queues, waves and pauses
     * ask for them. An episode is easily mistaken for two pauses close to each other.
     */
    private static final double SHIFT_CARE = 10;

    static final double EPISODE_CARE = 1000;

    /** What is said of chance leaves out odd blocks: the level within must stand above this share of the others. */
    private static final double MOST_OF_THE_OTHERS = 0.8;

    private final double[] block;
    private final double[] prefix;

    private BlockScan(double[] block) {
        this.block = block;
        prefix = new double[block.length + 1];
        for (int i = 0; i < block.length; i++) {
            prefix[i + 1] = prefix[i] + block[i];
        }
    }

    /**
     * A stretch.
     *
     * @param from its first block
     * @param to the block after its last
     * @param chance bound on the probability of a stretch that stands out as much, where nothing changed
     */
    record Stretch(int from, int to, double chance) {}

    /** The stretch of these block means that chance explains least; chance 1 where there are too few blocks. */
    static Stretch best(double[] means) {
        if (means.length < 2 * LEAST_BLOCKS + FITTED) {
            return new Stretch(0, means.length, 1);
        }
        BlockScan scan = new BlockScan(means);
        Stretch shift = scan.bestShift();
        Stretch episode = scan.bestEpisode();
        Stretch best = episode.chance() < shift.chance() ? episode : shift;
        return scan.isThroughout(best) ? best : new Stretch(best.from(), best.to(), 1);
    }

    /** Whether the middle one of the blocks within lies beyond four fifths of the others: some odd blocks make no level. */
    private boolean isThroughout(Stretch stretch) {
        double sign = Math.signum(difference(stretch.from(), stretch.to()));
        double[] inside = new double[stretch.to() - stretch.from()];
        double[] outside = new double[block.length - inside.length];
        for (int i = 0; i < block.length; i++) {
            if (i < stretch.from()) {
                outside[i] = sign * block[i];
            } else if (i < stretch.to()) {
                inside[i - stretch.from()] = sign * block[i];
            } else {
                outside[i - inside.length] = sign * block[i];
            }
        }
        Arrays.sort(inside);
        Arrays.sort(outside);
        return outside.length == 0 || inside[inside.length / 2] > outside[(int) (MOST_OF_THE_OTHERS * outside.length)];
    }

    private Stretch bestShift() {
        int n = block.length;
        int best = LEAST_BLOCKS;
        for (int from = LEAST_BLOCKS; from <= n - LEAST_BLOCKS; from++) {
            best = gain(from, n) > gain(best, n) ? from : best;
        }
        return new Stretch(best, n, Math.min(1, SHIFT_CARE * 2 * n * chance(best, n)));
    }

    private Stretch bestEpisode() {
        int n = block.length;
        int from = 0;
        int to = n;
        double most = 0;
        for (int a = LEAST_BLOCKS; a <= n - 2 * LEAST_BLOCKS; a++) {
            for (int b = a + LEAST_BLOCKS; b <= n - LEAST_BLOCKS; b++) {
                double gain = gain(a, b);
                if (gain > most && standsOutOnBothSides(a, b)) {
                    most = gain;
                    from = a;
                    to = b;
                }
            }
        }
        if (most == 0) {
            return new Stretch(0, n, 1);
        }
        boolean bothSides = sideChance(from, to, 0, from) < EACH_SIDE && sideChance(from, to, to, n) < EACH_SIDE;
        return new Stretch(from, to, bothSides ? Math.min(1, EPISODE_CARE * n * n * chance(from, to)) : 1);
    }

    /** Whether the levels before and after lie on the same side of the level within. */
    private boolean standsOutOnBothSides(int from, int to) {
        double level = mean(from, to);
        return level > mean(0, from) == level > mean(to, block.length);
    }

    private double mean(int from, int to) {
        return to == from ? 0 : (prefix[to] - prefix[from]) / (to - from);
    }

    private double difference(int from, int to) {
        int outside = block.length - (to - from);
        return mean(from, to) - (prefix[block.length] - prefix[to] + prefix[from]) / outside;
    }

    /** What the sum of squares loses by giving the stretch a level of its own. */
    private double gain(int from, int to) {
        int inside = to - from;
        int outside = block.length - inside;
        double difference = difference(from, to);
        return difference * difference * inside * outside / block.length;
    }

    /** Student's tail, at the scale that makes it greatest. */
    private double chance(int from, int to) {
        double weight = 1.0 / (to - from) + 1.0 / (block.length - (to - from));
        return tail(from, to, Math.abs(difference(from, to)), weight);
    }

    private double sideChance(int from, int to, int sideFrom, int sideTo) {
        double weight = 1.0 / (to - from) + 1.0 / (sideTo - sideFrom);
        return tail(from, to, Math.abs(mean(from, to) - mean(sideFrom, sideTo)), weight);
    }

    private double tail(int from, int to, double difference, double weight) {
        double[] rest = residuals(from, to);
        double squares = 0;
        for (double its : rest) {
            squares += its * its;
        }
        double alike = alike(rest, squares);
        double freedom = rest.length / alike - FITTED;
        if (freedom < LEAST_FREEDOM) {
            return 1;
        }
        double variance = squares / (rest.length - FITTED) * alike;
        for (int scale = 2; rest.length / scale >= LEAST_SUMS; scale *= 2) {
            variance = Math.max(variance, variance(rest, scale));
        }
        double t = difference / Math.sqrt(Math.max(variance * weight, Double.MIN_NORMAL));
        return new TDistribution(null, freedom).cumulativeProbability(-t);
    }

    /**
     * How many neighbouring blocks say as much as one that stood alone: 1 and twice the sum of their autocorrelations, as long as
     * two neighbouring ones sum to more than nothing (Geyer, 1992), put right for the levels that were taken out.
     */
    private static double alike(double[] rest, double squares) {
        double bias = 2.0 * FITTED / rest.length;
        double sum = 1;
        for (int lag = 1; lag + 1 < rest.length / 2 && squares > 0; lag += 2) {
            double pair = (products(rest, lag) + products(rest, lag + 1)) / squares;
            if (pair + bias <= 0) {
                break;
            }
            sum += 2 * (pair + bias);
        }
        return sum;
    }

    /** Variance of a block mean as sums over this many neighbours show it; overlapping sums, so that none is left out. */
    private static double variance(double[] rest, int scale) {
        double squares = 0;
        double sum = 0;
        int sums = 0;
        for (int i = 0; i < rest.length; i++) {
            sum += rest[i];
            if (i >= scale) {
                sum -= rest[i - scale];
            }
            if (i >= scale - 1) {
                squares += sum * sum;
                sums++;
            }
        }
        double fitted = 1 - (double) FITTED * scale / rest.length;
        return squares / sums / scale / fitted;
    }

    private static double products(double[] rest, int lag) {
        double sum = 0;
        for (int i = lag; i < rest.length; i++) {
            sum += rest[i] * rest[i - lag];
        }
        return sum;
    }

    private double[] residuals(int from, int to) {
        double inside = mean(from, to);
        double before = mean(0, from);
        double after = mean(to, block.length);
        double[] rest = new double[block.length];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = block[i] - (i < from ? before : i < to ? inside : after);
        }
        return rest;
    }
}

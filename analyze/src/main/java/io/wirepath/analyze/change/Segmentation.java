package io.wirepath.analyze.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Beta;

/**
 * Cuts a sequence of block means into levels, and says how probable chance makes a cut that explains as much.
 *
 * <p>Of each number of changes that leaves levels of {@value #MIN_BLOCKS} blocks, the cut with the least squares is
 * found by dynamic programming (Auger and Lawrence, <i>Algorithms for the optimal identification of segment
 * neighborhoods</i>, 1989). What it explains is compared with the spread of what remains, of sums over 1, 2, 4 …
 * blocks, and the scale that makes the cut least surprising counts: observations near each other are slow together, and
 * their sums then spread more than independent ones would. Chance is bounded by the tail of Snedecor's F times the
 * number of cuts tried (Bonferroni). What goes to and fro between two levels is one difference, and so needs less to be
 * beyond chance than as many levels of their own. Pure.
 */
final class Segmentation {

    /** Fewest blocks of a level. */
    static final int MIN_BLOCKS = 4;

    /** Fewer sums, or independent blocks beyond what was fitted, tell nothing of the spread; parts of a level. */
    private static final int MIN_SUMS = 8;

    /**
     * Factor on the chance, of one change and of each further one, because how alike neighbours are is estimated from
     * the same few blocks: simulated queues, waves and pauses ask for it. Several changes are easily mistaken for
     * pauses close to each other; of what recurs all have to be alike, and it counts once.
     */
    static final double CARE = 100;

    /** Chance of each of several changes by itself, so that none is beside the point. */
    private static final double EACH = 1e-4;

    /** Share of the parts of a level that must show it: what is said of chance leaves out odd blocks. */
    private static final double MAX_PARTS = 0.75;

    /** So many levels, and one more, may be two that take turns. */
    private static final int MIN_TO_RECUR = 3;

    /** Share of the squares that rounding may leave. */
    private static final double ROUNDING = 1e-12;

    private final double[] block;
    private final double[] sum;
    private final double[] squares;

    private Segmentation(double[] block) {
        this.block = block;
        sum = new double[block.length + 1];
        squares = new double[block.length + 1];
        for (int i = 0; i < block.length; i++) {
            sum[i + 1] = sum[i] + block[i];
            squares[i + 1] = squares[i] + block[i] * block[i];
        }
    }

    /**
     * A cut.
     *
     * @param starts first blocks of the levels: 0 for the first, and a change each for the others
     * @param levels mean of each level
     * @param chance bound on the probability of a cut that explains as much, where nothing changed
     * @param recurs whether it goes to and fro between two levels
     */
    record Cut(int[] starts, double[] levels, double chance, boolean recurs) {}

    /**
     * The best cut of each number of changes that chance explains with at most this probability, the least probable
     * first.
     */
    static List<Cut> of(double[] means, double mostChance) {
        List<Cut> cuts = new ArrayList<>();
        if (means.length >= 2 * MIN_BLOCKS + 3) {
            Segmentation own = new Segmentation(means);
            for (int[] starts : own.best()) {
                double[] levels = own.levels(starts);
                double chance = own.chance(own.residuals(starts, levels), starts, levels.length);
                Cut cut = new Cut(starts, levels, chance, false);
                if (starts.length > MIN_TO_RECUR) {
                    double[] two = own.twoLevels(starts);
                    double recurs = own.chance(own.residuals(starts, two), starts, 2);
                    cut = recurs <= chance || recurs <= mostChance && own.areTwo(starts, levels, two)
                            ? new Cut(starts, two, recurs, true)
                            : cut;
                }
                if (cut.chance() <= mostChance && own.isThroughout(starts, cut.levels())) {
                    cuts.add(cut);
                }
            }
        }
        cuts.sort(Comparator.comparingDouble(Cut::chance));
        return cuts;
    }

    /**
     * The cut in two of what has none that is sure, but leaves a level along a line beyond chance, with as much care
     * again: slow waves look like lines.
     */
    static List<Cut> alongLine(double[] means, double mostChance) {
        if (means.length < 2 * MIN_BLOCKS + 3) {
            return List.of();
        }
        Segmentation own = new Segmentation(means);
        int[] starts = {0, own.inTwo()};
        double[] levels = own.levels(starts);
        Cut cut = new Cut(starts, levels, CARE * own.chance(own.besideLine(), starts, 2), false);
        return cut.chance() <= mostChance && own.isThroughout(starts, cut.levels()) ? List.of(cut) : List.of();
    }

    /** Where the later of two levels begins. */
    private int inTwo() {
        return IntStream.rangeClosed(MIN_BLOCKS, block.length - MIN_BLOCKS)
                .boxed()
                .min(Comparator.comparingDouble(start -> cost(0, start) + cost(start, block.length)))
                .orElseThrow();
    }

    /** For each number of changes from 1 on the starts of the cut with the least squares. */
    private List<int[]> best() {
        int n = block.length;
        List<int[]> best = new ArrayList<>();
        double[][] cost = costs();
        double[] least = new double[n + 1];
        for (int to = 0; to <= n; to++) {
            least[to] = to < MIN_BLOCKS ? Double.POSITIVE_INFINITY : cost[to][0];
        }
        int[][] last = new int[n / MIN_BLOCKS][n + 1];
        for (int changes = 1; changes < last.length; changes++) {
            double[] with = new double[n + 1];
            Arrays.fill(with, Double.POSITIVE_INFINITY);
            for (int to = (changes + 1) * MIN_BLOCKS; to <= n; to++) {
                for (int start = changes * MIN_BLOCKS; start <= to - MIN_BLOCKS; start++) {
                    double all = least[start] + cost[to][start];
                    if (all < with[to]) {
                        with[to] = all;
                        last[changes][to] = start;
                    }
                }
            }
            least = with;
            best.add(starts(last, changes));
        }
        return best;
    }

    /** The cost of each level that is long enough, by its end and its start. */
    private double[][] costs() {
        int n = block.length;
        double[][] cost = new double[n + 1][];
        for (int to = 0; to <= n; to++) {
            cost[to] = new double[Math.max(0, to - MIN_BLOCKS + 1)];
            for (int from = 0; from < cost[to].length; from++) {
                cost[to][from] = cost(from, to);
            }
        }
        return cost;
    }

    private int[] starts(int[][] last, int changes) {
        int[] starts = new int[changes + 1];
        int to = block.length;
        for (int change = changes; change > 0; change--) {
            starts[change] = last[change][to];
            to = starts[change];
        }
        return starts;
    }

    /** Squares around the mean of these blocks. */
    private double cost(int from, int to) {
        double own = sum[to] - sum[from];
        return Math.max(0, squares[to] - squares[from] - own * own / (to - from));
    }

    private double[] levels(int[] starts) {
        double[] levels = new double[starts.length];
        for (int i = 0; i < levels.length; i++) {
            levels[i] = (sum[end(starts, i)] - sum[starts[i]]) / (end(starts, i) - starts[i]);
        }
        return levels;
    }

    /** The same of what goes to and fro: the mean of every other level. */
    private double[] twoLevels(int[] starts) {
        double[] sums = new double[2];
        int[] blocks = new int[2];
        for (int i = 0; i < starts.length; i++) {
            sums[i % 2] += sum[end(starts, i)] - sum[starts[i]];
            blocks[i % 2] += end(starts, i) - starts[i];
        }
        double[] levels = new double[starts.length];
        Arrays.setAll(levels, i -> sums[i % 2] / blocks[i % 2]);
        return levels;
    }

    /** Whether chance explains by how much levels of their own lie nearer. */
    private boolean areTwo(int[] starts, double[] levels, double[] two) {
        double[] rest = residuals(starts, levels);
        double left = squares(rest);
        double freedom = block.length / alike(rest, left, levels.length) - starts.length - levels.length + 1;
        double further = levels.length - 2.0;
        double ratio = (squares(residuals(starts, two)) - left) / further / left * freedom;
        return freedom >= MIN_SUMS && tail(ratio, further, freedom) > EACH;
    }

    private static double squares(double[] rest) {
        double squares = 0;
        for (double own : rest) {
            squares += own * own;
        }
        return squares;
    }

    private int end(int[] starts, int level) {
        return level + 1 < starts.length ? starts[level + 1] : block.length;
    }

    /**
     * What the best line leaves that begins at a level and rises or falls from some block on: as many numbers as a cut
     * in two. Of what grows steadily a cut leaves neighbours so much alike that it tells nothing.
     */
    private double[] besideLine() {
        int n = block.length;
        double product = 0;
        double most = 0;
        double slope = 0;
        int start = 0;
        for (int from = n - 1; from >= 0; from--) {
            product += sum[n] - sum[from + 1];
            double behind = n - 1 - from;
            double ofPlaces = behind * (behind + 1) / 2;
            double squared = ofPlaces * (2 * behind + 1) / 3 - ofPlaces * ofPlaces / n;
            double together = product - ofPlaces * sum[n] / n;
            if (from <= n - MIN_BLOCKS && together * together / squared > most) {
                most = together * together / squared;
                slope = together / squared;
                start = from;
            }
        }
        double[] rest = new double[n];
        double behind = n - 1 - start;
        double level = (sum[n] - slope * behind * (behind + 1) / 2) / n;
        for (int i = 0; i < n; i++) {
            rest[i] = block[i] - level - slope * Math.max(0, i - start);
        }
        return rest;
    }

    /** That chance explains as much as what leaves these residuals of so many levels. */
    private double chance(double[] rest, int[] starts, int levels) {
        int n = block.length;
        int changes = starts.length - 1;
        double left = squares(rest);
        if (cost(0, n) < ROUNDING * n) {
            return 1;
        }
        if (left < ROUNDING * cost(0, n)) {
            // nothing is left but rounding, which is much alike
            Arrays.fill(rest, 0);
            left = 0;
        }
        int fitted = changes + levels;
        double alike = alike(rest, left, levels);
        double freedom = n / alike - fitted;
        if (freedom < MIN_SUMS) {
            return 1;
        }
        double variance = left / (n - fitted) * alike;
        // what sums to nothing over each level tells nothing of sums as long as one
        int longest = Math.min(n / MIN_SUMS, n / (2 * (changes + 1)));
        for (int scale = 2; scale <= longest; scale *= 2) {
            variance = Math.max(variance, variance(rest, scale, levels));
        }
        variance = Math.max(variance, Double.MIN_NORMAL);
        boolean recurs = levels <= changes;
        if (changes > 1 && !isEachBeyondChance(starts, recurs, variance, freedom)) {
            return 1;
        }
        double tried = CARE;
        for (int i = 0; i < changes; i++) {
            tried *= (n - i) / (i + 1.0) * (i == 0 || recurs ? 1 : CARE);
        }
        double between = levels - 1.0;
        return Math.min(1, tried * tail((cost(0, n) - left) / between / variance, between, freedom));
    }

    /** Of each level, whether it differs from the one before, or where it recurs from all of the other kind. */
    private boolean isEachBeyondChance(int[] starts, boolean recurs, double variance, double freedom) {
        double[] own = levels(starts);
        double[] two = recurs ? twoLevels(starts) : own;
        int[] blocks = new int[2];
        for (int i = 0; i < starts.length; i++) {
            blocks[i % 2] += end(starts, i) - starts[i];
        }
        for (int i = 1; i < starts.length; i++) {
            int others = recurs ? blocks[(i - 1) % 2] : starts[i] - starts[i - 1];
            double weight = 1.0 / others + 1.0 / (end(starts, i) - starts[i]);
            double difference = own[i] - two[i - 1];
            if (tail(difference * difference / weight / variance, 1, freedom) > 2 * EACH) {
                return false;
            }
        }
        return true;
    }

    /** P(F > ratio) for Snedecor's F with so many degrees of freedom. */
    private static double tail(double ratio, double between, double within) {
        return Beta.regularizedBeta(within / (within + between * ratio), within / 2, between / 2);
    }

    /**
     * How many neighbouring blocks say as much as one that stood alone: 1 and twice the sum of their autocorrelations,
     * as long as two neighbouring ones sum to more than nothing (Geyer, 1992), put right for the levels that were taken
     * out.
     */
    private static double alike(double[] rest, double squares, int levels) {
        double bias = 2.0 * levels / rest.length;
        double sum = 1;
        for (int lag = 1; lag + 1 < rest.length / 2 && squares > 0; lag += 2) {
            double pair = (products(rest, lag) + products(rest, lag + 1)) / squares;
            if (pair <= 0) {
                break;
            }
            sum += 2 * (pair + bias);
        }
        return sum;
    }

    /**
     * Variance of a block mean as sums over this many neighbours show it; overlapping sums, so that none is left out.
     */
    private static double variance(double[] rest, int scale, int levels) {
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
        return squares / sums / scale / (1 - (double) levels * scale / rest.length);
    }

    private static double products(double[] rest, int lag) {
        double sum = 0;
        for (int i = lag; i < rest.length; i++) {
            sum += rest[i] * rest[i - lag];
        }
        return sum;
    }

    private double[] residuals(int[] starts, double[] levels) {
        double[] rest = block.clone();
        for (int level = 0; level < levels.length; level++) {
            for (int i = starts[level]; i < end(starts, level); i++) {
                rest[i] -= levels[level];
            }
        }
        return rest;
    }

    /**
     * Whether most parts of each level lie on its side of the middle between it and its neighbour: some odd blocks make
     * no level.
     */
    private boolean isThroughout(int[] starts, double[] levels) {
        boolean throughout = true;
        for (int i = 1; i < starts.length; i++) {
            double middle = (levels[i - 1] + levels[i]) / 2;
            double sign = Math.signum(levels[i] - levels[i - 1]);
            throughout &= partsAbove(starts[i - 1], starts[i], middle, -sign) >= MAX_PARTS
                    && partsAbove(starts[i], end(starts, i), middle, sign) >= MAX_PARTS;
        }
        return throughout;
    }

    /** Share of the parts of these blocks whose mean lies above, or with sign −1 below. */
    private double partsAbove(int from, int to, double middle, double sign) {
        int parts = Math.min(MIN_SUMS, to - from);
        int above = 0;
        for (int part = 0; part < parts; part++) {
            int first = from + (to - from) * part / parts;
            int next = from + (to - from) * (part + 1) / parts;
            above += sign * ((sum[next] - sum[first]) / (next - first) - middle) > 0 ? 1 : 0;
        }
        return (double) above / parts;
    }
}

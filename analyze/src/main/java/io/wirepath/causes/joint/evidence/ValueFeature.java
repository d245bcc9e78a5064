package io.wirepath.causes.joint.evidence;

import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.joint.model.Told;
import io.wirepath.causes.joint.scene.Priors;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/**
 * Evidence from a discrete value of a pair, such as the difference of two lengths.
 *
 * <p>The share of each value among likely pairs, against its share among chance pairs, by group; exact value backed
 * off to its coarse bin, and that to the bins of all groups. A constant word, a burst of one session, a popular item
 * are in the chance pairs at their real rate, so they prove nothing.
 *
 * <p>A value that was not seen gets as much as there are distinct values (Witten and Bell, <i>The zero-frequency
 * problem</i>, IEEE Trans. Inform. Theory 1991): else what is new would look more common among few likely pairs than
 * among the many chance pairs.
 *
 * <pre>
 *  cell (group, value) ─► bin cell (group, bin) ─► bin
 * </pre>
 */
final class ValueFeature extends CellFeature {

    private final String name;
    private final Values values;
    private final CellNumbers cells;
    private final CellNumbers binCells;
    /** Per cell. */
    private int[] binOf = new int[16];

    private int[] binCellOf = new int[16];
    private final double[] logChance;
    private final Counts matched;

    /**
     * Prepares a feature.
     *
     * @param leastPerPair what it must gain in the mean, in nats per likely pair, to be used
     * @param value value of each slot, then of each chance pair; spent
     * @param coarse bin of a value
     * @param words what it looks at
     */
    ValueFeature(
            String name,
            SlotPairs pairs,
            double leastPerPair,
            int[] value,
            IntUnaryOperator coarse,
            Function<Told, String> words) {
        super(pairs, leastPerPair, -Priors.CERTAIN, Priors.CERTAIN, words);
        this.name = name;
        values = new Values(coarse);
        for (int x = 0; x < value.length; x++) {
            value[x] = values.number(value[x]);
        }
        int slots = pairs.group().length;
        cells = new CellNumbers(pairs.groups(), values.numbers.size(), slots);
        binCells = new CellNumbers(pairs.groups(), values.bins.size(), slots);
        for (int s = 0; s < slots; s++) {
            int g = pairs.group()[s];
            put(s, cell(g, value[s]), g);
        }
        logChance = logChance(pairs, value);
        matched = new Counts();
    }

    /** The distinct values from 0, each with its bin. */
    private static final class Values {
        private final IntUnaryOperator coarse;
        private final KeyNumbers numbers = new KeyNumbers();
        private final KeyNumbers bins = new KeyNumbers();
        private int[] binOf = new int[16];
        /** Distinct values of each bin, over all groups. */
        private int[] inBin = new int[16];

        private int latest;
        private int latestNumber;

        Values(IntUnaryOperator coarse) {
            this.coarse = coarse;
        }

        int number(int value) {
            if (value == latest && numbers.size() > 0) {
                return latestNumber;
            }
            latest = value;
            latestNumber = find(value);
            return latestNumber;
        }

        private int find(int value) {
            int known = numbers.size();
            int v = numbers.of(value);
            if (v == known) {
                int bin = bins.of(coarse.applyAsInt(value));
                binOf = reserve(binOf, v);
                inBin = reserve(inBin, bin);
                binOf[v] = bin;
                inBin[bin]++;
            }
            return v;
        }
    }

    /** Counts by cell, bin cell, bin and group. */
    private final class Counts {
        private final double[] byCell = new double[cells.size()];
        private final double[] byBinCell = new double[binCells.size()];
        private final double[] byBin = new double[values.bins.size()];
        private final double[] byGroup = new double[groups()];
        /** Distinct values of each group. */
        private final double[] distinct = new double[groups()];

        private double total;

        void clear() {
            Arrays.fill(byCell, 0);
            Arrays.fill(byBinCell, 0);
            Arrays.fill(byBin, 0);
            Arrays.fill(byGroup, 0);
            Arrays.fill(distinct, 0);
            total = 0;
        }

        void add(int c, double weight) {
            distinct[group(c)] += seen(byCell[c] + weight) - seen(byCell[c]);
            byCell[c] += weight;
            byBinCell[binCellOf[c]] += weight;
            byBin[binOf[c]] += weight;
            byGroup[group(c)] += weight;
            total += weight;
        }

        /** Pairs with the same value, which may fall in no cell because no slot of their group has it. */
        void addChance(int group, int value, int pairs) {
            int c = cells.find(group, value);
            if (c != KeyNumbers.UNKNOWN) {
                add(c, pairs);
                return;
            }
            int bin = values.binOf[value];
            int b = binCells.find(group, bin);
            if (b != KeyNumbers.UNKNOWN) {
                byBinCell[b] += pairs;
            }
            distinct[group]++;
            byBin[bin] += pairs;
            byGroup[group] += pairs;
            total += pairs;
        }

        private static double seen(double count) {
            return Math.max(0, Math.min(1, count));
        }

        /** Log share of a cell's value in its group, without a weight that must not support itself. */
        double logShare(int c, double own) {
            int bin = binOf[c];
            double pooled = (Math.max(0, byBin[bin] - own) + 0.5) / (total + 0.5 * byBin.length - own);
            double n = byGroup[group(c)] - own + Priors.BY_CHANCE;
            double share = (Math.max(0, byBinCell[binCellOf[c]] - own) + Priors.BY_CHANCE * pooled) / n;
            double others = Math.max(0, byCell[c] - own);
            double escape = Priors.BY_CHANCE + distinct[group(c)] - (seen(byCell[c]) - seen(others));
            return Math.log((others + escape * share / values.inBin[bin]) / (n - Priors.BY_CHANCE + escape));
        }
    }

    private int cell(int group, int value) {
        int known = cells.size();
        int c = cells.of(group, value);
        if (c == known) {
            binOf = reserve(binOf, c);
            binCellOf = reserve(binCellOf, c);
            binOf[c] = values.binOf[value];
            binCellOf[c] = binCells.of(group, binOf[c]);
        }
        return c;
    }

    private double[] logChance(SlotPairs pairs, int[] value) {
        int slots = pairs.group().length;
        CellNumbers keys = new CellNumbers(groups(), values.numbers.size(), value.length - slots);
        int[] example = new int[16];
        int[] times = new int[16];
        for (int x = slots; x < value.length; x++) {
            int k = keys.of(pairs.chanceGroup()[x - slots], value[x]);
            example = reserve(example, k);
            times = reserve(times, k);
            example[k] = x;
            times[k]++;
        }
        Counts chance = new Counts();
        for (int k = 0; k < keys.size(); k++) {
            chance.addChance(pairs.chanceGroup()[example[k] - slots], value[example[k]], times[k]);
        }
        double[] log = new double[cells.size()];
        for (int c = 0; c < log.length; c++) {
            log[c] = chance.logShare(c, 0);
        }
        return log;
    }

    private static int[] reserve(int[] array, int index) {
        return index < array.length ? array : Arrays.copyOf(array, index * 2);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    int cells() {
        return logChance.length;
    }

    @Override
    public void clear() {
        matched.clear();
    }

    @Override
    void count(int itsCell, double marginal) {
        matched.add(itsCell, marginal);
    }

    @Override
    double ratio(int itsCell, double own) {
        return matched.logShare(itsCell, own) - logChance[itsCell];
    }
}

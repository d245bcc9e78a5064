package io.wirepath.analyze.joint.evidence;

import java.util.Arrays;

/**
 * Evidence from a discrete value of a pair, such as the difference of two lengths.
 *
 * <p>The share of each value among believed pairs, against its share among chance pairs, by group; exact value backed
 * off to its coarse bin, and that to the bins of all groups. A constant word, a burst of one session, a popular item
 * are in the chance pairs at their real rate, so they prove nothing.
 */
final class ValueFeature implements PairFeature {

    private static final double BETA = 5;
    private static final double GATE = 10;
    private static final double LEAST = -7;
    private static final double MOST = 12;

    private final String name;
    private final int[] group;
    private final int groups;
    /** Per slot: number of its group and value, of its group and bin, and of its bin. */
    private final int[] cell;

    private final int[] binCell;
    private final int[] bin;
    private final int bins;
    private final int cells;
    private final int binCells;
    /** Values of each bin, over all groups. */
    private final int[] valuesInBin;

    private final double[] logChance;
    private final double[] ratio;

    /**
     * Prepares a feature.
     *
     * @param value value of each slot, then of each chance pair
     * @param coarse bin of each of them, a function of the value
     */
    ValueFeature(String name, SlotPairs pairs, long[] value, long[] coarse) {
        this.name = name;
        group = pairs.group();
        groups = pairs.groups();
        int slots = group.length;
        int all = value.length;
        Dense values = new Dense();
        Dense binNumbers = new Dense();
        Dense cellNumbers = new Dense();
        Dense binCellNumbers = new Dense();
        int[] itsCell = new int[all];
        int[] itsBinCell = new int[all];
        int[] itsBin = new int[all];
        int[] perBin = new int[16];
        for (int x = 0; x < all; x++) {
            int b = binNumbers.of(coarse[x]);
            if (b >= perBin.length) {
                perBin = Arrays.copyOf(perBin, b * 2);
            }
            int known = values.size();
            int v = values.of(value[x]);
            perBin[b] += v == known ? 1 : 0;
            long g = x < slots ? group[x] : pairs.chanceGroup()[x - slots];
            itsBin[x] = b;
            itsCell[x] = cellNumbers.of(g << Integer.SIZE | v);
            itsBinCell[x] = binCellNumbers.of(g << Integer.SIZE | b);
        }
        cell = Arrays.copyOf(itsCell, slots);
        binCell = Arrays.copyOf(itsBinCell, slots);
        bin = Arrays.copyOf(itsBin, slots);
        bins = binNumbers.size();
        cells = cellNumbers.size();
        binCells = binCellNumbers.size();
        valuesInBin = perBin;
        ratio = new double[slots];
        logChance = chance(pairs, itsCell, itsBinCell, itsBin);
    }

    private double[] chance(SlotPairs pairs, int[] itsCell, int[] itsBinCell, int[] itsBin) {
        int slots = group.length;
        double[] byCell = new double[cells];
        double[] byBinCell = new double[binCells];
        double[] byBin = new double[bins];
        double[] byGroup = new double[groups];
        for (int x = slots; x < itsCell.length; x++) {
            byCell[itsCell[x]]++;
            byBinCell[itsBinCell[x]]++;
            byBin[itsBin[x]]++;
            byGroup[pairs.chanceGroup()[x - slots]]++;
        }
        double all = itsCell.length - slots + 0.5 * bins;
        double[] log = new double[slots];
        for (int s = 0; s < slots; s++) {
            double pooled = (byBin[bin[s]] + 0.5) / all;
            double n = byGroup[group[s]];
            double coarse = (byBinCell[binCell[s]] + BETA * pooled) / (n + BETA);
            log[s] = Math.log((byCell[cell[s]] + BETA * coarse / valuesInBin[bin[s]]) / (n + BETA));
        }
        return log;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void fit(double[] belief, double[] evidence) {
        double[] byCell = new double[cells];
        double[] byBinCell = new double[binCells];
        double[] byBin = new double[bins];
        double[] byGroup = new double[groups];
        double total = 0.5 * bins;
        for (int s = 0; s < group.length; s++) {
            byCell[cell[s]] += belief[s];
            byBinCell[binCell[s]] += belief[s];
            byBin[bin[s]] += belief[s];
            byGroup[group[s]] += belief[s];
            total += belief[s];
        }
        double[] gain = new double[groups];
        for (int s = 0; s < group.length; s++) {
            double own = belief[s];
            double pooled = (Math.max(0, byBin[bin[s]] - own) + 0.5) / (total - own);
            double n = byGroup[group[s]] - own + BETA;
            double coarse = (Math.max(0, byBinCell[binCell[s]] - own) + BETA * pooled) / n;
            double exact = (Math.max(0, byCell[cell[s]] - own) + BETA * coarse / valuesInBin[bin[s]]) / n;
            ratio[s] = Math.log(exact) - logChance[s];
            gain[group[s]] += own * ratio[s];
        }
        for (int s = 0; s < group.length; s++) {
            if (2 * gain[group[s]] > GATE) {
                evidence[s] += Math.max(LEAST, Math.min(MOST, ratio[s]));
            }
        }
    }
}

package io.wirepath.causes.joint.evidence;

import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.joint.model.Factor;
import io.wirepath.causes.joint.model.Told;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Evidence that depends on nothing but the <em>cell</em> that a slot falls in: its group and what is compared in it.
 * There are far fewer cells than slots, so what is learnt is worked out by cell; only slots of tasks with
 * marginals in a cell are looked at one by one, because a task never supports itself: it makes many calls that
 * look alike, and one that was wrongly given a dozen of them would be sure of all by the others.
 */
abstract class CellFeature implements Factor.OfPair {

    /** A feature is used in a group where twice what it gains exceeds this. */
    private final double leastPerPair;

    private final int groups;
    private final double least;
    private final double most;
    private final int[] task;
    /** Cell of each slot. */
    private final int[] cell;
    /** Number of each slot's task and cell together; empty until the first fit. */
    private int[] own = {};

    /** Group of each cell. */
    private int[] group = new int[16];
    /** As fitted: by task and cell the marginals that must not support themselves, … */
    private double[] ofOwn = {};
    /** … the ratio without these, NaN until it is asked for, … */
    private double[] ratioOfOwn = {};
    /** … and by group whether it pays. */
    private boolean[] pays = {};

    private final Function<Told, String> words;

    /**
     * Prepares for these pairs.
     *
     * @param leastPerPair a feature is off in a group where it gains less than this in the mean, in nats per likely
     *     pair
     * @param least log-likelihood ratios below this count as this
     * @param most log-likelihood ratios above this count as this
     * @param words what it looks at
     */
    CellFeature(SlotPairs pairs, double leastPerPair, double least, double most, Function<Told, String> words) {
        this.leastPerPair = leastPerPair;
        groups = pairs.groups();
        task = pairs.task();
        cell = new int[task.length];
        this.least = least;
        this.most = most;
        this.words = words;
    }

    /** Says that a slot falls in a cell of a group. */
    final void put(int slot, int itsCell, int itsGroup) {
        if (itsCell >= group.length) {
            group = Arrays.copyOf(group, itsCell * 2);
        }
        cell[slot] = itsCell;
        group[itsCell] = itsGroup;
    }

    /** Group of a cell. */
    final int group(int itsCell) {
        return group[itsCell];
    }

    /** Number of groups. */
    final int groups() {
        return groups;
    }

    /** Number of cells. */
    abstract int cells();

    /** Counts a slot of this marginal in this cell. */
    abstract void count(int itsCell, double marginal);

    /** Log-likelihood ratio of a cell without a marginal that must not support itself. */
    abstract double ratio(int itsCell, double own);

    @Override
    public final void fit(Marginals marginals) {
        double[] marginal = marginals.slots();
        clear();
        addOwn(marginal);
        for (int s = 0; s < cell.length; s++) {
            if (marginal[s] != 0) {
                count(cell[s], marginal[s]);
            }
        }
        pays = whatPays(marginal);
    }

    @Override
    public final void addTo(double[] bySlot) {
        double[] ofOthers = new double[cells()];
        for (int c = 0; c < ofOthers.length; c++) {
            ofOthers[c] = pays[group[c]] ? clipped(ratio(c, 0)) : 0;
        }
        for (int s = 0; s < cell.length; s++) {
            int c = cell[s];
            bySlot[s] += ofOwn[own[s]] == 0 || !pays[group[c]] ? ofOthers[c] : clipped(ratioOf(s));
        }
    }

    @Override
    public String words(Told told) {
        return words.apply(told);
    }

    /** By task and cell, adds the marginals of all slots of the task that fall in the cell. */
    private void addOwn(double[] marginal) {
        if (own.length < cell.length) {
            KeyNumbers numbers = new KeyNumbers();
            own = new int[cell.length];
            Arrays.setAll(own, s -> numbers.of(KeyNumbers.pair(task[s], cell[s])));
            ofOwn = new double[numbers.size()];
            ratioOfOwn = new double[numbers.size()];
        }
        Arrays.fill(ofOwn, 0);
        Arrays.fill(ratioOfOwn, Double.NaN);
        for (int s = 0; s < own.length; s++) {
            ofOwn[own[s]] += marginal[s];
        }
    }

    private boolean[] whatPays(double[] marginal) {
        double[] gain = new double[groups];
        double[] pairs = new double[groups];
        for (int s = 0; s < cell.length; s++) {
            if (marginal[s] != 0) {
                gain[group[cell[s]]] += marginal[s] * ratioOf(s);
                pairs[group[cell[s]]] += marginal[s];
            }
        }
        boolean[] paying = new boolean[groups];
        for (int g = 0; g < groups; g++) {
            paying[g] = Factor.pays(gain[g] - leastPerPair * pairs[g]);
        }
        return paying;
    }

    /** Ratio of a slot's cell without what the task itself has there. */
    private double ratioOf(int slot) {
        int of = own[slot];
        if (Double.isNaN(ratioOfOwn[of])) {
            ratioOfOwn[of] = ratio(cell[slot], ofOwn[of]);
        }
        return ratioOfOwn[of];
    }

    private double clipped(double ratio) {
        return Math.max(least, Math.min(most, ratio));
    }
}

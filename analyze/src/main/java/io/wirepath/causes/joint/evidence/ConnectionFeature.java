package io.wirepath.causes.joint.evidence;

import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.joint.model.Told;
import io.wirepath.causes.joint.scene.Priors;
import java.util.Arrays;

/**
 * Evidence from connections that are used together: how often this connection of the task goes with that connection
 * of the call, against the same counts over chance pairs. Against plain frequencies it would lie, because connections
 * are in use at the same times.
 */
final class ConnectionFeature extends CellFeature {

    /** Numbers of group and task's connection, of group and call's connection, and of all three. */
    private final KeyNumbers tasks = new KeyNumbers();

    private final KeyNumbers calls = new KeyNumbers();
    private final KeyNumbers cells = new KeyNumbers();
    /** Per cell. */
    private int[] taskOf = new int[16];

    private int[] callOf = new int[16];
    private final double[] byCell;
    private final double[] byTask;
    private final double[] expected;

    /**
     * Prepares the feature.
     *
     * @param taskConnection connection of the task of each slot, then of each chance pair
     * @param callConnection connection of the call of each of them
     */
    ConnectionFeature(SlotPairs pairs, int[] taskConnection, int[] callConnection) {
        super(pairs, Priors.MIN_PER_PAIR, -Priors.CERTAIN, Priors.CERTAIN, Told::connections);
        int slots = pairs.group().length;
        for (int s = 0; s < slots; s++) {
            int g = pairs.group()[s];
            put(s, cell(g, taskConnection[s], callConnection[s]), g);
        }
        byCell = new double[cells.size()];
        byTask = new double[tasks.size()];
        expected = expected(pairs, taskConnection, callConnection);
    }

    private int cell(int group, int taskConnection, int callConnection) {
        int t = tasks.of(KeyNumbers.pair(group, taskConnection));
        int known = cells.size();
        int c = cells.of(KeyNumbers.pair(t, callConnection));
        if (c == known) {
            if (c == taskOf.length) {
                taskOf = Arrays.copyOf(taskOf, c * 2);
                callOf = Arrays.copyOf(callOf, c * 2);
            }
            taskOf[c] = t;
            callOf[c] = calls.of(KeyNumbers.pair(group, callConnection));
        }
        return c;
    }

    private double[] expected(SlotPairs pairs, int[] taskConnection, int[] callConnection) {
        int slots = pairs.group().length;
        int ofSlots = calls.size();
        double[] byCall = new double[ofSlots];
        double[] byGroup = new double[groups()];
        for (int x = slots; x < taskConnection.length; x++) {
            int g = pairs.chanceGroup()[x - slots];
            byGroup[g]++;
            int call = calls.of(KeyNumbers.pair(g, callConnection[x]));
            if (call < ofSlots) {
                byCall[call]++;
            }
            int task = tasks.find(KeyNumbers.pair(g, taskConnection[x]));
            if (task != KeyNumbers.UNKNOWN) {
                byTask[task]++;
                int c = cells.find(KeyNumbers.pair(task, callConnection[x]));
                if (c != KeyNumbers.UNKNOWN) {
                    byCell[c]++;
                }
            }
        }
        double[] own = new double[byCell.length];
        for (int c = 0; c < own.length; c++) {
            double plain = (byCall[callOf[c]] + 0.5) / (byGroup[group(c)] + 0.5 * calls.size());
            own[c] = (byCell[c] + Priors.BY_CHANCE * plain) / (byTask[taskOf[c]] + Priors.BY_CHANCE);
        }
        return own;
    }

    @Override
    public String name() {
        return "connections";
    }

    @Override
    int cells() {
        return expected.length;
    }

    @Override
    public void clear() {
        Arrays.fill(byCell, 0);
        Arrays.fill(byTask, 0);
    }

    @Override
    void count(int itsCell, double marginal) {
        byCell[itsCell] += marginal;
        byTask[taskOf[itsCell]] += marginal;
    }

    @Override
    double ratio(int itsCell, double own) {
        double f = (Math.max(0, byCell[itsCell] - own) + Priors.BY_CHANCE * expected[itsCell])
                / (Math.max(0, byTask[taskOf[itsCell]] - own) + Priors.BY_CHANCE);
        return Math.log(f / expected[itsCell]);
    }
}

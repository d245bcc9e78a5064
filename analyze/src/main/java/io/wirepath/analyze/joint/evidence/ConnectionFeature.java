package io.wirepath.analyze.joint.evidence;

/**
 * Evidence from connections that work for one another: how often this connection of the task goes with that connection
 * of the call, against the same counts over chance pairs. Against plain frequencies it would lie, because connections
 * are in use at the same times.
 */
final class ConnectionFeature implements PairFeature {

    private static final double ALPHA = 2;
    private static final double GATE = 10;
    private static final double MOST = 5;

    private final int[] group;
    private final int groups;
    /** Per slot: number of its group and task connection, and of that and the call's connection. */
    private final int[] ofTask;

    private final int[] ofPair;
    private final int taskCells;
    private final int pairCells;
    private final double[] expected;
    private final double[] ratio;

    /**
     * Prepares the feature.
     *
     * @param taskConnection connection of the task of each slot, then of each chance pair
     * @param callConnection connection of the call of each of them
     */
    ConnectionFeature(SlotPairs pairs, int[] taskConnection, int[] callConnection) {
        group = pairs.group();
        groups = pairs.groups();
        int slots = group.length;
        int all = taskConnection.length;
        Dense tasks = new Dense();
        Dense calls = new Dense();
        Dense both = new Dense();
        int[] a = new int[all];
        int[] b = new int[all];
        int[] p = new int[all];
        for (int x = 0; x < all; x++) {
            long g = x < slots ? group[x] : pairs.chanceGroup()[x - slots];
            a[x] = tasks.of(g << Integer.SIZE | taskConnection[x]);
            b[x] = calls.of(g << Integer.SIZE | callConnection[x]);
            p[x] = both.of((long) a[x] << Integer.SIZE | b[x]);
        }
        taskCells = tasks.size();
        pairCells = both.size();
        ofTask = java.util.Arrays.copyOf(a, slots);
        ofPair = java.util.Arrays.copyOf(p, slots);
        ratio = new double[slots];
        expected = expected(pairs, a, b, p, calls.size());
    }

    private double[] expected(SlotPairs pairs, int[] a, int[] b, int[] p, int callCells) {
        int slots = group.length;
        double[] byTask = new double[taskCells];
        double[] byCall = new double[callCells];
        double[] byPair = new double[pairCells];
        double[] byGroup = new double[groups];
        for (int x = slots; x < a.length; x++) {
            byTask[a[x]]++;
            byCall[b[x]]++;
            byPair[p[x]]++;
            byGroup[pairs.chanceGroup()[x - slots]]++;
        }
        double[] its = new double[slots];
        for (int s = 0; s < slots; s++) {
            double plain = (byCall[b[s]] + 0.5) / (byGroup[group[s]] + 0.5 * callCells);
            its[s] = (byPair[p[s]] + ALPHA * plain) / (byTask[a[s]] + ALPHA);
        }
        return its;
    }

    @Override
    public String name() {
        return "connections";
    }

    @Override
    public void fit(double[] belief, double[] evidence) {
        double[] byTask = new double[taskCells];
        double[] byPair = new double[pairCells];
        for (int s = 0; s < group.length; s++) {
            byTask[ofTask[s]] += belief[s];
            byPair[ofPair[s]] += belief[s];
        }
        double[] gain = new double[groups];
        for (int s = 0; s < group.length; s++) {
            double own = belief[s];
            double f = (Math.max(0, byPair[ofPair[s]] - own) + ALPHA * expected[s])
                    / (Math.max(0, byTask[ofTask[s]] - own) + ALPHA);
            ratio[s] = Math.log(f / expected[s]);
            gain[group[s]] += own * ratio[s];
        }
        for (int s = 0; s < group.length; s++) {
            if (2 * gain[group[s]] > GATE) {
                evidence[s] += Math.max(-MOST, Math.min(MOST, ratio[s]));
            }
        }
    }
}

package io.wirepath.analyze.finding;

import io.wirepath.causes.TimeOrder;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How well a rule explains when calls end: the logarithm of the likelihood of the times that it leaves to chance, in
 * nats. The density of these is told from themselves, for each kind of calls, by how near the nearest are (m-spacings;
 * Vasicek 1976), so that a rule needs no calls that show how long one takes alone, and rules can be compared.
 *
 * <p>What a lock is held against: that nothing is held (a call takes its time from when it came), that calls take as
 * long as those before them (waves, pauses, time-outs), and that those that are there share 1 to 16 processors (a call
 * takes its time in shares).
 */
final class EndsExplained {

    /** Resolution of capture clocks, at best. */
    private static final double FINEST_NANOS = 1000;

    static final int MAX_PROCESSORS = 16;
    private static final int[] NEIGHBOURS = {1, 4, 16};

    private EndsExplained() {}

    /**
     * The likelihood of times that have a density for each kind; kinds with few calls have that of the kind with most.
     *
     * @param kind of each, by number from 0 on
     */
    static double nats(double[] times, int[] kind) {
        int[] number = new int[Arrays.stream(kind).max().orElse(0) + 1];
        IntStream.of(kind).forEach(own -> number[own]++);
        int most = 0;
        for (int own = 1; own < number.length; own++) {
            most = number[own] > number[most] ? own : most;
        }
        double nats = 0;
        for (int own = 0; own < number.length; own++) {
            if (own == most || number[own] >= DetectorInput.MIN_CALLS) {
                int told = own;
                int all = most;
                nats += nats(IntStream.range(0, times.length)
                        .filter(call ->
                                kind[call] == told || told == all && number[kind[call]] < DetectorInput.MIN_CALLS)
                        .mapToDouble(call -> times[call])
                        .toArray());
            }
        }
        return nats;
    }

    private static double nats(double[] times) {
        double[] sorted = Arrays.stream(times).sorted().toArray();
        int number = sorted.length;
        int near = Math.max(3, (int) Math.sqrt(number) / 2);
        double nats = 0;
        for (int i = 0; i < number; i++) {
            int from = Math.max(0, i - near);
            int to = Math.min(number - 1, i + near);
            nats += Math.log((to - from) / (number * Math.max(2 * FINEST_NANOS, sorted[to] - sorted[from])));
        }
        return nats;
    }

    /** The best of all rules by which nothing is held. Both times in the order in which the calls came. */
    static double withoutTurn(long[] came, long[] ended, int[] kind) {
        return Math.max(withoutOne(came, ended, kind), sharing(came, ended, kind, 1).nats);
    }

    /** The best of those by which more than one is worked on, where there are more. */
    static double withoutOne(long[] came, long[] ended, int[] kind) {
        double[] took = new double[came.length];
        Arrays.setAll(took, call -> ended[call] - came[call]);
        double best = nats(took, kind);
        for (int neighbours : NEIGHBOURS) {
            best = Math.max(best, nats(besideNeighbours(took, neighbours), kind));
        }
        for (int processors = 2; processors <= MAX_PROCESSORS; processors *= 2) {
            best = Math.max(best, sharing(came, ended, kind, processors).nats);
        }
        return best;
    }

    /** How much longer each takes than those before it on average. */
    private static double[] besideNeighbours(double[] took, int neighbours) {
        double[] beside = new double[took.length];
        double sum = 0;
        for (int call = 0; call < took.length; call++) {
            beside[call] = call < neighbours ? took[call] : took[call] - sum / neighbours;
            sum += took[call] - (call < neighbours ? 0 : took[call - neighbours]);
        }
        return beside;
    }

    /**
     * How calls share processors.
     *
     * @param workNanos how long each would take alone
     * @param nats how well that explains when they end
     */
    record Shares(double[] workNanos, double nats) {}

    /** All that are there share so many processors; an end moves with its time by the share that its call has. */
    static Shares sharing(long[] came, long[] ended, int[] kind, int processors) {
        int[] byEnd = TimeOrder.of(ended);
        double[] work = new double[came.length];
        double done = 0;
        double shares = 0;
        int next = 0;
        long now = came[0];
        for (int gone = 0; gone < byEnd.length; ) {
            double share = Math.min(1, processors / (double) Math.max(1, next - gone));
            boolean comes = next < came.length && came[next] < ended[byEnd[gone]];
            long then = comes ? came[next] : ended[byEnd[gone]];
            done += (then - now) * share;
            now = then;
            if (comes) {
                work[next++] = -done;
            } else {
                work[byEnd[gone++]] += done;
                shares += Math.log(share);
            }
        }
        return new Shares(work, nats(work, kind) + shares);
    }
}

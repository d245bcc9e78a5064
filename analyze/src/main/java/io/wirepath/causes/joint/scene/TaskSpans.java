package io.wirepath.causes.joint.scene;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeOrder;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.Arrays;
import org.agrona.collections.IntArrayList;

/**
 * When tasks were open, and whether calls lie within them beyond chance. Times are ns. Immutable.
 *
 * <pre>
 *  excess = (share of calls within a task − the same share with the calls moved in time) / (1 − the latter)
 * </pre>
 *
 * @param arrival when each task began, in order
 * @param departure the latest end up to each
 * @param totalNanos how long all last together
 */
record TaskSpans(long[] arrival, long[] departure, long totalNanos) {

    /** Chance does as much in one of ten thousand cases, and in fewer where it holds nearly all. */
    private static final double SIGMAS = 4;

    /** Those of requests that were answered. */
    static TaskSpans of(MessageTable messages, IntArrayList requests) {
        int[] answered = requests.intStream()
                .filter(row -> OwnerLinks.answer(messages, row) != MessageTable.NONE)
                .toArray();
        long[] received = new long[answered.length];
        for (int x = 0; x < answered.length; x++) {
            received[x] = OwnerLinks.receivedNanos(messages, answered[x]);
        }
        int[] order = TimeOrder.of(received);
        long[] arrival = new long[answered.length];
        long[] departure = new long[answered.length];
        long total = 0;
        for (int x = 0; x < answered.length; x++) {
            arrival[x] = received[order[x]];
            long left = messages.timeNanos(OwnerLinks.answer(messages, answered[order[x]]));
            total += left - arrival[x];
            departure[x] = x == 0 ? left : Math.max(departure[x - 1], left);
        }
        return new TaskSpans(arrival, departure, total);
    }

    /** How many there are. */
    int size() {
        return arrival.length;
    }

    /** Whether at least this share of calls, each given by its sending and its receipt, lie within a task. */
    boolean hold(long[][] calls, double least) {
        int most = calls.length;
        for (int i = 0; i < calls.length && most >= least * calls.length; i++) {
            most -= hold(calls[i][0], calls[i][1]) ? 0 : 1;
        }
        return most >= least * calls.length;
    }

    /** Share of calls that lie within a task: 0 to 1. */
    double share(long[][] calls) {
        return share(calls, 0);
    }

    /**
     * How much more of the calls lie within a task than chance has it: 1 where all do, about 0 where chance does it.
     */
    double excess(long[][] calls) {
        return excess(share(calls), mean(byChance(calls)));
    }

    /**
     * The same, and 0 where chance may have as many of the calls within a task: where one is open nearly all the time,
     * all lie within one and nothing follows. Chance varies as much as the calls do when moved, or as if each fell by
     * itself.
     */
    double provenExcess(long[][] calls) {
        double[] shares = byChance(calls);
        double chance = mean(shares);
        double varies = mean(Arrays.stream(shares)
                .map(each -> (each - chance) * (each - chance))
                .toArray());
        double byItself = chance * (1 - chance) / calls.length;
        double share = share(calls);
        boolean isProven = share - chance > SIGMAS * Math.sqrt(Math.max(varies, byItself));
        return isProven ? excess(share, chance) : 0;
    }

    private static double excess(double share, double chance) {
        return chance >= 1 ? 0 : (share - chance) / (1 - chance);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(1);
    }

    private double[] byChance(long[][] calls) {
        double[] shares = new double[Priors.FEW];
        Arrays.setAll(shares, k -> share(calls, (k + 1) / (Priors.FEW + 1.0)));
        return shares;
    }

    /**
     * Share of the calls that lie within a task, if all are moved by a part of the whole time, the last ones to the
     * beginning.
     */
    private double share(long[][] calls, double part) {
        long first = Arrays.stream(calls).mapToLong(call -> call[0]).min().orElse(0);
        long span = Arrays.stream(calls).mapToLong(call -> call[0]).max().orElse(0) - first + 1;
        int within = 0;
        for (long[] call : calls) {
            long sent = first + (call[0] - first + (long) (part * span)) % span;
            within += hold(sent, sent + call[1] - call[0]) ? 1 : 0;
        }
        return calls.length == 0 ? 0 : (double) within / calls.length;
    }

    private boolean hold(long sent, long received) {
        int at = Arrays.binarySearch(arrival, sent);
        int last = at >= 0 ? at : -at - 2;
        return last >= 0 && departure[last] >= received;
    }
}

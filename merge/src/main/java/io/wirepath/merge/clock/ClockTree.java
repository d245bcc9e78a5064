package io.wirepath.merge.clock;

import io.wirepath.merge.result.ClockLine;
import java.util.List;

/**
 * Coarse offsets along the tree of the pairs with the most matched packets, from the reference outward.
 *
 * @param coarse each sniffer's clock less the reference's, nanoseconds, good to drift and delays
 * @param known whether a chain of pairs leads from the reference to the sniffer
 */
record ClockTree(long[] coarse, boolean[] known) {

    static ClockTree from(int reference, int sniffers, List<ClockModel.Pair> pairs) {
        ClockTree tree = new ClockTree(new long[sniffers], new boolean[sniffers]);
        tree.known[reference] = true;
        for (ClockModel.Pair best = tree.nextBest(pairs); best != null; best = tree.nextBest(pairs)) {
            ClockLine line = best.clock().pieces().get(0);
            long offset = Math.round(line.offsetNanos());
            if (tree.known[best.first()]) {
                tree.coarse[best.second()] = tree.coarse[best.first()] + offset;
                tree.known[best.second()] = true;
            } else {
                tree.coarse[best.first()] = tree.coarse[best.second()] - offset;
                tree.known[best.first()] = true;
            }
        }
        return tree;
    }

    /** Of the pairs with one sniffer in the tree, the one with the most matched packets, both ways before one way. */
    private ClockModel.@org.jspecify.annotations.Nullable Pair nextBest(List<ClockModel.Pair> pairs) {
        ClockModel.Pair best = null;
        for (ClockModel.Pair pair : pairs) {
            if (known[pair.first()] != known[pair.second()] && (best == null || better(pair, best))) {
                best = pair;
            }
        }
        return best;
    }

    private static boolean better(ClockModel.Pair pair, ClockModel.Pair than) {
        if (pair.clock().bothWays() != than.clock().bothWays()) {
            return pair.clock().bothWays();
        }
        return pair.clock().matched() > than.clock().matched();
    }
}

package io.wirepath.causes.fanin;

import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.IntArrayList;

/**
 * Deliveries that a consumer acknowledged together: one of a connection that has no acknowledgement of its own belongs
 * to the next that has. What was acknowledged once is done once; a consumer may also save acknowledgements, so that
 * this is a batch only if it sends as often.
 *
 * <pre>
 *  delivered     1  2  3        4  5  6  7
 *  acknowledged            3                 7      → {1 2 3} {4 5 6 7}
 * </pre>
 */
final class AcknowledgedTogether {

    private static final int MIN_GROUPS = 3;
    private static final double NEARLY_AS_MANY = 0.75;

    private AcknowledgedTogether() {}

    /**
     * The groups, each by arrival and in the order in which they were complete.
     *
     * @param arrivals rows of one-way messages, by arrival
     * @param sendings how many messages the receiver sent because of them, at most
     * @return none where too few were acknowledged together, or sendings are not about as many
     */
    static int[][] of(MessageTable messages, int[] arrivals, int sendings) {
        Map<Integer, IntArrayList> waiting = new HashMap<>();
        List<int[]> groups = new ArrayList<>();
        int several = 0;
        for (int row : arrivals) {
            IntArrayList before = waiting.computeIfAbsent(messages.connection(row), c -> new IntArrayList());
            before.addInt(row);
            if (messages.partner(row) != MessageTable.NONE) {
                several += before.size() > 1 ? 1 : 0;
                groups.add(before.toIntArray());
                before.clear();
            }
        }
        boolean asMany = Math.min(sendings, groups.size()) >= NEARLY_AS_MANY * Math.max(sendings, groups.size());
        return several >= MIN_GROUPS && asMany ? groups.toArray(int[][]::new) : new int[0][];
    }
}

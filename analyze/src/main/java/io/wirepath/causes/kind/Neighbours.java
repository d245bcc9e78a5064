package io.wirepath.causes.kind;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeOrder;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.Arrays;

/**
 * What happens at the two ends of a call around it: the request that its caller received last before, and the one that
 * its callee sends next.
 *
 * <pre>
 *            before           call                  after
 *  ─────────────►  caller ─────────────►  callee ─────────────►
 * </pre>
 */
final class Neighbours {

    private final int[] before;
    private final int[] after;

    /** @param link link of each row, or {@link MessageTable#NONE} for rows that are no call */
    Neighbours(MessageTable messages, int[] link) {
        int rows = link.length;
        before = new int[rows];
        after = new int[rows];
        Arrays.fill(before, MessageTable.NONE);
        Arrays.fill(after, MessageTable.NONE);
        // Sendings have the even numbers, receipts the odd ones.
        long[] nanos = new long[2 * rows];
        for (int row = 0; row < rows; row++) {
            nanos[2 * row] = messages.timeNanos(row);
            nanos[2 * row + 1] = OwnerLinks.receivedNanos(messages, row);
        }
        int[] order = TimeOrder.of(nanos);
        int[] lastAt = new int[messages.nodes().size()];
        Arrays.fill(lastAt, MessageTable.NONE);
        for (int event : order) {
            int row = event / 2;
            if (link[row] != MessageTable.NONE && event % 2 == 0) {
                before[row] = lastAt[messages.source(row)];
            } else if (link[row] != MessageTable.NONE) {
                lastAt[messages.destination(row)] = row;
            }
        }
        Arrays.fill(lastAt, MessageTable.NONE);
        for (int x = order.length - 1; x >= 0; x--) {
            int row = order[x] / 2;
            if (link[row] != MessageTable.NONE && order[x] % 2 == 1) {
                after[row] = lastAt[messages.destination(row)];
            } else if (link[row] != MessageTable.NONE) {
                lastAt[messages.source(row)] = row;
            }
        }
    }

    /** Row of the request that the caller of this one received last before it, or {@link MessageTable#NONE}. */
    int before(int row) {
        return before[row];
    }

    /** Row of the request that the callee of this one sends first after it, or {@link MessageTable#NONE}. */
    int after(int row) {
        return after[row];
    }
}

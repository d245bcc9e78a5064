package io.wirepath.analyze.path;

import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import java.util.HashMap;
import java.util.Map;

/**
 * When each link between two nodes was watched: sniffers begin and end at moments of their own, and what passes where
 * nobody listens is not seen.
 *
 * <pre>
 *  sw-app   ────────|            sees app → auth alone:      not watched from here on
 *  sw-data  ──────────────────   sees app → db as well:      watched all the time
 * </pre>
 *
 * <p>A sniffer is known by the messages that it saw first. How surely it was off at a moment before its first or after
 * its last one grows with what it would have seen until then. Links that the same sniffers see are one group; groups
 * and sniffers are numbered modulo 64. Immutable.
 */
final class WatchedLinks {

    private final MessageTable messages;
    private final long[] first = new long[Long.SIZE];
    private final long[] last = new long[Long.SIZE];
    private final int[] seen = new int[Long.SIZE];
    private final Map<Long, Integer> groupOf = new HashMap<>();
    private final long[] sniffersOf = new long[Long.SIZE];

    WatchedLinks(MessageTable messages) {
        this.messages = messages;
        Map<Long, Long> sniffers = new HashMap<>();
        for (int row = 0; row < messages.size(); row++) {
            int sniffer = messages.sniffer(row) % Long.SIZE;
            if (sniffer >= 0) {
                long nanos = messages.timeNanos(row);
                first[sniffer] = seen[sniffer] == 0 ? nanos : Math.min(first[sniffer], nanos);
                last[sniffer] = seen[sniffer]++ == 0 ? nanos : Math.max(last[sniffer], nanos);
                if (messages.role(row) != Role.RESPONSE) {
                    sniffers.merge(link(row), 1L << sniffer, (one, other) -> one | other);
                }
            }
        }
        Map<Long, Integer> groups = new HashMap<>();
        sniffers.forEach((link, own) -> {
            int group = groups.computeIfAbsent(own, unseen -> groups.size() % Long.SIZE);
            sniffersOf[group] |= own;
            groupOf.put(link, group);
        });
    }

    /** Whether one listens where another does not: with a single sniffer nothing is known of its silence. */
    boolean differ() {
        int sniffers = 0;
        for (int count : seen) {
            sniffers += count > 0 ? 1 : 0;
        }
        return sniffers > 1;
    }

    /** The group of the link that a message takes, or {@link MessageTable#NONE} where no sniffer is known. */
    int group(int row) {
        return groupOf.getOrDefault(link(row), MessageTable.NONE);
    }

    /** How surely nobody watched the links of a group for a part of this time; 0 for a group that is none. */
    double unwatched(int group, long fromNanos, long toNanos) {
        double unwatched = sniffersOf[group] == 0 ? 0 : 1;
        for (long left = sniffersOf[group]; left != 0; left &= left - 1) {
            int sniffer = Long.numberOfTrailingZeros(left);
            double away = Math.max(0, Math.max(first[sniffer] - fromNanos, toNanos - last[sniffer]));
            double expected = away * seen[sniffer] / Math.max(1, last[sniffer] - first[sniffer]);
            unwatched = Math.min(unwatched, -Math.expm1(-expected));
        }
        return unwatched;
    }

    private long link(int row) {
        return (long) messages.source(row) << Integer.SIZE | messages.destination(row);
    }
}

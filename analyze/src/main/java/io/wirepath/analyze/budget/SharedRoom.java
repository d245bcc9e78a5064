package io.wirepath.analyze.budget;

import org.agrona.collections.Long2LongHashMap;

/**
 * Room that many senders share, and that one who floods it leaves to the others: each may hold at most {@value #SHARE} times of what
 * is free (Choudhury and Hahne, <i>Dynamic Queue Length Thresholds for Shared-Memory Packet Switches</i>, 1998). One who floods gets
 * four fifths of the room, two get four ninths each, and some always stays for who holds little. Not thread-safe.
 */
public final class SharedRoom {

    /** Times of what is free that one sender may hold. */
    public static final int SHARE = 4;

    private final Long2LongHashMap held = new Long2LongHashMap(0);

    /** Whether a sender may hold one thing more, of one size. */
    public boolean admits(long sender, long size, long free) {
        return (held.get(sender) + 1) * size <= SHARE * Math.max(0, free);
    }

    /** The sender holds one thing more. */
    public void take(long sender) {
        held.put(sender, held.get(sender) + 1);
    }

    /** The sender holds so many things less. */
    public void giveBack(long sender, long many) {
        long left = held.get(sender) - many;
        if (left > 0) {
            held.put(sender, left);
        } else {
            held.remove(sender);
        }
    }
}

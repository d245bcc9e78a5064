package io.wirepath.causes.budget;

import org.agrona.collections.Long2LongHashMap;

/**
 * Room that many senders share, and that one who floods it leaves to the others: each may hold at most {@value #SHARE}
 * times of what is free (Choudhury and Hahne, <i>Dynamic Queue Length Thresholds for Shared-Memory Packet Switches</i>,
 * 1998). One who floods gets two thirds of the room, two get two fifths each, and some always stays for who holds
 * little. Not thread-safe.
 */
public final class SharedRoom {

    /** Times of what is free that one sender may hold. */
    public static final int SHARE = 2;

    private final long room;
    private final Long2LongHashMap heldBy = new Long2LongHashMap(0);
    private long held;

    /** Room for so many things. */
    public SharedRoom(long room) {
        this.room = room;
    }

    /** Takes room for one thing more of a sender, where it may hold that. */
    public boolean take(long sender) {
        long own = heldBy.get(sender) + 1;
        if (own > SHARE * (room - held)) {
            return false;
        }
        heldBy.put(sender, own);
        held++;
        return true;
    }

    /** The sender holds so many things less. */
    public void giveBack(long sender, long many) {
        held -= many;
        long left = heldBy.get(sender) - many;
        if (left > 0) {
            heldBy.put(sender, left);
        } else {
            heldBy.remove(sender);
        }
    }
}

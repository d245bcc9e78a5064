package io.wirepath.flows.message;

import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.Piece;
import java.util.Arrays;

/**
 * Numbers the calls of a connection and finds the call that a response belongs to: in order, or by the protocol's id.
 *
 * <p>Ids of open calls stand in a small open-addressing table (linear probing, deletion by shifting back). At most
 * {@value #MAX_OPEN} are open; a further request starts the table anew. Not thread-safe.
 */
final class CallMatcher {

    static final int MAX_OPEN = 4096;

    /** A larger table is not kept for the next connection. */
    private static final int KEPT_SIZE = 64;

    private static final long NONE = SightingCodec.NO_CALL_ID;

    private long next;
    private long oldestInOrder;

    /** The call that was made last, while it is open. */
    private long latest;

    private long[] keys = new long[0];
    private long[] calls = new long[0];
    private int open;
    private long forgotten;

    /** Starts on a new connection. */
    void reset() {
        next = 0;
        if (keys.length > KEPT_SIZE) {
            keys = new long[0];
            calls = new long[0];
            open = 0;
        }
        forget();
    }

    /** Forgets all open calls; the numbers go on. */
    void forget() {
        oldestInOrder = next;
        latest = NONE;
        if (open > 0) {
            Arrays.fill(calls, NONE);
            open = 0;
        }
    }

    /** Forgets all open calls but the one made last, which is answered next if the sides take turns. */
    void forgetAllButLatest() {
        long kept = latest;
        forget();
        if (kept != NONE) {
            oldestInOrder = kept;
            latest = kept;
        }
    }

    /** A request: the number of its call. */
    long request(long key) {
        if (key != Piece.IN_ORDER && open >= MAX_OPEN) {
            forgotten += open;
            forget();
        }
        long call = next++;
        latest = call;
        if (key != Piece.IN_ORDER) {
            put(key, call);
        }
        return call;
    }

    /** A response: the number of the call that it answers, or NO_CALL_ID. */
    long response(long key) {
        long call = answered(key);
        if (call == latest) {
            latest = NONE;
        }
        return call;
    }

    private long answered(long key) {
        if (key == Piece.IN_ORDER) {
            return oldestInOrder < next ? oldestInOrder++ : NONE;
        }
        int at = find(key);
        if (at < 0) {
            return NONE;
        }
        long call = calls[at];
        remove(at);
        return call;
    }

    /** The number of the open call with this id, or NO_CALL_ID; it stays open. */
    long peek(long key) {
        int at = find(key);
        return at < 0 ? NONE : calls[at];
    }

    /** Calls forgotten for want of room since the last time this was asked. */
    long takeForgotten() {
        long taken = forgotten;
        forgotten = 0;
        return taken;
    }

    private int find(long key) {
        if (open == 0) {
            return -1;
        }
        int mask = keys.length - 1;
        for (int at = home(key, mask); calls[at] != NONE; at = at + 1 & mask) {
            if (keys[at] == key) {
                return at;
            }
        }
        return -1;
    }

    private void put(long key, long call) {
        if (2 * (open + 1) > keys.length) {
            grow();
        }
        int mask = keys.length - 1;
        int at = home(key, mask);
        while (calls[at] != NONE && keys[at] != key) {
            at = at + 1 & mask;
        }
        if (calls[at] == NONE) {
            open++;
        }
        keys[at] = key;
        calls[at] = call;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldCalls = calls;
        int size = Math.max(16, 2 * keys.length);
        keys = new long[size];
        calls = new long[size];
        Arrays.fill(calls, NONE);
        open = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldCalls[i] != NONE) {
                put(oldKeys[i], oldCalls[i]);
            }
        }
    }

    private void remove(int at) {
        int mask = keys.length - 1;
        int hole = at;
        for (int i = at + 1 & mask; calls[i] != NONE; i = i + 1 & mask) {
            // an entry may fill the hole if its home is not between the hole and itself
            if ((i - home(keys[i], mask) & mask) >= (i - hole & mask)) {
                keys[hole] = keys[i];
                calls[hole] = calls[i];
                hole = i;
            }
        }
        calls[hole] = NONE;
        open--;
    }

    private static int home(long key, int mask) {
        return (int) (key * 0x9e3779b97f4a7c15L >>> 40) & mask;
    }
}

package io.wirepath.flows.table;

import org.jspecify.annotations.Nullable;

/**
 * Connections by their key: open addressing, linear probing, both directions in one entry. Grows by doubling; finding,
 * adding within the capacity, and removing allocate nothing. Used by one thread.
 *
 * @param <C> the kind of connection
 */
public final class ConnectionTable<C extends TrackedConnection> {

    private static final int INITIAL_SLOTS = 1024;

    private @Nullable TrackedConnection[] slots = new TrackedConnection[INITIAL_SLOTS];
    private int[] hashes = new int[INITIAL_SLOTS];
    private int size;

    /** Number of connections in the table. */
    public int size() {
        return size;
    }

    /** The connection of a packet with this key, of either direction; null if there is none. */
    @SuppressWarnings("unchecked") // only add() stores
    public @Nullable C find(FlowKey key) {
        int mask = slots.length - 1;
        int hash = key.hash;
        for (int i = hash & mask; ; i = i + 1 & mask) {
            TrackedConnection candidate = slots[i];
            if (candidate == null) {
                return null;
            }
            if (hashes[i] == hash && candidate.matches(key)) {
                return (C) candidate;
            }
        }
    }

    /** Adds a connection whose key is not in the table. */
    public void add(C connection) {
        if (2 * ++size > slots.length) {
            grow();
        }
        insert(connection);
    }

    private void insert(TrackedConnection connection) {
        int mask = slots.length - 1;
        int i = connection.hash & mask;
        while (slots[i] != null) {
            i = i + 1 & mask;
        }
        slots[i] = connection;
        hashes[i] = connection.hash;
    }

    private void grow() {
        @Nullable TrackedConnection[] old = slots;
        slots = new TrackedConnection[old.length * 2];
        hashes = new int[slots.length];
        for (TrackedConnection connection : old) {
            if (connection != null) {
                insert(connection);
            }
        }
    }

    /** Removes a connection that is in the table. */
    public void remove(C connection) {
        int mask = slots.length - 1;
        int hole = connection.hash & mask;
        while (slots[hole] != connection) {
            hole = hole + 1 & mask;
        }
        size--;
        // Moves back what probing would no longer reach across the hole (Knuth 6.4, algorithm R).
        for (int i = hole + 1 & mask; slots[i] != null; i = i + 1 & mask) {
            int home = hashes[i] & mask;
            if ((i - home & mask) >= (i - hole & mask)) {
                slots[hole] = slots[i];
                hashes[hole] = hashes[i];
                hole = i;
            }
        }
        slots[hole] = null;
    }
}

package io.wirepath.flows.decode;

/**
 * Finds the packets that begin a connection, or its other direction: those from which it can be told who serves. A
 * two-way associative memory of connections by their hash; of one that was forgotten, a later packet counts as the
 * first again. Fixed memory, asked once for each packet, allocates nothing. Used by one thread.
 *
 * <pre>
 *  entry   31                       2 1 0
 *         | hash of the connection   |   | which directions were seen
 * </pre>
 */
final class FirstPackets {

    private static final int SETS = 1 << 14;
    private static final int SEEN = 3;

    private final int[] entries = new int[2 * SETS];

    /** Notes the first packets in the index. */
    void find(PacketIndex index) {
        int count = index.count();
        int[] table = entries;
        for (int i = 0; i < count; i++) {
            int hash = index.hash(i);
            int direction = 1 + (hash & 1);
            int at = (hash >>> 2 & SETS - 1) * 2;
            int newer = table[at];
            if (((newer ^ hash) & ~SEEN) != 0) {
                table[at] = table[at + 1];
                table[at + 1] = newer;
                newer = table[at];
            }
            if (((newer ^ hash) & ~SEEN) != 0 || (newer & SEEN) == 0) {
                table[at] = hash & ~SEEN | direction;
                index.addFirst(i, false);
            } else if ((newer & direction) == 0) {
                table[at] = newer | direction;
                index.addFirst(i, true);
            }
        }
    }
}

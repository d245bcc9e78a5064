package io.wirepath.flows.decode;

/**
 * Finds the packets that begin a connection, or its other direction: those from which it can be told who serves; and
 * the first of each direction that say something: those from which it can be told what protocol is spoken. A
 * two-way associative memory of connections by their hash; of one that was forgotten, a later packet counts as the
 * first again. Fixed memory, asked once for each packet, allocates nothing. Used by one thread.
 *
 * <pre>
 *  entry   31                       4 3   2 1 0
 *         | hash of the connection   | spoke | seen |   which directions
 * </pre>
 */
final class FirstPackets {

    private static final int SETS = 1 << 14;
    private static final int SEEN = 3;

    /** From {@link #SEEN} to the directions that spoke. */
    private static final int SPOKE = 2;

    private static final int FLAGS = SEEN | SEEN << SPOKE;

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
            if (((newer ^ hash) & ~FLAGS) != 0) {
                table[at] = table[at + 1];
                table[at + 1] = newer;
                newer = table[at];
            }
            if (((newer ^ hash) & ~FLAGS) != 0 || (newer & SEEN) == 0) {
                newer = hash & ~FLAGS;
                table[at] = newer | direction;
                index.addFirst(i, false);
            } else if ((newer & direction) == 0) {
                table[at] = newer | direction;
                index.addFirst(i, true);
            }
            if ((newer & direction << SPOKE) == 0 && index.payloadLength(i) > 0) {
                table[at] |= direction << SPOKE;
                index.addSpeaking(i);
            }
        }
    }
}

package io.wirepath.flows.message.content;

/**
 * How many messages of one link and direction held a token, about: a count-min sketch with conservative update (Cormode,
 * Muthukrishnan 2005; Estan, Varghese 2002), halved every {@value #HALF_LIFE} messages. 64 KiB. Not thread-safe.
 */
final class TokenSketch {

    /** Messages after which counts are halved. */
    static final int HALF_LIFE = 1000;

    private static final int ROWS = 4;
    private static final int COLUMN_BITS = 13;
    private static final int COLUMNS = 1 << COLUMN_BITS;
    private static final int[] MULTIPLIERS = {0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f};

    private final short[] counts = new short[ROWS * COLUMNS];
    private int messages;
    private int sinceHalving;

    /** Messages counted, the old ones less. */
    int messages() {
        return messages;
    }

    /** About how many of them held the token. */
    int count(int hash) {
        int least = Short.MAX_VALUE;
        for (int row = 0; row < ROWS; row++) {
            least = Math.min(least, counts[cell(row, hash)]);
        }
        return least;
    }

    /** Counts a token of the present message, whose {@link #count} was just asked. */
    void add(int hash, int count) {
        int more = Math.min(count + 1, Short.MAX_VALUE);
        for (int row = 0; row < ROWS; row++) {
            int cell = cell(row, hash);
            if (counts[cell] < more) {
                counts[cell] = (short) more;
            }
        }
    }

    /** The present message has been counted. */
    void endMessage() {
        messages++;
        if (++sinceHalving == HALF_LIFE) {
            sinceHalving = 0;
            messages >>= 1;
            for (int i = 0; i < counts.length; i++) {
                counts[i] >>= 1;
            }
        }
    }

    private static int cell(int row, int hash) {
        return row << COLUMN_BITS | hash * MULTIPLIERS[row] >>> 32 - COLUMN_BITS;
    }
}

package io.wirepath.flows.message.content;

/**
 * How many messages of one link and direction held a token, about: a count-min sketch with conservative update
 * (Cormode, Muthukrishnan 2005; Estan, Varghese 2002), halved every {@value #HALF_LIFE} messages. 64 KiB. Not
 * thread-safe.
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

    /** Counts a token of the present message; gives about how many messages before it held the token. */
    int countAndAdd(int hash) {
        int first = cell(0, hash);
        int second = cell(1, hash);
        int third = cell(2, hash);
        int fourth = cell(3, hash);
        int least = Math.min(Math.min(counts[first], counts[second]), Math.min(counts[third], counts[fourth]));
        // stores without a question: which of them are needed nobody can foretell
        int more = Math.min(least + 1, Short.MAX_VALUE);
        counts[first] = (short) Math.max(counts[first], more);
        counts[second] = (short) Math.max(counts[second], more);
        counts[third] = (short) Math.max(counts[third], more);
        counts[fourth] = (short) Math.max(counts[fourth], more);
        return least;
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

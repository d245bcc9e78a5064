package io.wirepath.flows.message.content;

/**
 * How many messages of one link and direction held a token, about: a count-min sketch with conservative update
 * (Cormode, Muthukrishnan 2005; Estan, Varghese 2002), halved every {@value #HALF_LIFE} messages. The four counts of a
 * token lie in one block of 64 bytes, a line of the cache (as the bits of Putze, Sanders, Singler, <em>Cache-, hash-
 * and space-efficient Bloom filters</em>, 2007). 64 KiB. Not thread-safe.
 */
final class TokenSketch {

    /** Messages after which counts are halved. */
    static final int HALF_LIFE = 1000;

    private static final int ROWS = 4;
    /** Counts of a row in a block. */
    private static final int COLUMN_BITS = 3;

    private static final int BLOCK_BITS = 10;
    private static final int MULTIPLIER = 0x9e3779b1;

    private final short[] counts = new short[ROWS << BLOCK_BITS + COLUMN_BITS];
    private int messages;
    private int sinceHalving;

    /** Messages counted, the old ones less. */
    int messages() {
        return messages;
    }

    /** Counts a token of the present message; gives about how many messages before it held the token. */
    int countAndAdd(int hash) {
        int mixed = hash * MULTIPLIER;
        int first = cell(0, mixed);
        int second = cell(1, mixed);
        int third = cell(2, mixed);
        int fourth = cell(3, mixed);
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

    /** The block comes of the upper bits, which of its columns of the next ones. */
    private static int cell(int row, int mixed) {
        int column = mixed >>> Integer.SIZE - BLOCK_BITS - (row + 1) * COLUMN_BITS & (1 << COLUMN_BITS) - 1;
        return (mixed >>> Integer.SIZE - BLOCK_BITS) * (ROWS << COLUMN_BITS) + (row << COLUMN_BITS) + column;
    }
}

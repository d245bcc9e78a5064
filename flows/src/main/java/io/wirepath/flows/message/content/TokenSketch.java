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

    /**
     * Counts the tokens of the present message. Without a branch that depends on a count, so that the processor fetches
     * the blocks of many tokens at a time: a branch guessed wrong would have each wait for the one before.
     *
     * @param hashes the tokens, each once
     * @param count how many there are
     * @param seen takes about how many messages before held each
     */
    void countAndAdd(int[] hashes, int count, int[] seen) {
        short[] held = counts;
        for (int i = 0; i < count; i++) {
            int mixed = hashes[i] * MULTIPLIER;
            int first = cell(0, mixed);
            int second = cell(1, mixed);
            int third = cell(2, mixed);
            int fourth = cell(3, mixed);
            int least = smaller(smaller(held[first], held[second]), smaller(held[third], held[fourth]));
            int more = smaller(least + 1, Short.MAX_VALUE);
            held[first] = (short) larger(held[first], more);
            held[second] = (short) larger(held[second], more);
            held[third] = (short) larger(held[third], more);
            held[fourth] = (short) larger(held[fourth], more);
            seen[i] = least;
        }
    }

    /** The smaller of two numbers whose difference is no overflow; the first compiler makes a branch of Math's. */
    private static int smaller(int a, int b) {
        return b + (a - b & a - b >> Integer.SIZE - 1);
    }

    private static int larger(int a, int b) {
        return a - (a - b & a - b >> Integer.SIZE - 1);
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

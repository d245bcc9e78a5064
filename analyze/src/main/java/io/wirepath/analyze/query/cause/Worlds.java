package io.wirepath.analyze.query.cause;

import java.util.SplittableRandom;

/**
 * Possible worlds: {@value #COUNT} draws of who caused what, a bit each. What is true in all of them is sure; what is
 * true in a quarter of them has a probability of one quarter. An answer is computed in all of them at once, and its
 * spread over the worlds is its uncertainty (the idea of MCDB: Jampani et al., SIGMOD 2008).
 */
public final class Worlds {

    /** How many there are. */
    public static final int COUNT = Long.SIZE;

    /** All of them. */
    public static final long ALL = -1L;

    private final SplittableRandom random;
    private final int[] order = new int[COUNT];

    /** Draws that the seed determines. */
    public Worlds(long seed) {
        random = new SplittableRandom(seed);
        for (int world = 0; world < COUNT; world++) {
            order[world] = world;
        }
    }

    /** The share of worlds in a set. */
    public static double share(long worlds) {
        return worlds == ALL ? 1 : Long.bitCount(worlds) / (double) COUNT;
    }

    /**
     * Shares the worlds out among answers that exclude each other, so that each has its share of them as nearly as
     * whole worlds allow; what the shares leave goes to none.
     *
     * @param share probability of each answer; their sum is at most 1
     * @param to takes the worlds of each
     */
    public void draw(double[] share, int answers, long[] to) {
        shuffle();
        double offset = random.nextDouble();
        double sum = 0;
        int from = 0;
        for (int answer = 0; answer < answers; answer++) {
            sum += share[answer];
            int until = Math.min(COUNT, (int) Math.floor(sum * COUNT + offset));
            long worlds = 0;
            for (int at = from; at < until; at++) {
                worlds |= 1L << order[at];
            }
            to[answer] = worlds;
            from = Math.max(from, until);
        }
    }

    private void shuffle() {
        for (int at = COUNT - 1; at > 0; at--) {
            int other = random.nextInt(at + 1);
            int kept = order[at];
            order[at] = order[other];
            order[other] = kept;
        }
    }
}

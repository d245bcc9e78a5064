package io.wirepath.causes.joint.scene;

import java.util.Arrays;

/**
 * Whether a kind of message that nobody answers may make its receiver send others: whether sendings follow it more
 * often than by chance.
 *
 * <pre>
 *  sendings of      │                 a reply: they come before it,   │        work: they
 *  the receiver,    │    ▄█           and after it by chance alone    │        come after
 *  by their time    │▂▂▂▂██▂▂│▂▂▂▂▂▂▂▂                      ▂▂▂▂▂▂▂▂▂▂│▂▄█▂▂▂▂
 *                   └────────┼────────► time since the message        └
 * </pre>
 *
 * <p>The last message of A→B→C→A starts nothing: a client that thinks sends its next request whenever it likes. What
 * waits in a queue is not followed closely either, but does not follow what was sent. Pure.
 */
final class StartsWork {

    /** Lags that are looked at: octaves up to about a second. */
    private static final int OCTAVES = 30;

    /** Sendings that each message may cause on average where it starts nothing, at most. */
    private static final double CAUSED = 0.3;

    private static final double DEVIATIONS = 2;

    private StartsWork() {}

    /**
     * Whether it may.
     *
     * @param arrivals when messages of the kind came, rising
     * @param sendings when the node sent, rising
     */
    static boolean may(long[] arrivals, long[] sendings) {
        if (arrivals.length == 0 || sendings.length == 0) {
            return true;
        }
        double most = 0;
        double before = 0;
        for (int octave = 0; octave <= OCTAVES && most < CAUSED; octave++) {
            most = Math.max(most, excess(arrivals, sendings, 1L << octave, 0, DEVIATIONS) + rare(arrivals.length));
            before = Math.max(before, excess(arrivals, sendings, 0, 1L << octave, -DEVIATIONS));
        }
        return most >= CAUSED || before < CAUSED;
    }

    /** What never happened so many times happens this often at most, nearly sure. */
    private static double rare(int times) {
        return 3.0 / times;
    }

    /** Sendings around each arrival beyond those that chance has there, and so many standard errors more. */
    private static double excess(long[] arrivals, long[] sendings, long after, long before, double errors) {
        double sum = 0;
        double squares = 0;
        for (long arrival : arrivals) {
            int count = upTo(sendings, arrival + after) - upTo(sendings, arrival - before);
            sum += count;
            squares += (double) count * count;
        }
        int n = arrivals.length;
        double mean = sum / n;
        double span = Math.max(1.0, (double) sendings[sendings.length - 1] - sendings[0]);
        double chance = sendings.length / span * (after + before);
        return mean - chance + errors * Math.sqrt(Math.max(0, squares / n - mean * mean) / n);
    }

    /** How many of these, which rise, are not later than a time. */
    private static int upTo(long[] rising, long time) {
        int at = Arrays.binarySearch(rising, time);
        if (at < 0) {
            return -at - 1;
        }
        while (at < rising.length && rising[at] == time) {
            at++;
        }
        return at;
    }
}

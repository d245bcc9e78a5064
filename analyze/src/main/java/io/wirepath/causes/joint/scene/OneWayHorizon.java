package io.wirepath.causes.joint.scene;

import java.util.Arrays;

/**
 * How long a message that nobody answers may go on causing others: the longest delay at which sendings follow arrivals
 * more often than chance alone would have it.
 *
 * <pre>
 *  pairs of an   │    ▄█
 *  arrival and a │    ██▄
 *  later sending │▂▂▂▂███▂▂▂▂▂▂▂▂   chance: as many as the rates of both make
 *                └──────┬──┬─────► delay
 *                  last excess, twice that is the horizon
 * </pre>
 *
 * <p>Where there is no such excess, delays may be as long as those since the nearest arrival mostly are. A queue may
 * keep messages far longer than an excess shows. It hands on each message once and in turn, so its sendings never find
 * nothing waiting, and those of the excess did not wait long in turn either: where some sendings begin by themselves,
 * what they take from the queue soon is all of it.
 */
final class OneWayHorizon {

    private static final long LONGEST_NANOS = 1_000_000_000L;
    /** A queue has a sending for each arrival, but for this share. */
    private static final double QUEUE_SHARE = 0.1;

    private static final long LONGEST_QUEUED_NANOS = 30_000_000_000L;
    /** Arrivals within the horizon at most, on average: more could not be told apart anyway. */
    private static final int MAX_CANDIDATES = 100;

    private final long[] arrivals;
    private final long[] sendings;
    /** Pairs of an arrival and a later sending. */
    private final RateSplits pairs = new RateSplits();

    private final long[] nearest;
    private int looked;

    private OneWayHorizon(long[] arrivals, long[] sendings) {
        this.arrivals = arrivals;
        this.sendings = sendings;
        nearest = new long[sendings.length];
    }

    /**
     * Finds it.
     *
     * @param arrivals when messages came, rising
     * @param sendings when others left, rising
     */
    static long nanos(long[] arrivals, long[] sendings) {
        if (arrivals.length < 2 || sendings.length == 0) {
            return LONGEST_NANOS;
        }
        return new OneWayHorizon(arrivals, sendings).nanos();
    }

    /**
     * Whether messages of a kind may make their receiver send others: sendings follow them more often than by chance,
     * or at least half as often as they follow all kinds together, or take them from a queue. A kind that is too rare
     * to tell is as all kinds together are; so few that nothing could pay may. What follows sendings itself is in no
     * queue, but an answer: a client that thinks sends its next request whenever it likes.
     *
     * @param arrivals when messages of the kind came, rising
     * @param ofAll the same of all kinds
     * @param sendings when others left, rising
     */
    static boolean startsWork(long[] arrivals, long[] ofAll, long[] sendings) {
        if (ofAll.length < 2 * Priors.PAYS || sendings.length == 0) {
            return true;
        }
        long[] judged = arrivals.length < Priors.FEW ? ofAll : arrivals;
        OneWayHorizon own = new OneWayHorizon(judged, sendings);
        if (own.excess() > 0 || own.queued(0) > 0 && new OneWayHorizon(sendings, judged).excess() == 0) {
            return true;
        }
        OneWayHorizon all = new OneWayHorizon(ofAll, sendings);
        double delay = all.excess();
        return 2 * own.pairs.excess(delay) / judged.length > all.pairs.excess(delay) / ofAll.length;
    }

    /** The longest delay in excess of chance, or 0. */
    private double excess() {
        look();
        return pairs.longest();
    }

    private long nanos() {
        double excess = excess();
        if (looked == 0) {
            return LONGEST_NANOS;
        }
        double span = Math.max(1.0, (double) arrivals[arrivals.length - 1] - arrivals[0]);
        double most = Math.min(LONGEST_NANOS, MAX_CANDIDATES * span / arrivals.length);
        double usual = excess > 0 ? Priors.MARGIN * excess : usual();
        return (long) Math.max(Math.max(1, Math.min(most, usual)), queued(excess));
    }

    private void look() {
        int step = Math.max(1, sendings.length / Priors.ENOUGH);
        int next = 0;
        for (int s = 0; s < sendings.length; s += step) {
            while (next < arrivals.length && arrivals[next] <= sendings[s]) {
                next++;
            }
            if (next > 0) {
                add(next, sendings[s]);
            }
        }
    }

    private void add(int next, long sending) {
        nearest[looked++] = sending - arrivals[next - 1];
        int first = Math.max(0, next - Priors.MAX_PAIRS);
        long longest = Math.min(LONGEST_NANOS, sending - arrivals[first]);
        pairs.expose(longest);
        for (int a = next - 1; a >= first && sending - arrivals[a] <= longest; a--) {
            pairs.see(sending - arrivals[a]);
        }
    }

    /** By the nearest arrivals. */
    private double usual() {
        Arrays.sort(nearest, 0, looked);
        return Priors.MARGIN * nearest[(int) (Priors.NEARLY_ALL * (looked - 1))];
    }

    /**
     * The shortest horizon under which nearly every sending can have an arrival of its own, where there are as many of
     * both: first come, first served makes the longest wait shortest; 0 where that is no queue.
     */
    private double queued(double excess) {
        if (Math.abs(arrivals.length - sendings.length) > QUEUE_SHARE * arrivals.length) {
            return 0;
        }
        long[] waited = new long[sendings.length];
        int next = 0;
        int served = 0;
        for (long sending : sendings) {
            if (next < arrivals.length && arrivals[next] <= sending) {
                waited[served++] = sending - arrivals[next++];
            }
        }
        // Coin tosses of so many beginnings would leave about as many without an arrival.
        if (served == 0 || sendings.length - served > Math.sqrt(QUEUE_SHARE * sendings.length)) {
            return 0;
        }
        double atOnce = Math.min(pairs.excess(excess), (double) within(nearest, looked, excess));
        double inTurn = within(waited, served, excess) * (double) looked / sendings.length;
        if (2 * inTurn < atOnce) {
            return 0;
        }
        Arrays.sort(waited, 0, served);
        return Math.min(LONGEST_QUEUED_NANOS, Priors.MARGIN * waited[(int) (Priors.NEARLY_ALL * (served - 1))]);
    }

    private static long within(long[] delays, int count, double most) {
        return Arrays.stream(delays, 0, count).filter(delay -> delay <= most).count();
    }
}

package io.wirepath.causes.fanin;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A timer that the first message of a batch starts: how long that message waits, and how many messages send the batch
 * before the timer does.
 *
 * <pre>
 *  arrivals   x   x x      x         x xxxx
 *             |____________|timer    |___|
 *  sendings               s              s   full before the timer fires
 * </pre>
 *
 * @param timerNanos how long the first message of a batch waits at most
 * @param fullSize number of messages that send a batch at once; the most seen where none was sent so
 * @param times how many sendings are as the timer and the size have them
 * @param gainNats how much better that explains the waits than chance does
 */
record FirstWait(long timerNanos, int fullSize, int times, double gainNats) {

    /** No such timer. */
    static final FirstWait NONE = new FirstWait(0, 0, 0, 0);

    /** A timer fires late by at most this share of its time. */
    private static final double LATENESS = 0.1;
    /**
     * Share of waits that chance brings into so narrow a range at most: an exponential distribution, 0.035; with a
     * margin.
     */
    private static final double CHANCE = 0.1;

    private static final double NEARLY_ALL = 0.8;
    private static final int MIN_SHARED = 5;

    /** Looks for the timer and the size that explain most. */
    static FirstWait of(Waiting waiting) {
        int[] counts = waiting.counts();
        long[] waits = waiting.waits();
        long shared = Arrays.stream(counts).filter(n -> n > 1).count();
        long forNone = Arrays.stream(counts).filter(n -> n == 0).count();
        long timer = likeliest(waits);
        // Where each message has a sending of its own, as many sendings are for none as messages share one.
        if (timer == 0 || shared < MIN_SHARED || forNone > shared / 2) {
            return NONE;
        }
        int full = fullSize(waits, counts, timer);
        int timed = 0;
        int times = 0;
        for (int s = 0; s < waits.length; s++) {
            boolean isTimed = waits[s] >= timer && waits[s] <= timer * (1 + LATENESS);
            timed += isTimed ? 1 : 0;
            times += isTimed || waits[s] > 0 && waits[s] < timer && Math.abs(counts[s] - full) <= 1 ? 1 : 0;
        }
        double gain = timed * Math.log(timed / (CHANCE * waits.length));
        return times < NEARLY_ALL * waits.length ? NONE : new FirstWait(timer, full, times, gain);
    }

    /** The wait from which most waits follow within the timer's lateness. */
    private static long likeliest(long[] waits) {
        long[] sorted = Arrays.stream(waits).filter(wait -> wait > 0).sorted().toArray();
        long likeliest = 0;
        int most = 0;
        int end = 0;
        for (int first = 0; first < sorted.length; first++) {
            while (end < sorted.length && sorted[end] <= sorted[first] * (1 + LATENESS)) {
                end++;
            }
            if (end - first > most) {
                most = end - first;
                likeliest = sorted[first];
            }
        }
        return likeliest;
    }

    private static int fullSize(long[] waits, int[] counts, long timer) {
        Map<Integer, Integer> early = new HashMap<>();
        for (int s = 0; s < waits.length; s++) {
            if (counts[s] > 1 && waits[s] < timer) {
                early.merge(counts[s], 1, Integer::sum);
            }
        }
        return early.entrySet().stream()
                .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(Arrays.stream(counts).max().orElse(0));
    }

    /** What each sending is for: what waits then, but no more than a full batch; the rest waits on. */
    int[][] groups(Waiting waiting) {
        int[][] groups = new int[waiting.groups().length][];
        int[] left = {};
        for (int s = 0; s < groups.length; s++) {
            int[] came = waiting.groups()[s];
            int[] all = Arrays.copyOf(left, left.length + came.length);
            System.arraycopy(came, 0, all, left.length, came.length);
            int size = Math.min(all.length, fullSize);
            groups[s] = Arrays.copyOf(all, size);
            left = Arrays.copyOfRange(all, size, all.length);
        }
        return groups;
    }
}

package io.wirepath.causes.joint.scene;

import java.util.Arrays;

/**
 * How long after its answer a task may still make calls of each label: the delay up to which such calls follow an
 * answer more often than later, while nothing else is at work.
 *
 * <pre>
 *  task  ├───────────────┤ answer         idle         ├──── next task
 *  call                     ▲     by chance it falls on any idle moment alike
 *                        └──┘ delay
 * </pre>
 *
 * <p>Only idle times can tell: while a task is open it is the simpler owner. A thread that publishes once the response
 * is written follows the answer closely; a timer does not.
 */
final class AfterAnswer {

    private static final int BINS_AN_OCTAVE = 3;
    private static final int BINS = Long.SIZE * BINS_AN_OCTAVE;
    /** Two rates must be more likely than one by so much. */
    private static final double MIN_GAIN_NATS = 10;

    /** While others are at work the same takes longer than in the idle times that tell. */
    private static final double MARGIN = 4;

    private final Scene scene;
    /** Ticks of idle time by the time since the answer. */
    private final double[] exposure = new double[BINS];
    /** Idle calls of each label by the time since the answer. */
    private final double[][] seen;

    private AfterAnswer(Scene scene) {
        this.scene = scene;
        seen = new double[scene.labels][BINS];
    }

    /** The longest such delay of each label, in ticks; 0 where tasks do nothing after their answer. */
    static long[] ticks(Scene scene) {
        AfterAnswer after = new AfterAnswer(scene);
        after.count();
        long[] ticks = new long[scene.labels];
        Arrays.setAll(ticks, after::longest);
        return ticks;
    }

    /** Walks over the idle times that begin with an answer. */
    private void count() {
        int call = 0;
        long answer = Long.MIN_VALUE;
        boolean isKnown = false;
        for (int i = 0; i < scene.tasks; i++) {
            if (isKnown && scene.arrival[i] > answer) {
                call = count(answer, scene.arrival[i], call);
            }
            if (scene.departure[i] >= answer) {
                answer = scene.departure[i];
                isKnown = scene.endIsKnown[i];
            }
        }
    }

    private int count(long answer, long arrival, int from) {
        int call = from;
        while (call < scene.calls && scene.sent[call] <= answer) {
            call++;
        }
        for (; call < scene.calls && scene.sent[call] < arrival; call++) {
            if (!scene.isDecided(call)) {
                seen[scene.label[call]][bin(scene.sent[call] - answer)]++;
            }
        }
        int last = bin(arrival - answer);
        for (int b = 0; b <= last; b++) {
            exposure[b] += Math.max(0, Math.min(edge(b + 1), (double) (arrival - answer)) - edge(b));
        }
        return call;
    }

    private static int bin(long ticks) {
        double log2 = Math.log((double) Math.max(1, ticks)) / Math.log(2);
        return Math.min(BINS - 1, (int) (BINS_AN_OCTAVE * log2));
    }

    private static double edge(int bin) {
        return bin == 0 ? 0 : Math.pow(2, (double) bin / BINS_AN_OCTAVE);
    }

    /**
     * Until when the rate of idle calls is higher than after that: where the likelihood of two rates, one before and
     * one after, is greatest; and of what is after that likewise, as long as two rates pay, since rare delays are long.
     */
    private long longest(int label) {
        int end = 0;
        for (int next = split(label, end); next > end; next = split(label, end)) {
            end = next;
        }
        return end == 0 ? 0 : (long) (MARGIN * edge(end));
    }

    /**
     * The bin before which calls are more frequent than from it on, of those from {@code from} on; {@code from} if
     * there is none.
     */
    private int split(int label, int from) {
        double calls = Arrays.stream(seen[label], from, BINS).sum();
        double idle = Arrays.stream(exposure, from, BINS).sum();
        double best = MIN_GAIN_NATS + rated(calls, idle);
        int at = from;
        double early = 0;
        double earlyIdle = 0;
        for (int b = from; b < BINS; b++) {
            early += seen[label][b];
            earlyIdle += exposure[b];
            double gain = rated(early, earlyIdle) + rated(calls - early, idle - earlyIdle);
            if (gain > best && early * idle > calls * earlyIdle) {
                best = gain;
                at = b + 1;
            }
        }
        return at;
    }

    /** Log-likelihood of so many calls in this time at their own rate. */
    private static double rated(double calls, double ticks) {
        return calls <= 0 ? 0 : calls * Math.log(calls / Math.max(1, ticks));
    }
}

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

    private final Scene scene;
    /** Idle time since the answer, and calls of each label in it. */
    private final RateSplits idle = new RateSplits();

    private final RateSplits[] calls;

    private AfterAnswer(Scene scene) {
        this.scene = scene;
        calls = new RateSplits[scene.labels];
        Arrays.setAll(calls, label -> new RateSplits());
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
                calls[scene.label[call]].see(scene.sent[call] - answer);
            }
        }
        idle.expose(arrival - answer);
        return call;
    }

    /** With the margin twice: while others are at work the same takes longer than in the idle times that tell. */
    private long longest(int label) {
        calls[label].exposeAs(idle);
        return (long) (Priors.MARGIN * Priors.MARGIN * calls[label].longest());
    }
}

package io.wirepath.causes.joint.scene;

import io.wirepath.causes.joint.model.Factor;
import io.wirepath.causes.joint.model.GapBins;
import io.wirepath.causes.joint.model.JointDensity;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;

/** Scenes for tests. */
public final class Scenes {

    private Scenes() {}

    /** A scene of one class and one label; tasks and calls are pairs of times. */
    public static Scene of(long[][] tasks, long[][] calls) {
        Scene scene = new Scene(1, tasks.length, calls.length, 1, 1);
        for (int i = 0; i < tasks.length; i++) {
            scene.arrival[i] = tasks[i][0];
            scene.departure[i] = tasks[i][1];
            scene.endIsKnown[i] = true;
            scene.taskRequest[i] = i;
        }
        for (int j = 0; j < calls.length; j++) {
            scene.sent[j] = calls[j][0];
            scene.received[j] = calls[j][1];
            scene.callRequest[j] = 1000 + j;
        }
        return scene;
    }

    /**
     * Pairs of tasks that come together; each makes one call, some 20 ms after it came, that takes as long; it ends
     * some 200 ms later. All three delays deviate by 40 % as the task is fast or slow, and by 10 % at random.
     *
     * @param pairs how many
     * @param together whether a task is slow or fast as a whole, and not again in each of its delays
     */
    public static Scene paced(int pairs, boolean together) {
        Random random = new Random(11);
        Scene scene = new Scene(1000, 2 * pairs, 2 * pairs, 1, 1);
        long[][] calls = new long[2 * pairs][];
        for (int i = 0; i < 2 * pairs; i++) {
            double speed = random.nextGaussian();
            scene.taskRequest[i] = i;
            scene.arrival[i] = i / 2 * 2_000_000L + i % 2 * 10L;
            long sent = scene.arrival[i] + delay(speed, together, random);
            long received = sent + delay(speed, together, random);
            scene.departure[i] = received + 10 * delay(speed, together, random);
            scene.endIsKnown[i] = true;
            calls[i] = new long[] {sent, received, 2 * pairs + i};
        }
        Arrays.sort(calls, (one, two) -> Long.compare(one[0], two[0]));
        for (int j = 0; j < calls.length; j++) {
            scene.sent[j] = calls[j][0];
            scene.received[j] = calls[j][1];
            scene.callRequest[j] = (int) calls[j][2];
        }
        return scene;
    }

    private static long delay(double speed, boolean together, Random random) {
        double own = together ? speed : random.nextGaussian();
        return (long) (20_000 * Math.exp(0.4 * own + 0.1 * random.nextGaussian()));
    }

    /**
     * Bursts of six tasks, each of which works, makes one call, and works again before it ends. The request of a call
     * is numbered as that of its owner and {@code tasks} more.
     *
     * @param tasks how many
     * @param oneByOne whether one thread does all work, in the order in which it comes up
     */
    public static Scene bursts(int tasks, boolean oneByOne) {
        Random random = new Random(7);
        Scene scene = new Scene(1000, tasks, tasks, 1, 1);
        PriorityQueue<long[]> work = new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));
        for (int i = 0; i < tasks; i++) {
            scene.taskRequest[i] = i;
            scene.endIsKnown[i] = true;
            scene.arrival[i] = i / 6 * 20_000L + i % 6 * 300L;
            work.add(new long[] {scene.arrival[i], i});
        }
        long[][] calls = new long[tasks][];
        long free = 0;
        while (!work.isEmpty()) {
            long[] next = work.poll();
            int i = (int) next[1];
            long done = (oneByOne ? Math.max(free, next[0]) : next[0]) + 300 + random.nextInt(1000);
            free = done;
            if (calls[i] == null) {
                calls[i] = new long[] {done, done + 1000 + random.nextInt(3000), tasks + i};
                work.add(new long[] {calls[i][1], i});
            } else {
                scene.departure[i] = done;
            }
        }
        Arrays.sort(calls, (one, two) -> Long.compare(one[0], two[0]));
        for (int j = 0; j < tasks; j++) {
            scene.sent[j] = calls[j][0];
            scene.received[j] = calls[j][1];
            scene.callRequest[j] = (int) calls[j][2];
        }
        return scene;
    }

    /** What so many samples say of calls without an owner. */
    public static Factor.Marginals marginals(double samples, double... orphans) {
        return new Factor.Marginals(samples, new double[0], orphans);
    }

    /** The density of a scene by times alone. */
    public static JointDensity density(Scene scene, CandidateSets candidates, GapBins bins) {
        return new JointDensity(scene, candidates, bins, List.of(), Set.of());
    }

    /** The same scene, where tasks may make calls of this label for so many ticks after they answered. */
    public static Scene goingOn(Scene scene, int label, long ticks) {
        scene.afterAnswer[label] = ticks;
        return scene;
    }
}

package io.wirepath.analyze.joint.scene;

import java.util.Arrays;
import java.util.Random;

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
        double its = together ? speed : random.nextGaussian();
        return (long) (20_000 * Math.exp(0.4 * its + 0.1 * random.nextGaussian()));
    }
}

package io.wirepath.causes.joint.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which event comes next: a call, an answer, the departure. */
class NextEventsTest {

    private static final int LOOKUP = 0;
    private static final int ASK = 1;
    private static final int STORE = 2;
    private static final int LABELS = 3;
    private static final int TASKS = 200;
    private static final int LENGTH = 1000;
    private static final double SLACK = 1e-9;

    /** A call of a task: its label, when it was sent and received, counted from the arrival. */
    private record Call(int label, int sent, int received) {}

    private static final Call[] WITHOUT_LOOKUP = {new Call(ASK, 300, 400), new Call(STORE, 500, 600)};
    private static final Call[] WITH_LOOKUP = {
        new Call(LOOKUP, 100, 200), new Call(ASK, 300, 400), new Call(STORE, 500, 600)
    };
    private static final Call[] LOOKUP_LATE = {
        new Call(ASK, 300, 400), new Call(LOOKUP, 450, 460), new Call(STORE, 500, 600)
    };
    private static final Call[] SIDE_BY_SIDE = {new Call(ASK, 300, 400), new Call(STORE, 301, 600)};

    /** Tasks one after the other, each with its calls in order; all of one class. */
    private static final class Tasks {
        private final Scene scene;
        private final TaskWalk walk;
        private final int[][] calls;

        Tasks(Call[]... tasks) {
            int count = Arrays.stream(tasks).mapToInt(own -> own.length).sum();
            scene = new Scene(1000, tasks.length, count, 1, LABELS);
            calls = new int[tasks.length][];
            int j = 0;
            for (int i = 0; i < tasks.length; i++) {
                scene.arrival[i] = (long) i * LENGTH;
                scene.departure[i] = scene.arrival[i] + LENGTH - 1;
                scene.endIsKnown[i] = true;
                calls[i] = IntStream.range(j, j + tasks[i].length).toArray();
                for (Call call : tasks[i]) {
                    scene.label[j] = call.label();
                    scene.sent[j] = scene.arrival[i] + call.sent();
                    scene.received[j++] = scene.arrival[i] + call.received();
                }
            }
            walk = new TaskWalk(scene, new GapBins(8));
        }

        TaskWalk lay(int task) {
            walk.lay(task, calls[task], calls[task].length);
            return walk;
        }
    }

    /** So many tasks of which every fourth makes the lookup, and then this one. */
    private static Call[][] andThen(Call[] last) {
        Call[][] tasks = new Call[TASKS + 1][];
        Arrays.setAll(tasks, i -> i % 4 == 0 ? WITH_LOOKUP : WITHOUT_LOOKUP);
        tasks[TASKS] = last;
        return tasks;
    }

    private static NextEvents learnt(Tasks tasks, int upTo) {
        NextEvents nexts = new NextEvents(tasks.scene);
        for (int i = 0; i < upTo; i++) {
            nexts.observe(tasks.lay(i), 1);
        }
        nexts.fit(Scenes.marginals(1));
        return nexts;
    }

    /** Most tasks ask without a lookup before, which says nothing of those that make one. */
    @Test
    void expectsFirstWhatGoesFirstWhereverItIsMade() {
        Tasks tasks = new Tasks(andThen(LOOKUP_LATE));
        NextEvents nexts = learnt(tasks, TASKS);
        assertEquals(0, nexts.log(tasks.lay(0)), 0.15);
        assertEquals(0, nexts.log(tasks.lay(1)), 0.1);
        double late = nexts.log(tasks.lay(TASKS));
        assertTrue(late < Math.log(0.03), "a lookup after what needs it: " + late);
    }

    /** Side by side either call goes first at random: no order is dear, and the shares are those seen. */
    @Test
    void doesNotMindTheOrderOfCallsThatHaveNone() {
        Call[] askFirst = {new Call(ASK, 300, 400), new Call(STORE, 310, 600)};
        Call[] storeFirst = {new Call(STORE, 300, 400), new Call(ASK, 310, 600)};
        Call[][] each = new Call[TASKS][];
        Arrays.setAll(each, i -> i % 4 == 0 ? storeFirst : askFirst);
        Tasks tasks = new Tasks(each);
        NextEvents nexts = learnt(tasks, TASKS);
        assertEquals(Math.log(0.25), nexts.log(tasks.lay(0)), 0.1);
        assertEquals(Math.log(0.75), nexts.log(tasks.lay(1)), 0.1);
    }

    /** A message that wants no answer is not open: no answer is passed over by what is sent behind it. */
    @Test
    void doesNotAwaitWhatIsNeverAnswered() {
        Call[] publishes = {new Call(ASK, 300, 400), new Call(STORE, 500, 550), new Call(STORE, 600, 650)};
        Tasks tasks = new Tasks(new Call[][] {publishes});
        Arrays.fill(tasks.scene.received, 1, 3, Scene.NEVER);
        TaskWalk walk = tasks.lay(0);
        assertArrayEquals(new int[] {0, 1, 0, 0, 0}, Arrays.copyOf(walk.open, walk.events));
    }

    @Test
    void learnsAnewWhatOrdersThereAre() {
        Tasks tasks = new Tasks(andThen(LOOKUP_LATE));
        NextEvents nexts = learnt(tasks, TASKS);
        nexts.clear();
        for (int i = 0; i < TASKS; i++) {
            nexts.observe(tasks.lay(TASKS), 1);
        }
        nexts.fit(Scenes.marginals(1));
        assertEquals(0, nexts.log(tasks.lay(TASKS)), 0.05);
    }

    /** Weights that explain choices best are known where each of three was chosen over each in a ratio that fits. */
    @Test
    void findsTheWeightsThatMadeTheChoices() {
        double[] true3 = {1, 2, 4};
        double[][] over = new double[3][3];
        for (int c = 0; c < 3; c++) {
            for (int d = 0; d < 3; d++) {
                over[c][d] = 100_000 * true3[c] / (true3[c] + true3[d]);
            }
        }
        PairwiseChoices choices = new PairwiseChoices(3);
        choices.take(over, 1);
        double[] weight = {1, 1, 1};
        choices.improve(weight, 300, 1, 1e-6);
        assertEquals(2, weight[1] / weight[0], 1e-3);
        assertEquals(4, weight[2] / weight[0], 1e-3);
    }

    @Test
    void doubtsACallThatDoesNotAwaitTheAnswerBeforeIt() {
        Tasks tasks = new Tasks(andThen(SIDE_BY_SIDE));
        NextEvents nexts = learnt(tasks, TASKS);
        assertEquals(0, nexts.log(tasks.lay(1)), 0.05);
        double beside = nexts.log(tasks.lay(TASKS));
        assertTrue(beside < Math.log(0.01), "a store beside the ask: " + beside);
    }

    @Test
    void expectsCallsSideBySideWhereThatIsUsual() {
        Call[][] each = new Call[TASKS][];
        Arrays.fill(each, SIDE_BY_SIDE);
        Tasks tasks = new Tasks(each);
        assertEquals(0, learnt(tasks, TASKS).log(tasks.lay(0)), 0.05);
    }

    /** A task that always awaits its answers does not leave with one open, nor with a call to make. */
    @Test
    void doubtsADepartureBeforeAllIsDone() {
        Call[] open = {new Call(ASK, 300, 400), new Call(STORE, 500, 2 * LENGTH)};
        Call[] later = {new Call(ASK, 300, 400), new Call(STORE, LENGTH + 10, LENGTH + 20)};
        for (Call[] last : new Call[][] {open, later}) {
            Tasks tasks = new Tasks(andThen(last));
            double log = learnt(tasks, TASKS).log(tasks.lay(TASKS));
            assertTrue(log < Math.log(0.01), "departed too early: " + log);
        }
    }

    /** All parts together are the score. */
    @Test
    void countsInTheScoreOfATask() {
        Tasks tasks = new Tasks(andThen(SIDE_BY_SIDE));
        JointDensity density = Scenes.density(tasks.scene, CandidateSets.of(tasks.scene), new GapBins(8));
        for (int i = 0; i < TASKS; i++) {
            density.observe(i, tasks.calls[i], tasks.calls[i].length, 1);
        }
        density.fit(Scenes.marginals(1, new double[tasks.scene.calls]));
        int[] calls = tasks.calls[TASKS];
        double[] parts = density.termsOfTask(TASKS, calls, calls.length);
        assertEquals(
                density.ofTask(TASKS, calls, calls.length), Arrays.stream(parts).sum(), SLACK);
        assertTrue(parts[1] < Math.log(0.005), "next events " + parts[1]);
    }
}

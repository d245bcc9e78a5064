package io.wirepath.causes.joint.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import org.junit.jupiter.api.Test;

/** Connections that a task holds from its first call to its last. */
class HeldConnectionsTest {

    private static final int PAIRS = 50;
    private static final int BEGIN = 0;
    private static final int COMMIT = 1;
    private static final int LENGTH = 1000;

    /**
     * Two tasks at a time, each with two calls; the first pair of calls goes over one connection, the second over
     * another.
     */
    private static Scene scene() {
        Scene scene = new Scene(1000, 2 * PAIRS, 4 * PAIRS, 1, 2);
        for (int pair = 0; pair < PAIRS; pair++) {
            for (int t = 0; t < 2; t++) {
                int task = 2 * pair + t;
                scene.arrival[task] = (long) pair * LENGTH + t;
                scene.departure[task] = scene.arrival[task] + 500;
                scene.endIsKnown[task] = true;
                scene.taskRequest[task] = task;
                for (int x = 0; x < 2; x++) {
                    int call = 4 * pair + 2 * x + t;
                    scene.label[call] = x == 0 ? BEGIN : COMMIT;
                    scene.sent[call] = scene.arrival[task] + 100 + 100L * x;
                    scene.received[call] = scene.sent[call] + 50;
                    scene.callRequest[call] = 2 * PAIRS + call;
                    scene.before[call] = call - 2;
                }
            }
        }
        return scene;
    }

    private final Scene scene = scene();

    /** What is learnt where each task makes both calls over one connection, or only every second time. */
    private HeldConnections learnt(boolean byTurns) {
        HeldConnections held = new HeldConnections(scene, CandidateSets.of(scene));
        for (int pair = 0; pair < PAIRS; pair++) {
            for (int t = 0; t < 2; t++) {
                boolean own = !byTurns || pair % 2 == 0;
                held.observe(laid(scene, calls(2 * pair + t, own), 2), 1);
            }
        }
        held.fit(Scenes.marginals(1, new double[scene.calls]));
        return held;
    }

    private static TaskWalk laid(Scene of, int[] calls, int count) {
        TaskWalk walk = new TaskWalk(of, new GapBins(8));
        walk.lay(0, calls, count);
        return walk;
    }

    private static int[] calls(int task, boolean own) {
        int begin = task / 2 * 4 + task % 2;
        int commit = task / 2 * 4 + 2 + (own ? task % 2 : 1 - task % 2);
        return new int[] {begin, commit};
    }

    @Test
    void speaksForWhoHeldTheConnectionAndAgainstAnyOther() {
        HeldConnections held = learnt(false);
        double own = held.log(laid(scene, calls(0, true), 2));
        double other = held.log(laid(scene, calls(0, false), 2));
        assertTrue(own > 2.5 && other == 0, own + " " + other);
    }

    @Test
    void saysNothingWhereConnectionsAreTakenAsTheyCome() {
        HeldConnections held = learnt(true);
        assertEquals(0, held.log(laid(scene, calls(0, true), 2)));
        assertEquals(0, held.log(laid(scene, calls(0, false), 2)));
    }

    /** That the call before has no owner, or an unknown one, tells nothing of who holds the connection. */
    @Test
    void learnsNothingOfAPairOfWhichOneCallHasNoOwner() {
        HeldConnections held = new HeldConnections(scene, CandidateSets.of(scene));
        double[] orphans = new double[scene.calls];
        for (int task = 0; task < scene.tasks; task++) {
            int[] calls = calls(task, true);
            held.observe(laid(scene, new int[] {calls[1]}, 1), 1);
            orphans[calls[0]] = 1;
        }
        held.fit(Scenes.marginals(1, orphans));
        assertEquals(0, held.log(laid(scene, calls(0, true), 2)));
    }

    /** Every second call is of the task of the call before it, as chance has it; none is of the other one's task. */
    @Test
    void saysNothingWhereTheCandidatesInCommonExplainAllButTheOtherConnectionDoesNot() {
        HeldConnections held = new HeldConnections(scene, CandidateSets.of(scene));
        for (int task = 0; task < scene.tasks; task++) {
            int[] calls = calls(task, true);
            boolean both = task / 2 % 2 == 0;
            held.observe(laid(scene, both ? calls : new int[] {calls[1]}, both ? 2 : 1), 1);
        }
        held.fit(Scenes.marginals(1, new double[scene.calls]));
        assertEquals(0, held.log(laid(scene, calls(0, true), 2)));
    }

    /** Four calls of one task, then four of another that came as early, over two connections by turns. */
    @Test
    void saysNothingWhereTheNextCallIsOfTheSameTaskAnyway() {
        Scene inTurn = new Scene(1000, 2 * PAIRS, 8 * PAIRS, 1, 1);
        for (int task = 0; task < 2 * PAIRS; task++) {
            inTurn.arrival[task] = (long) task / 2 * LENGTH + task % 2;
            inTurn.departure[task] = inTurn.arrival[task] + 950;
            inTurn.endIsKnown[task] = true;
            inTurn.taskRequest[task] = task;
        }
        for (int call = 0; call < inTurn.calls; call++) {
            inTurn.sent[call] = (long) call / 8 * LENGTH + 100 + call % 8 * 100L;
            inTurn.received[call] = inTurn.sent[call] + 50;
            inTurn.callRequest[call] = 2 * PAIRS + call;
            inTurn.before[call] = Math.max(-1, call - 2);
        }
        HeldConnections held = new HeldConnections(inTurn, CandidateSets.of(inTurn));
        for (int task = 0; task < inTurn.tasks; task++) {
            held.observe(laid(inTurn, fourCalls(task), 4), 1);
        }
        held.fit(Scenes.marginals(1, new double[inTurn.calls]));
        assertEquals(0, held.log(laid(inTurn, fourCalls(0), 4)));
    }

    private static int[] fourCalls(int task) {
        return new int[] {4 * task, 4 * task + 1, 4 * task + 2, 4 * task + 3};
    }

    @Test
    void saysNothingOfAConnectionThatTakesCallsBeforeItAnswers() {
        for (int call = 0; call < scene.calls; call++) {
            scene.received[call] = scene.sent[call] + 150;
        }
        assertEquals(0, learnt(false).log(laid(scene, calls(0, true), 2)));
    }

    /** Calls of the task that are none of the pair stand before, between and behind. */
    @Test
    void findsTheCallBeforeAmongAllOfTheTask() {
        HeldConnections held = learnt(false);
        double own = held.log(laid(scene, calls(0, true), 2));
        assertEquals(own, held.log(laid(scene, new int[] {0, 1, 2}, 3)));
        assertEquals(own, held.log(laid(scene, new int[] {1, 2, 3}, 3)));
        assertEquals(own, held.log(laid(scene, new int[] {0, 2, 3}, 3)));
        assertEquals(2 * own, held.log(laid(scene, new int[] {0, 1, 2, 3}, 4)));
    }
}

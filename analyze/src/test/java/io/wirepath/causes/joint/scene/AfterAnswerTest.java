package io.wirepath.causes.joint.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.joint.model.GapBins;
import io.wirepath.causes.joint.model.TaskWalk;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Work that a task does after its answer. */
class AfterAnswerTest {

    private static final int TASKS = 100;
    private static final int LENGTH = 1000;
    private static final int ANSWER = 200;

    /**
     * Tasks that answer 200 ticks after they came, one each 1000 ticks, and one call a task at this time after its
     * arrival.
     */
    private static Scene scene(IntUnaryOperator sentAfter) {
        Scene scene = new Scene(1000, TASKS, TASKS, 1, 1);
        for (int i = 0; i < TASKS; i++) {
            scene.arrival[i] = (long) i * LENGTH;
            scene.departure[i] = scene.arrival[i] + ANSWER;
            scene.endIsKnown[i] = true;
            scene.taskRequest[i] = i;
            scene.callRequest[i] = TASKS + i;
            scene.sent[i] = scene.arrival[i] + sentAfter.applyAsInt(i);
            scene.received[i] = scene.sent[i] + 5;
        }
        return scene;
    }

    /** Up to the longest delay of idle times, 24 ticks, and three times that for times in which others are at work. */
    @Test
    void findsUntilWhenCallsFollowTheAnswer() {
        long[] ticks = AfterAnswer.ticks(scene(i -> ANSWER + 5 + i % 20));
        assertTrue(ticks[0] >= 72 && ticks[0] <= 150, "" + ticks[0]);
    }

    @Test
    void findsRareDelaysThatAreLong() {
        long[] ticks = AfterAnswer.ticks(scene(i -> ANSWER + (i % 4 > 0 ? 1 + i % 8 : 100 + i)));
        assertTrue(ticks[0] >= 200, "" + ticks[0]);
    }

    @Test
    void takesCallsOfAClockForNobodysWork() {
        assertEquals(0, AfterAnswer.ticks(scene(i -> ANSWER + 1 + i * 7919 % (LENGTH - ANSWER - 1)))[0]);
    }

    @Test
    void leavesWorkBeforeTheAnswerAsItIs() {
        assertEquals(0, AfterAnswer.ticks(scene(i -> 100))[0]);
    }

    @Test
    void letsATaskOwnACallThatFollowsItsAnswerAndNoneBeyond() {
        Scene scene = scene(i -> i % 2 == 0 ? ANSWER + 10 : ANSWER + 500);
        scene.afterAnswer[0] = 50;
        CandidateSets candidates = CandidateSets.of(scene);
        assertEquals(0, candidates.slot(0, 0));
        assertEquals(0, candidates.count(1));
    }

    @Test
    void laysOutWhatFollowsTheAnswerBehindIt() {
        Scene scene = scene(i -> ANSWER + 10);
        TaskWalk walk = new TaskWalk(scene, new GapBins(8));
        walk.lay(0, new int[] {0}, 1);
        assertEquals(2, walk.events);
        assertEquals(0, walk.departure);
        assertEquals(0, walk.call[1]);
        assertEquals(TaskWalk.answered(1), walk.state[1]);
        assertEquals(new GapBins(8).of(10), walk.bin[1]);
    }
}

package io.wirepath.causes.nesting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.causes.CallTrace;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The examples of Project 5 §5.1, computed by hand. */
class NestingTest {

    private static LinkTable nest(MessageTable messages, NestingSettings settings) {
        return new Nesting(settings).infer(messages);
    }

    @Test
    void nestsBothCallsOfFigure3InTheOneThatEnclosesThem() {
        CallTrace trace = new CallTrace();
        int ab = trace.call("A", "B", 1, 11);
        int bc = trace.call("B", "C", 3, 5);
        int bd = trace.call("B", "D", 7, 9);
        MessageTable messages = trace.build();
        LinkTable links = nest(messages, NestingSettings.defaults());
        assertEquals(-1, CallTrace.owner(messages, links, ab));
        assertEquals(ab, CallTrace.owner(messages, links, bc));
        assertEquals(ab, CallTrace.owner(messages, links, bd));
    }

    /**
     * Figure 5: delays 20 (twice), 30 and 10. Each of the four nestings counts 1/2, so the histogram is 20 ms: 1,
     * 10 ms: 1/2, 30 ms: 1/2.
     */
    private static CallTrace figure5() {
        CallTrace trace = new CallTrace();
        trace.call("A", "B", 0, 100);
        trace.call("A", "B", 10, 110);
        trace.call("B", "C", 20, 60);
        trace.call("B", "C", 30, 70);
        return trace;
    }

    @Test
    void prefersTheDelayThatOccursTwiceInFigure5() {
        MessageTable messages = figure5().build();
        LinkTable links = nest(messages, NestingSettings.defaults());
        assertEquals(0, CallTrace.owner(messages, links, 2));
        assertEquals(1, CallTrace.owner(messages, links, 3));
        // Scores 1 and 1/2.
        assertEquals(2.0 / 3, links.likelyProbability(CallTrace.request(messages, 2)), 1e-6);
        // Scores 1 and 1/2 x 2^-2, for the first parent has an overlapping child by now.
        assertEquals(8.0 / 9, links.likelyProbability(CallTrace.request(messages, 3)), 1e-6);
    }

    @Test
    void leavesTheScoreAloneWithoutPenalties() {
        MessageTable messages = figure5().build();
        LinkTable links = nest(messages, NestingSettings.defaults().withPenalties(0, 0, 0));
        assertEquals(2.0 / 3, links.likelyProbability(CallTrace.request(messages, 3)), 1e-6);
    }

    @Test
    void countsCallsToTheSameCalleeAndAnyCallsForTheOtherPenalties() {
        CallTrace trace = new CallTrace();
        trace.call("A", "B", 0, 100);
        trace.call("A", "B", 10, 110);
        trace.call("B", "C", 20, 25);
        trace.call("B", "C", 30, 35);
        MessageTable messages = trace.build();
        LinkTable same = nest(messages, NestingSettings.defaults().withPenalties(0, 3, 0));
        LinkTable any = nest(messages, NestingSettings.defaults().withPenalties(0, 0, 1));
        int row = CallTrace.request(messages, 3);
        // Scores 1 and 1/2 x 2^-3, then 1 and 1/2 x 2^-1: the calls do not overlap.
        assertEquals(1 / (1 + 1.0 / 16), same.likelyProbability(row), 1e-6);
        assertEquals(1 / (1 + 1.0 / 4), any.likelyProbability(row), 1e-6);
    }

    @Test
    void givesATieToTheEarliestParent() {
        CallTrace trace = new CallTrace();
        trace.call("A", "B", 0, 100);
        trace.call("A", "B", 1, 100);
        int tied = trace.call("B", "C", 51, 60);
        MessageTable messages = trace.build();
        LinkTable links = nest(messages, NestingSettings.defaults());
        // 51 and 50 ms share a bin of log 1.05, so both score 1.
        assertEquals(DelayBins.of(51_000_000), DelayBins.of(50_000_000));
        assertEquals(0, CallTrace.owner(messages, links, tied));
    }

    @Test
    void leavesACallThatOutlivesEveryOtherOneARoot() {
        CallTrace trace = new CallTrace();
        trace.call("A", "B", 0, 10);
        int late = trace.call("B", "C", 5, 12);
        MessageTable messages = trace.build();
        assertEquals(-1, CallTrace.owner(messages, nest(messages, NestingSettings.defaults()), late));
        NestingSettings tolerant = NestingSettings.defaults().withSkew(0, 3_000_000);
        assertEquals(0, CallTrace.owner(messages, nest(messages, tolerant), late));
    }

    @Test
    void smoothsWithoutLosingOrMovingScore() {
        Scoreboard board = new Scoreboard();
        int cell = board.cell(0, 1, 2_500_000);
        board.add(cell, 1);
        board.smooth(2);
        int bin = DelayBins.of(2_500_000);
        double sum = 0;
        for (int b = -bin; b < DelayBins.COUNT - bin; b++) {
            sum += board.score(cell + b);
        }
        assertEquals(1, sum, 1e-9);
        assertEquals(board.score(cell - 2), board.score(cell + 2), 1e-12);
        assertEquals(Math.exp(-0.5), board.score(cell + 2) / board.score(cell), 1e-9);
    }

    @Test
    void keepsTheDelaysOfDifferentNodesApart() {
        Scoreboard board = new Scoreboard();
        board.add(board.cell(3, 4, 1_000_000), 1);
        board.add(board.cell(3, 4, 1_001_000), 0.5);
        board.add(board.cell(4, 3, 1_000_000), 0.25);
        assertEquals(1.5, board.score(board.cell(3, 4, 1_000_000)));
        assertEquals(0.25, board.score(board.cell(4, 3, 1_000_000)));
        assertEquals(0, board.score(board.cell(3, 4, 2_000_000)));
    }

    @Test
    void findsTheBinThatTheLogarithmGives() {
        Random random = new Random(2);
        for (int i = 0; i < 200_000; i++) {
            long delay = i < 5000 ? i - 100 : random.nextLong() >>> 1 + random.nextInt(62);
            int wanted = delay <= 1 ? 0 : (int) (Math.log((double) delay) / Math.log(1.05));
            assertEquals(Math.min(DelayBins.COUNT - 1, wanted), DelayBins.of(delay), "at " + delay);
        }
    }
}

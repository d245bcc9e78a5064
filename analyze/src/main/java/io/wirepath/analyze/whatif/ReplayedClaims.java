package io.wirepath.analyze.whatif;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.finding.TurnClaims;
import io.wirepath.analyze.finding.TurnClaims.Claim;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The claims that calls wait in turn which a replay bears out: with the waits taken out and the queue put in, requests
 * take as long as they took. Waits that others explain do not come back so. Of others in which hardly any time is
 * waited nothing is kept: it makes no difference whether it is wait or work.
 */
record ReplayedClaims(List<Claim> borneOut, List<Claim> others) {

    /** Of the time waited, the most that the durations of requests may be off in sum. */
    private static final double MAX_OFF = 0.5;

    /** Share of the durations of requests that is hardly any time. */
    private static final double HARDLY_ANY = 0.01;

    static ReplayedClaims of(MessageTable messages, CallTable calls, ServedCalls served) {
        List<Claim> borneOut = new ArrayList<>();
        List<Claim> others = new ArrayList<>();
        for (Claim claim : new TurnClaims(messages, calls, served).claims()) {
            WorkPlan plan = WorkPlan.of(messages, calls, served, List.of(claim), List.of());
            int[] roots = plan.roots();
            long[] recorded = plan.recordedNanos(roots);
            boolean isReplayed = !claim.ofSeries(); // there a place is left after each call
            if (isReplayed && off(plan, roots, recorded) <= MAX_OFF * claim.lostNanos()) {
                borneOut.add(claim);
            } else if (claim.lostNanos() > HARDLY_ANY * sum(recorded)) {
                others.add(claim);
            }
        }
        return new ReplayedClaims(borneOut, others);
    }

    private static double sum(long[] recorded) {
        return LongStream.of(recorded)
                .filter(nanos -> nanos != MessageTable.NIL)
                .asDoubleStream()
                .sum();
    }

    private static double off(WorkPlan plan, int[] roots, long[] recorded) {
        long[] again = new Replay(plan, Work.asRecorded(plan), new Replay.Resources(plan.atOnce()))
                .run(roots, plan.startNanos(roots));
        double off = 0;
        for (int i = 0; i < roots.length; i++) {
            off += recorded[i] == MessageTable.NIL ? 0 : Math.abs((double) again[i] - recorded[i]);
        }
        return off;
    }
}

package io.wirepath.analyze.whatif;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.finding.TurnClaims;
import io.wirepath.analyze.finding.TurnClaims.Claim;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The claims that calls wait in turn which a replay bears out: with the waits taken out and the queue put in, requests
 * take as long as they took. Waits that others explain do not come back so.
 */
record ReplayedClaims(List<Claim> borneOut, List<Claim> others) {

    /** Of the time waited, the most that the durations of requests may be off in sum. */
    private static final double MOST_OFF = 0.5;

    static ReplayedClaims of(MessageTable messages, CallTable calls, ServedCalls served) {
        List<Claim> borneOut = new ArrayList<>();
        List<Claim> others = new ArrayList<>();
        for (Claim claim : new TurnClaims(messages, calls, served).claims()) {
            boolean comesBack = off(messages, calls, served, claim) <= MOST_OFF * claim.lostNanos();
            (comesBack ? borneOut : others).add(claim);
        }
        return new ReplayedClaims(borneOut, others);
    }

    private static double off(MessageTable messages, CallTable calls, ServedCalls served, Claim claim) {
        WorkPlan plan = WorkPlan.of(messages, calls, served, List.of(claim), List.of());
        int[] roots = plan.roots();
        long[] recorded = plan.recordedNanos(roots);
        long[] again = new Replay(plan, Work.asRecorded(plan), new Replay.Resources(plan.atOnce()))
                .run(roots, plan.startNanos(roots));
        double off = 0;
        for (int i = 0; i < roots.length; i++) {
            off += recorded[i] == MessageTable.NIL ? 0 : Math.abs((double) again[i] - recorded[i]);
        }
        return off;
    }
}

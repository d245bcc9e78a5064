package io.wirepath.analyze.whatif;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.finding.PoolClaims.RolePool;
import io.wirepath.analyze.finding.TurnClaims;
import io.wirepath.analyze.finding.TurnClaims.Claim;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The claims that calls wait in turn which a replay bears out: with the waits taken out and the queue put in, requests
 * take as long as they took, if not each of them: where the work before a call varies, nobody can tell what of it was
 * wait. Waits that others explain do not come back so. Of others in which hardly any time is waited nothing is kept: it
 * makes no difference whether it is wait or work.
 *
 * @param others claims that are not borne out
 * @param possible limits that calls seem to meet, sure or not, also those of claims
 */
record ReplayedClaims(List<Claim> borneOut, List<Claim> others, List<Limit> possible) {

    /** Of the time waited, the most that the durations of requests may be off in sum. */
    private static final double MAX_OFF = 0.5;

    /** Share of the durations of requests that is hardly any time. */
    private static final double HARDLY_ANY = 0.01;

    /** What is seen has less than a chance of 1 in 20 without a limit: intervals are of 95 %. In nats. */
    private static final double MIN_EVIDENCE = -Math.log(0.05);

    static ReplayedClaims of(MessageTable messages, CallTable calls, ServedCalls served, String[] role) {
        List<Claim> borneOut = new ArrayList<>();
        List<Claim> others = new ArrayList<>();
        TurnClaims turns = new TurnClaims(messages, calls, served);
        List<RolePool> ofRoles = turns.poolsOfRoles(role);
        for (Claim claim : turns.claims(ofRoles)) {
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
        List<Limit> possible = ofRoles.stream()
                .filter(pool -> pool.evidence() >= MIN_EVIDENCE)
                .flatMap(pool -> pool.held().stream().map(held -> new Limit(held, pool.atOnce())))
                .toList();
        return new ReplayedClaims(borneOut, others, possible);
    }

    private static double sum(long[] recorded) {
        return LongStream.of(recorded)
                .filter(nanos -> nanos != MessageTable.NIL)
                .asDoubleStream()
                .sum();
    }

    /** How far the durations of a replay are from those recorded, both in order of length, in sum. */
    private static double off(WorkPlan plan, int[] roots, long[] recorded) {
        long[] again = new Replay(plan, Work.asRecorded(plan), new Replay.Resources(plan.atOnce()))
                .run(roots, plan.startNanos(roots));
        long[] as = answered(recorded, recorded);
        long[] replayed = answered(again, recorded);
        return IntStream.range(0, as.length)
                .mapToDouble(i -> Math.abs((double) replayed[i] - as[i]))
                .sum();
    }

    private static long[] answered(long[] nanos, long[] recorded) {
        return IntStream.range(0, nanos.length)
                .filter(i -> recorded[i] != MessageTable.NIL)
                .mapToLong(i -> nanos[i])
                .sorted()
                .toArray();
    }
}

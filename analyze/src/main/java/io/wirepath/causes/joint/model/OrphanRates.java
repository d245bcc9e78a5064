package io.wirepath.causes.joint.model;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.FreeTime;
import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * How likely a call is that no task made: a rate per label, and where such calls come regularly, of the label or of all
 * that the node sends, what is due then ({@link Renewals}).
 *
 * <pre>
 *  rate                  ▂            ▂
 *  of label c  ▁▁▁▁▁▁▁▁▁▁█▁▁▁▁▁▁▁▁▁▁▁▁█▁▁▁▁
 * </pre>
 *
 * <p>Who sends by a clock of its own to this peer and that has one clock, not one for each.
 */
final class OrphanRates implements Factor {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final int[] NOTHING = {};
    /** A call is one of those that come regularly when nobody made it with this probability. */
    private static final double LIKELY = 0.25;

    private final Scene scene;
    private final double windowTicks;
    private final int[][] callsOfLabel;
    /** Per label: as many calls without an owner as those show that were sent while no task was open. */
    private final double[] most;
    /** Log rate per tick at the time of each call. */
    private final double[] logRate;
    /** Calls that come when one of those that come regularly is due. */
    private final BitSet due = new BitSet();

    OrphanRates(Scene scene, CandidateSets candidates) {
        this.scene = scene;
        most = FreeTime.mostOrphans(scene, candidates);
        windowTicks = scene.windowTicks();
        callsOfLabel = scene.callsByLabel();
        logRate = new double[scene.calls];
    }

    private static double prior(int[] calls) {
        return Priors.ORPHAN_SHARE * calls.length + Priors.ORPHANS;
    }

    @Override
    public String name() {
        return "no cause";
    }

    @Override
    public String words(Told told) {
        return words(told.call());
    }

    /** Where a clock is at work the density at its tick is no number of calls a second. */
    String words(int call) {
        if (due.get(call)) {
            return "such calls come regularly without a cause, and one is due then";
        }
        double perSecond = Math.exp(log(call)) / scene.tickNanos * NANOS_PER_SECOND;
        return String.format(Locale.ROOT, "%.2g such calls a second without a cause", perSecond);
    }

    /** Log rate per tick, at the time of this call, of calls like it that no task made. */
    double log(int call) {
        return logRate[call];
    }

    @Override
    public void fit(Marginals marginals) {
        double[] marginal = marginals.orphans();
        double samples = marginals.samples();
        double[] expected = new double[callsOfLabel.length];
        double all = 0;
        for (int label = 0; label < expected.length; label++) {
            for (int j : callsOfLabel[label]) {
                expected[label] += marginal[j] / samples;
            }
            all += expected[label];
        }
        int[] proven = IntStream.range(0, scene.calls)
                .filter(j -> expected[scene.label[j]] <= most[scene.label[j]])
                .toArray();
        Renewals ofNode = renewals(proven, marginal, samples);
        boolean nodePays = ofNode.pays();
        for (int label = 0; label < expected.length; label++) {
            int[] calls = callsOfLabel[label];
            boolean isProven = expected[label] <= most[label];
            Renewals own = renewals(isProven ? calls : NOTHING, marginal, samples);
            double ofAll = isProven && nodePays ? (expected[label] + 1) / (all + expected.length) : 0;
            learn(label, expected[label], own, ofNode, ofAll);
        }
    }

    private Renewals renewals(int[] calls, double[] marginal, double samples) {
        return new Renewals(Arrays.stream(calls)
                .filter(j -> marginal[j] > LIKELY * samples)
                .mapToLong(j -> scene.sent[j])
                .distinct()
                .toArray());
    }

    private void learn(int label, double expected, Renewals own, Renewals ofNode, double ofAll) {
        int[] calls = callsOfLabel[label];
        double rate = Math.min(expected + prior(calls), most[label]) / windowTicks;
        boolean pays = own.pays();
        double times = (pays ? 1 : 0) + (ofAll > 0 ? 1 : 0);
        double logSteady = Math.log(rate);
        for (int j : calls) {
            if (times == 0) {
                due.clear(j);
                logRate[j] = logSteady;
                continue;
            }
            double regular =
                    (pays ? own.density(scene.sent[j]) : 0) + (ofAll > 0 ? ofAll * ofNode.density(scene.sent[j]) : 0);
            due.set(j, regular / times > rate);
            logRate[j] = Math.log(regular / times + prior(calls) / windowTicks);
        }
    }
}

package io.wirepath.causes.joint.model;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.FreeTime;
import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How likely a call is that no task made: a rate per label, and more than that where a {@link Timer} makes such calls
 * and one of them is due.
 *
 * <pre>
 *  rate                  ▂            ▂            ▂
 *  of label c  ▁▁▁▁▁▁▁▁▁▁█▁▁▁▁▁▁▁▁▁▁▁▁█▁▁▁▁▁▁▁▁▁▁▁▁█▁▁▁▁▁▁▁
 *              calls a period apart that are likely orphans
 * </pre>
 *
 * <p>A call is due a period after or before another likely orphan; it never supports itself.
 */
final class OrphanRates implements Factor {

    private static final double NANOS_PER_SECOND = 1e9;
    /** A call is looked at for timers when nobody made it with this probability. */
    private static final double LIKELY = 0.25;

    private final Scene scene;
    private final double windowTicks;
    private final int[][] callsOfLabel;
    /** Per label: as many calls without an owner as those show that were sent while no task was open. */
    private final double[] most;
    /** Log rate per tick at the time of each call. */
    private final double[] logRate;

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
        double perSecond = Math.exp(log(told.call())) / scene.tickNanos * NANOS_PER_SECOND;
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
        for (int label = 0; label < callsOfLabel.length; label++) {
            int[] calls = callsOfLabel[label];
            double expected = 0;
            for (int j : calls) {
                expected += marginal[j] / samples;
            }
            boolean proven = expected <= most[label];
            Timer timer = proven ? Timer.of(likely(calls, marginal, samples)) : null;
            learn(calls, marginal, samples, Math.min(expected + prior(calls), most[label]), timer);
        }
    }

    private long[] likely(int[] calls, double[] marginal, double samples) {
        return Arrays.stream(calls)
                .filter(j -> marginal[j] > LIKELY * samples)
                .mapToLong(j -> scene.sent[j])
                .toArray();
    }

    private void learn(int[] calls, double[] marginal, double samples, double expected, @Nullable Timer timer) {
        double[] due = new double[calls.length];
        if (timer != null) {
            expect(calls, marginal, timer, timer.period(), due);
            expect(calls, marginal, timer, -timer.period(), due);
        }
        double rest = expected;
        for (int x = 0; x < calls.length; x++) {
            rest -= due[x] > 0 ? marginal[calls[x]] / samples : 0;
        }
        for (int x = 0; x < calls.length; x++) {
            logRate[calls[x]] = Math.log(rest / windowTicks + due[x] / samples);
        }
    }

    /**
     * Notes how dense calls of the timer are at the time of each call, as far as those tell that are so much earlier.
     */
    private void expect(int[] calls, double[] marginal, Timer timer, double earlier, double[] due) {
        int first = 0;
        for (int x = 0; x < calls.length; x++) {
            double expected = scene.sent[calls[x]] - earlier;
            while (first < calls.length && scene.sent[calls[first]] < expected - timer.tolerance()) {
                first++;
            }
            for (int y = first; y < calls.length; y++) {
                double away = scene.sent[calls[y]] - expected;
                if (away > timer.tolerance()) {
                    break;
                }
                due[x] = Math.max(due[x], marginal[calls[y]] * timer.density(away));
            }
        }
    }
}

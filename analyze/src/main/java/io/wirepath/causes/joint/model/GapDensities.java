package io.wirepath.causes.joint.model;

import io.wirepath.causes.explain.Words;
import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * How long a task takes from one event to the next: a histogram per class of task, last event and next event.
 *
 * <p>Each is backed off, by {@code n / (n + 1)}, to the histogram of all tasks with the same kind of last event and the
 * same next event, that of a sending to those of all sendings, and these to a flat one over the logarithm of the delay.
 * Tables exist only for transitions that were seen; all others share the table they are backed off to.
 *
 * <p>Half a sample is taken from each smoothing window and left to what is backed off to (absolute discounting): a
 * delay that was seen but once is mostly a wrong guess that would speak for itself.
 */
public final class GapDensities implements Factor.OfTask {

    private static final double TINY = 1e-300;
    /** Widest half window, in octaves. */
    private static final int WIDEST_OCTAVES = 3;

    private static final int KINDS = 4;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Scene scene;
    private final GapBins bins;
    private final int labels;
    private final int nexts;
    private final int states;
    private final int used;
    /** Per transition: its counts, null until one is seen. */
    private final double[][] counts;
    /** Per transition: log density per tick of each bin. */
    private final double[][] logDensity;

    /** Per transition: log of the mass up to each bin, null until somebody asks. */
    private final double[][] logMassUpTo;

    private final int[] touched;
    private int touchedCount;
    private final double[] base;
    /** Per kind of last event and next event, of all classes together. */
    private final double[][] pooled;

    private final double[][] logPooled;
    private final double[] massUpTo;
    private final double[] backUpTo;

    public GapDensities(Scene scene, GapBins bins) {
        this.scene = scene;
        this.bins = bins;
        labels = scene.labels;
        nexts = labels + 1;
        states = TaskWalk.statesPerClass(labels);
        int transitions = scene.classes * states * nexts;
        counts = new double[transitions][];
        logDensity = new double[transitions][];
        logMassUpTo = new double[transitions][];
        touched = new int[transitions];
        int top = Math.min(bins.of(scene.longestTaskTicks() + 1) + 1, bins.count() - 1);
        used = top + 1;
        base = flatOverBins(top);
        pooled = new double[KINDS * nexts][used];
        logPooled = new double[KINDS * nexts][used];
        for (int t = 0; t < transitions; t++) {
            logDensity[t] = logPooled[poolOf(t)];
        }
        massUpTo = new double[used + 1];
        backUpTo = new double[used + 1];
    }

    private double[] flatOverBins(int top) {
        double[] flat = new double[used];
        double total = top + 1 + (bins.count() - top - 1) * (1 - Priors.NEARLY_ALL);
        for (int b = 0; b < used; b++) {
            flat[b] = 1 / (total * bins.width(b));
        }
        return flat;
    }

    private int transition(int state, int next) {
        return state * nexts + next;
    }

    @Override
    public String name() {
        return "gap";
    }

    @Override
    public double log(TaskWalk walk) {
        double log = 0;
        for (int x = 0; x < walk.events; x++) {
            if (!walk.isReceipt(x)) {
                log += walk.isHandedOver(x)
                        ? logUpTo(walk.state[x], walk.next[x], walk.bin[x])
                        : log(walk.state[x], walk.next[x], walk.bin[x]);
            }
        }
        return log;
    }

    @Override
    public void observe(TaskWalk walk, double weight) {
        for (int x = 0; x < walk.events; x++) {
            if (!walk.isReceipt(x) && !walk.isHandedOver(x)) {
                count(walk.state[x], walk.next[x], walk.bin[x], weight);
            }
        }
    }

    @Override
    public String words(Told told) {
        TaskWalk walk = told.walk();
        int sending = IntStream.range(0, walk.events)
                .filter(x -> walk.call[x] == told.call() && !walk.isReceipt(x))
                .findFirst()
                .orElseThrow();
        int last = walk.state[sending] % states;
        boolean ofItself = last == 0 || last == TaskWalk.answered(labels);
        String event =
                last == 0 ? "it came" : ofItself ? "it answered" : last <= labels ? "calling " : "the answer of ";
        String server = ofItself ? "" : told.callee((last - 1) % labels);
        double rate = Math.exp(log(walk.state[sending], walk.next[sending], walk.bin[sending]));
        long waited = (scene.sent[told.call()] - walk.timeBefore(sending)) * scene.tickNanos;
        return String.format(
                Locale.ROOT,
                "%s after %s%s; density %.3g per ms",
                Words.duration(waited),
                event,
                server,
                rate / scene.tickNanos * NANOS_PER_MILLI);
    }

    /** Log probability that this transition takes no longer: of a call that was handed over, it was due by then. */
    double logUpTo(int state, int next, int bin) {
        int t = transition(state, next);
        double[] log = logMassUpTo[t];
        if (log == null) {
            log = new double[used];
            double mass = 0;
            for (int b = 0; b < used; b++) {
                mass += Math.exp(logDensity[t][b]) * bins.width(b);
                log[b] = Math.log(Math.min(1, mass) + TINY);
            }
            logMassUpTo[t] = log;
        }
        return log[Math.min(bin, used - 1)];
    }

    /** Log density per tick of this transition after a delay in this bin. */
    public double log(int state, int next, int bin) {
        return logDensity[transition(state, next)][Math.min(bin, used - 1)];
    }

    /**
     * {@linkplain NormalScores Normal scores} of the delays of this transition by bin, each of the middle of its bin.
     */
    double[] normalScores(int state, int next) {
        double[] log = logDensity[transition(state, next)];
        double[] mass = new double[used];
        Arrays.setAll(mass, b -> Math.exp(log[b]) * bins.width(b));
        double total = Arrays.stream(mass).sum();
        double below = 0;
        double[] score = new double[used];
        for (int b = 0; b < used; b++) {
            score[b] = NormalScores.of((below + mass[b] / 2) / total);
            below += mass[b];
        }
        return score;
    }

    @Override
    public void clear() {
        for (int t = 0; t < touchedCount; t++) {
            Arrays.fill(counts[touched[t]], 0);
        }
    }

    void count(int state, int next, int bin, double weight) {
        int t = transition(state, next);
        double[] own = counts[t];
        if (own == null) {
            own = new double[used];
            counts[t] = own;
            touched[touchedCount++] = t;
        }
        own[Math.min(bin, used - 1)] += weight;
    }

    @Override
    public void fit(Marginals marginals) {
        double scale = 1 / marginals.samples();
        Arrays.fill(logMassUpTo, null);
        pool(scale);
        double[] own = new double[used];
        for (int x = 0; x < touchedCount; x++) {
            learn(touched[x], scale, pooled[poolOf(touched[x])], own);
        }
    }

    private void learn(int transition, double scale, double[] back, double[] own) {
        double n = 0;
        for (int b = 0; b < used; b++) {
            own[b] = counts[transition][b] * scale;
            n += own[b];
        }
        double[] shared = logPooled[poolOf(transition)];
        if (n == 0) {
            logDensity[transition] = shared;
            return;
        }
        double[] log = logDensity[transition] == shared ? new double[used] : logDensity[transition];
        double kept = n * smooth(own, back, log);
        for (int b = 0; b < used; b++) {
            log[b] = Math.log(
                    (kept * log[b] + (n - kept + Priors.BACKED_OFF) * back[b]) / (n + Priors.BACKED_OFF) + TINY);
        }
        logDensity[transition] = log;
    }

    private int poolOf(int t) {
        int last = t / nexts % states;
        int kind = last == 0 ? 0 : last <= labels ? 1 : last < TaskWalk.answered(labels) ? 2 : 3;
        return kind * nexts + t % nexts;
    }

    /** Densities of the transitions with the same kind of last event and the same next one, taken together. */
    private void pool(double scale) {
        for (double[] pool : pooled) {
            Arrays.fill(pool, 0);
        }
        for (int x = 0; x < touchedCount; x++) {
            double[] into = pooled[poolOf(touched[x])];
            double[] from = counts[touched[x]];
            for (int b = 0; b < used; b++) {
                into[b] += from[b] * scale;
            }
        }
        for (int kind = 0; kind < KINDS; kind++) {
            double[] anyLabel = new double[used];
            for (int label = 0; label < labels; label++) {
                for (int b = 0; b < used; b++) {
                    anyLabel[b] += pooled[kind * nexts + label][b];
                }
            }
            backOff(anyLabel, base);
            for (int next = 0; next < nexts; next++) {
                int p = kind * nexts + next;
                backOff(pooled[p], next < labels ? anyLabel : base);
                for (int b = 0; b < used; b++) {
                    logPooled[p][b] = Math.log(pooled[p][b] + TINY);
                }
            }
        }
    }

    /** Makes a density of counts. */
    private void backOff(double[] counted, double[] to) {
        double n = Arrays.stream(counted).sum();
        double[] smoothed = new double[used];
        double kept = n * smooth(counted, to, smoothed);
        for (int b = 0; b < used; b++) {
            counted[b] = (kept * smoothed[b] + (n - kept + Priors.BACKED_OFF) * to[b]) / (n + Priors.BACKED_OFF);
        }
    }

    /**
     * Each bin gets its share of the smallest symmetric window of bins that holds enough samples, by the density that
     * is backed off to: few samples tell how many there are near a delay, and not yet how they lie there.
     *
     * @return share of the samples that the discount left
     */
    private double smooth(double[] from, double[] back, double[] to) {
        for (int b = 0; b < used; b++) {
            massUpTo[b + 1] = massUpTo[b] + from[b];
            backUpTo[b + 1] = backUpTo[b] + back[b] * bins.width(b);
        }
        if (massUpTo[used] == 0) {
            Arrays.fill(to, 0);
            return 0;
        }
        int widest = WIDEST_OCTAVES * bins.perOctave();
        double total = 0;
        double left = 0;
        int half = 0;
        for (int b = 0; b < used; b++) {
            // Windows of neighbours differ by one step at most, so the search starts where the last one ended.
            half = Math.max(0, half - 1);
            while (half < widest && within(massUpTo, b, half) < Priors.SMOOTHING_SAMPLES) {
                half++;
            }
            double mass = within(massUpTo, b, half);
            double share = back[b] / within(backUpTo, b, half);
            to[b] = Math.max(0, mass - Priors.UNSEEN) * share;
            total += mass * share * bins.width(b);
            left += to[b] * bins.width(b);
        }
        for (int b = 0; b < used && left > 0; b++) {
            to[b] /= left;
        }
        return left / total;
    }

    private double within(double[] upTo, int bin, int half) {
        return upTo[Math.min(bin + half + 1, used)] - upTo[Math.max(0, bin - half)];
    }
}

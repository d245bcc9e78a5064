package io.wirepath.causes.joint.model;

import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
import java.util.Arrays;

/**
 * How the delays of one task go together: who was slow once is slow again, and a call that took long is followed by a
 * long gap.
 *
 * <pre>
 *  arrival ─gap─► send ─────how long the call took─────► receipt ─gap─► send or departure
 *
 *  foretold                 from
 *  gap                      how long the call took whose answer came just before; the gap before
 *  how long a call took     the gap before it was sent; how long the call took that was answered before
 * </pre>
 *
 * <p>{@link GapDensities} takes every gap for itself. Here gaps and durations of calls become
 * {@linkplain NormalScores normal scores}, each by its own distribution, and what one tells about the other is a
 * regression (a Gaussian copula: Joe,
 * <em>Dependence Modeling with Copulas</em>, 2014). How long a call takes says nothing of its owner by itself; together
 * with the other delays of a task it does.
 *
 * <p>Each transition is learnt as if {@value io.wirepath.causes.joint.scene.Priors#LIKE_ITS_KIND} samples more had been
 * seen that are like those of its kind (gaps after sendings, gaps after receipts, calls), and a kind counts only where
 * it {@linkplain Factor#pays pays}. It is learnt once, from the state after the last round: where much is in flight,
 * rounds that went by it found less. Not thread-safe.
 */
final class Pace implements Factor.OfTask {

    private static final int NO_GAP = -1;

    private final Scene scene;
    private final GapDensities gaps;
    private final int states;
    private final int nexts;
    /** Per call: the score of how long it took, among those with its label; 0 where no answer was seen. */
    private final double[] took;
    /** Per call: the score of the gap before it, in the task at hand. */
    private final double[] gapBefore;
    /** Per label of calls, and per transition; null where the pace tells nothing. */
    private PacePart[] calls = {};

    private PacePart[] transitions = {};
    /** Per transition the score of each bin; null where none was counted. */
    private double[][] scores = {};

    private boolean works;

    Pace(Scene scene, GapDensities gaps) {
        this.scene = scene;
        this.gaps = gaps;
        states = TaskWalk.statesPerClass(scene.labels);
        nexts = scene.labels + 1;
        took = new double[scene.calls];
        gapBefore = new double[scene.calls];
    }

    @Override
    public String name() {
        return "pace";
    }

    @Override
    public Learns learns() {
        return Learns.LAST_STATE;
    }

    @Override
    public String words(Told told) {
        return "what is slow or fast in it goes together";
    }

    /** Whether it tells anything. */
    boolean works() {
        return works;
    }

    /** Begins to count, under the densities as they are now. */
    @Override
    public void clear() {
        works = false;
        calls = new PacePart[scene.labels];
        Arrays.setAll(calls, label -> new PacePart());
        transitions = new PacePart[scene.classes * states * nexts];
        scores = new double[transitions.length][];
        long[] ticks = new long[scene.calls];
        Arrays.setAll(ticks, j -> scene.received[j] - scene.sent[j]);
        for (int[] own : scene.callsByLabel()) {
            NormalScores.rank(ticks, Arrays.stream(own).filter(this::isAnswered).toArray(), took);
        }
    }

    private boolean isAnswered(int call) {
        return scene.received[call] != Scene.NEVER;
    }

    @Override
    public void observe(TaskWalk walk, double weight) {
        for (int x = 0; x < walk.events; x++) {
            int t = walk.isReceipt(x) ? NO_GAP : transition(walk, x);
            if (t != NO_GAP && scores[t] == null) {
                scores[t] = gaps.normalScores(walk.state[x], walk.next[x]);
                transitions[t] = new PacePart();
            }
        }
        visit(walk, true);
    }

    private int transition(TaskWalk walk, int event) {
        return walk.state[event] * nexts + walk.next[event];
    }

    /** By how much more likely the delays of a laid out task are together than each by itself, in nats. */
    @Override
    public double log(TaskWalk walk) {
        return works ? visit(walk, false) : 0;
    }

    private double visit(TaskWalk walk, boolean counts) {
        double log = 0;
        double lastGap = 0;
        double lastTook = 0;
        double answer = 0;
        for (int x = 0; x < walk.events; x++) {
            if (walk.isReceipt(x)) {
                int j = walk.call[x];
                log += part(calls[scene.label[j]], took[j], gapBefore[j], lastTook, counts);
                lastTook = took[j];
                answer = lastTook;
            } else {
                int t = transition(walk, x);
                boolean tells = !walk.isHandedOver(x);
                double gap = scores[t] != null && tells ? scores[t][Math.min(walk.bin[x], scores[t].length - 1)] : 0;
                log += tells ? part(transitions[t], gap, answer, lastGap, counts) : 0;
                lastGap = gap;
                answer = 0;
                if (walk.call[x] >= 0) {
                    gapBefore[walk.call[x]] = gap;
                }
            }
        }
        return log;
    }

    private static double part(PacePart own, double score, double before, double beforeThat, boolean counts) {
        if (own == null) {
            return 0;
        }
        if (counts) {
            own.count(score, before, beforeThat);
        }
        return own.log(score, before, beforeThat);
    }

    /** The gap after an arrival has nothing before it. */
    @Override
    public void fit(Marginals marginals) {
        PacePart[] afterArrival = new PacePart[transitions.length];
        PacePart[] afterSending = new PacePart[transitions.length];
        PacePart[] afterReceipt = new PacePart[transitions.length];
        for (int t = 0; t < transitions.length; t++) {
            int last = t / nexts % states;
            PacePart[] kind = last == 0 ? afterArrival : last <= scene.labels ? afterSending : afterReceipt;
            kind[t] = transitions[t];
            transitions[t] = null;
        }
        boolean ofCalls = learn(calls, calls);
        boolean ofSendings = learn(afterSending, transitions);
        boolean ofReceipts = learn(afterReceipt, transitions);
        works = ofCalls || ofSendings || ofReceipts;
    }

    /** Learns the parts of a kind, and keeps them where they pay. */
    private static boolean learn(PacePart[] kind, PacePart[] to) {
        PacePart all = new PacePart();
        for (PacePart own : kind) {
            if (own != null) {
                all.count(own);
            }
        }
        all.learn(new PacePart(), Priors.BY_CHANCE);
        boolean pays = Factor.pays(all.gain());
        for (int x = 0; x < kind.length; x++) {
            if (kind[x] != null) {
                kind[x].learn(all, Priors.LIKE_ITS_KIND);
                to[x] = pays ? kind[x] : null;
            }
        }
        return pays;
    }
}

package io.wirepath.causes.joint.model;

import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
import java.util.Arrays;

/**
 * Which event of a task comes next, of those that can: a call that its plan still has, the answer of one that is open,
 * or its departure. {@code P(x | last event) = v(last, x) / sum of v(last, x')}.
 *
 * <pre>
 *  after sending a      an answer        a program that awaits it before it goes on
 *                       another sending  calls made side by side
 *                       the departure    nobody awaits it
 * </pre>
 *
 * <p>When an answer comes is the callee's affair, and no density is asked for it; but that it comes first, of all that
 * could come, is the task's. The weights {@code v} are those that make the choices seen most likely, taken pair by
 * pair: {@code x} came while {@code x'} could have come, too (Bradley and Terry; by the iteration of Hunter, <em>MM
 * algorithms for generalized Bradley-Terry models</em>, Annals of Statistics 2004). So a call that always goes first
 * where there is one weighs much, however seldom tasks make it; how often a call is chosen of the times it is left says
 * less, because that falls with each call that goes before it. Each kind of event also won and lost half a choice
 * against a weight that is given, so weights stay finite. Not thread-safe.
 */
final class NextEvents implements Factor.OfTask {

    /** Weights are improved so many times in a learning, and go on from there in the next. */
    private static final int IMPROVEMENTS = 30;
    /** Products are turned into logarithms before they can underflow. */
    private static final double SMALL = 1e-200;

    private final int kinds;
    private final int departing;
    private final int receiving;
    /** Per state, event that came and event that could have come: how often; rows exist for what was seen. */
    private final double[][][] cameBefore;

    private final double[][] weight;
    /** Per state: the sum of its weights. */
    private final double[] total;
    /** Per label: calls that the task at hand still has to make. */
    private final int[] left;
    /** Labels of which some are left. */
    private final int[] labelsLeft;

    private int labelsLeftCount;

    private final PairwiseChoices choices;

    NextEvents(Scene scene) {
        kinds = TaskWalk.kindsOfEvents(scene.labels);
        departing = TaskWalk.departing(scene.labels);
        receiving = TaskWalk.receiving(scene.labels);
        int states = scene.classes * TaskWalk.statesPerClass(scene.labels);
        cameBefore = new double[states][][];
        weight = new double[states][];
        double[] unseen = new double[kinds];
        Arrays.fill(unseen, Priors.UNSEEN);
        Arrays.fill(weight, unseen);
        total = new double[states];
        Arrays.fill(total, kinds * Priors.UNSEEN);
        choices = new PairwiseChoices(kinds);
        left = new int[scene.labels];
        labelsLeft = new int[scene.labels];
    }

    @Override
    public String name() {
        return "order";
    }

    @Override
    public String words(Told told) {
        return "what comes next: a call, an answer or its own answer";
    }

    /** Log probability of the order of the events of this task, given which calls it makes. */
    @Override
    public double log(TaskWalk walk) {
        if (walk.distinct == 0) {
            return 0;
        }
        begin(walk);
        double log = 0;
        double product = 1;
        for (int x = 0; x < walk.events; x++) {
            double[] v = weight[walk.state[x]];
            double sum = walk.open[x] > 0 ? v[receiving] : 0;
            if (x <= walk.departure) {
                sum += v[departing];
            }
            for (int y = 0; y < labelsLeftCount; y++) {
                sum += v[labelsLeft[y]];
            }
            product *= v[walk.next[x]] / sum;
            if (product < SMALL) {
                log += Math.log(product);
                product = 1;
            }
            passed(walk.next[x]);
        }
        return log + Math.log(product);
    }

    /** Log probability that this event comes next in a state, where all can. */
    double logAlone(int state, int event) {
        return Math.log(weight[state][event] / total[state]);
    }

    @Override
    public void clear() {
        for (double[][] rows : cameBefore) {
            for (int came = 0; rows != null && came < kinds; came++) {
                if (rows[came] != null) {
                    Arrays.fill(rows[came], 0);
                }
            }
        }
    }

    @Override
    public void observe(TaskWalk walk, double by) {
        if (walk.distinct == 0) {
            return;
        }
        begin(walk);
        for (int x = 0; x < walk.events; x++) {
            double[] others = row(walk.state[x], walk.next[x]);
            others[receiving] += walk.open[x] > 0 ? by : 0;
            others[departing] += x <= walk.departure ? by : 0;
            for (int y = 0; y < labelsLeftCount; y++) {
                others[labelsLeft[y]] += by;
            }
            passed(walk.next[x]);
        }
    }

    private double[] row(int state, int came) {
        double[][] rows = cameBefore[state];
        if (rows == null) {
            rows = new double[kinds][];
            cameBefore[state] = rows;
            weight[state] = weight[state].clone();
        }
        if (rows[came] == null) {
            rows[came] = new double[kinds];
        }
        return rows[came];
    }

    private void begin(TaskWalk walk) {
        labelsLeftCount = walk.distinct;
        for (int y = 0; y < walk.distinct; y++) {
            labelsLeft[y] = walk.distinctLabel[y];
            left[labelsLeft[y]] = walk.callsOf[labelsLeft[y]];
        }
    }

    /** Takes a call from what is left, if the event sends one. */
    private void passed(int event) {
        if (event < departing && --left[event] == 0) {
            int y = 0;
            while (labelsLeft[y] != event) {
                y++;
            }
            System.arraycopy(labelsLeft, y + 1, labelsLeft, y, --labelsLeftCount - y);
        }
    }

    @Override
    public void fit(Marginals marginals) {
        for (int s = 0; s < cameBefore.length; s++) {
            if (cameBefore[s] != null) {
                choices.take(cameBefore[s], 1 / marginals.samples());
                choices.improve(weight[s], IMPROVEMENTS, Priors.UNSEEN, Priors.UNSEEN);
                total[s] = Arrays.stream(weight[s]).sum();
            }
        }
    }
}

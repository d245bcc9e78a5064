package io.wirepath.causes.joint.model;

import io.wirepath.causes.joint.model.Factor.Learns;
import io.wirepath.causes.joint.model.Factor.Marginals;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The density of the model (docs/algorithms.md), as the list of its {@link Factor}s: what a task with these calls
 * scores, and what a call adds by itself. Sampler, crossover, learning and explanations all ask here.
 *
 * <pre>
 *  L(z) = sum over tasks of ofTask(i, calls of i)  +  sum over calls of ofCall(j, owner of j)
 * </pre>
 *
 * <p>All scores are in nats. Not thread-safe.
 */
public final class JointDensity {

    private static final double[] NOTHING = {};

    private final Scene scene;
    /** The task that was scored or observed last, for explanations. */
    public final TaskWalk walk;

    public final GapDensities gaps;
    /** Per slot: what evidence says for it, in nats. */
    public final double[] evidence;

    private final GapBins bins;
    private final PlanTable plans;
    private final NextEvents order;
    private final OrphanRates orphans;
    private final List<Factor> factors;
    /** Those of them that score tasks, and those that score pairs. */
    public final List<Factor.OfTask> ofTasks;

    public final List<Factor.OfPair> ofPairs;
    private final Factor.OfTask[] scores;
    /** How many times the log probability of each of these counts. */
    private final double[] weight;

    private double delays = 1;
    /** What scores tasks, by what it learns from. */
    private final Map<Learns, Factor.OfTask[]> learners = new EnumMap<>(Learns.class);

    /**
     * Makes the list.
     *
     * @param pairs what scores pairs
     * @param without names of factors that are left out
     */
    public JointDensity(
            Scene scene, CandidateSets candidates, GapBins bins, List<Factor.OfPair> pairs, Set<String> without) {
        this.scene = scene;
        this.bins = bins;
        walk = new TaskWalk(scene, bins);
        order = new NextEvents(scene);
        evidence = new double[candidates.slots()];
        plans = new PlanTable(scene.classes, scene.labels);
        gaps = new GapDensities(scene, bins);
        orphans = new OrphanRates(scene, candidates);
        ofTasks = Stream.of(
                        plans,
                        order,
                        gaps,
                        new Pace(scene, gaps),
                        new HeldConnections(scene, candidates),
                        new Overtaking(scene, gaps, bins))
                .filter(own -> !without.contains(own.name()))
                .toList();
        ofPairs = pairs.stream().filter(own -> !without.contains(own.name())).toList();
        factors = Stream.concat(Stream.concat(ofTasks.stream(), ofPairs.stream()), Stream.of(orphans))
                .toList();
        scores = ofTasks.toArray(new Factor.OfTask[0]);
        weight = new double[scores.length];
        Arrays.fill(weight, 1);
        for (Learns from : Learns.values()) {
            Factor.OfTask[] own =
                    ofTasks.stream().filter(each -> each.learns() == from).toArray(Factor.OfTask[]::new);
            learners.put(from, own);
        }
    }

    /** Lets plans count so many times what their probability says; scores of tasks are worth nothing then. */
    public void weighPlans(double times) {
        weigh(plans, times);
    }

    /** The same of delays. */
    public void weighDelays(double times) {
        delays = times;
        weigh(gaps, times);
    }

    private void weigh(Factor.OfTask own, double times) {
        for (int x = 0; x < scores.length; x++) {
            if (scores[x] == own) {
                weight[x] = times;
            }
        }
    }

    /** Log-likelihood of a task that makes the first {@code count} of these calls, which stand in order of sending. */
    public double ofTask(int task, int[] calls, int count) {
        walk.lay(task, calls, count);
        double log = 0;
        for (int x = 0; x < scores.length; x++) {
            log += weight[x] == 0 ? 0 : weight[x] * scores[x].log(walk);
        }
        return log;
    }

    /** What a call adds in this slot: the evidence for its owner, or the log rate of calls without one. */
    public double ofCall(int call, int slot) {
        return slot < 0 ? orphans.log(call) : evidence[slot];
    }

    /**
     * How plausible it is, in nats, that a task sends a call next, by what it did last alone.
     *
     * @param last the call that it sent before, or none
     */
    public double goesOn(int task, int last, int call) {
        int state = scene.taskClass[task] * TaskWalk.statesPerClass(scene.labels);
        long since = scene.arrival[task];
        if (last >= 0) {
            int label = scene.label[last];
            boolean isOver = scene.received[last] <= scene.sent[call];
            state += isOver ? TaskWalk.received(label, scene.labels) : TaskWalk.sent(label);
            since = isOver ? scene.received[last] : scene.sent[last];
        }
        double next = order.logAlone(state, scene.label[call]);
        if (delays == 0) {
            return next;
        }
        int bin = bins.of(scene.sent[call] - since);
        return next
                + (scene.handedOver[call]
                        ? gaps.logUpTo(state, scene.label[call], bin)
                        : gaps.log(state, scene.label[call], bin));
    }

    /** The terms of {@link #ofTask}, as {@link #ofTasks} stands. */
    public double[] termsOfTask(int task, int[] calls, int count) {
        walk.lay(task, calls, count);
        return ofTasks.stream().mapToDouble(own -> own.log(walk)).toArray();
    }

    /** The factor of calls that no task made. */
    public Factor ofOrphans() {
        return orphans;
    }

    /** Forgets what was observed of samples, not what was fitted. */
    public void clear() {
        clear(Learns.SAMPLES);
    }

    private void clear(Learns from) {
        for (Factor own : factors) {
            if (own.learns() == from) {
                own.clear();
            }
        }
    }

    /** Observes a task that makes these calls, in samples of this weight. */
    public void observe(int task, int[] calls, int count, double weight) {
        observe(Learns.SAMPLES, task, calls, count, weight);
    }

    private void observe(Learns from, int task, int[] calls, int count, double weight) {
        walk.lay(task, calls, count);
        for (Factor own : learners(from)) {
            own.observe(walk, weight);
        }
    }

    /** The M-step: fits all that learns from samples. */
    public void fit(Marginals marginals) {
        fitPairs(marginals);
        fitTasks(marginals);
    }

    /** Fits what scores pairs. */
    public void fitPairs(Marginals marginals) {
        Arrays.fill(evidence, 0);
        for (Factor.OfPair own : ofPairs) {
            own.fit(marginals);
            own.addTo(evidence);
        }
    }

    /** Fits all else. */
    public void fitTasks(Marginals marginals) {
        fit(Learns.SAMPLES, marginals);
        orphans.fit(marginals);
    }

    private void fit(Learns from, Marginals marginals) {
        for (Factor own : learners(from)) {
            own.fit(marginals);
        }
    }

    private Factor.OfTask[] learners(Learns from) {
        return Objects.requireNonNull(learners.get(from));
    }

    /**
     * Fits what learns from a state; scores of tasks are worth nothing then.
     *
     * @param calls per task its calls, in order of sending
     * @param count per task how many of these count
     */
    public void fitState(Learns from, int[][] calls, int[] count) {
        clear(from);
        for (int i = 0; i < scene.tasks; i++) {
            observe(from, i, calls[i], count[i], 1);
        }
        fit(from, new Marginals(1, NOTHING, NOTHING));
    }
}

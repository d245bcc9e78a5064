package io.wirepath.analyze.joint;

import io.wirepath.analyze.joint.evidence.PairFeature;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Solves one scene: Monte-Carlo expectation and maximisation for the tables, then the posterior, then the most likely
 * assignment.
 *
 * <pre>
 *  first guess ─► tables ─► ( E-step: owners given tables ─► M-step: tables, evidence )*
 *                                                                   │
 *                      most likely assignment ◄─ posterior ◄────────┘
 * </pre>
 *
 * <p>Calls that are certain are frozen; what depends on each other is solved together, and tiny groups exactly.
 */
final class ServiceLinker {

    /** Eight an octave foretell delays that were not learnt from better than five: wide bins blur where densities are steep. */
    private static final GapBins BINS = new GapBins(8);
    /** Where the first tables are worth little, what they take for held connections would stay. */
    private static final int FIRST_HELD_ROUND = 2;

    /** In crowds whom to propose is learnt anew in each of so many rounds, and then in every second one. */
    private static final int EARLY_ROUNDS = 5;

    private static final double CHAINS = 2;

    private final Scene scene;
    private SamplingSchedule schedule;
    private final List<PairFeature> features;
    private final CandidateSets candidates;
    private final Owners owners;
    private final TaskWalk walk;
    private final TaskModel model;
    private final Sampler sampler;
    private final ExactComponent exact;
    private final SeededRandom random;
    private final Residence residence;
    private final double[] evidence;
    private final double[] belief;
    private final double[] orphan;
    /** What was believed when the evidence was learnt last. */
    private double[] fitted = {};

    private final Chains chains;
    private final OpenCalls open;
    private final Conclusion conclusion;
    /** Where the scene is crowded. */
    private final @Nullable TimesWithin within;

    ServiceLinker(
            Scene scene, CandidateSets candidates, List<PairFeature> features, SamplingSchedule schedule, long seed) {
        this.scene = scene;
        this.candidates = candidates;
        this.features = features;
        boolean crowded = StartingOwners.isCrowded(scene, candidates);
        this.schedule = crowded ? schedule.crowded() : schedule.suiting(candidates.perCall());
        random = new SeededRandom(seed);
        owners = new Owners(candidates, scene.tasks);
        chains = new Chains(owners);
        walk = new TaskWalk(scene, new EventOrder(scene), BINS, random.oddNumbers(scene.labels));
        model = new TaskModel(scene, candidates, BINS);
        evidence = new double[candidates.slots()];
        within = crowded ? new TimesWithin(scene, candidates, BINS, evidence) : null;
        belief = new double[candidates.slots()];
        orphan = new double[scene.calls];
        open = new OpenCalls(scene, candidates, owners);
        residence = new Residence(owners, model, walk, belief, orphan);
        sampler = new Sampler(scene, candidates, owners, model, walk, evidence, open.active, random, residence);
        exact = new ExactComponent(candidates, owners, model, walk, sampler);
        conclusion = new Conclusion(candidates, this.schedule, owners, open, sampler, exact, residence);
    }

    /** Solves the scene. */
    ServiceAnswer solve() {
        start();
        double[] before = new double[belief.length];
        for (int round = 0; round < schedule.rounds(); ) {
            model.weighPlans(schedule.planWeight(round));
            if (round > 0) {
                takeTurns();
            }
            expect(round);
            maximise(round);
            round = schedule.next(round, takeOver(before) / scene.calls);
        }
        model.weighPlans(1);
        learnPace();
        return answer();
    }

    /** It is the other chain's turn. */
    private void takeTurns() {
        chains.change();
    }

    /** Last of all, when no round learns from it any more. */
    private void learnPace() {
        model.pace.begin();
        for (int i = 0; i < scene.tasks; i++) {
            walk.lay(i, owners.calls[i], owners.count[i]);
            model.pace.count(walk);
        }
        model.pace.learn();
    }

    /** Takes over what is believed now, and tells how much that differs from what was there. */
    private double takeOver(double[] before) {
        double change = 0;
        for (int s = 0; s < before.length; s++) {
            change += Math.abs(belief[s] - before[s]);
            before[s] = belief[s];
        }
        return change;
    }

    private void start() {
        StartingOwners start = new StartingOwners(scene, candidates);
        int[] slots = start.guess(evidence);
        double[] trust = start.trust();
        if (!features.isEmpty()) {
            for (int j = 0; j < scene.calls; j++) {
                if (slots[j] >= 0) {
                    belief[slots[j]] = trust[candidates.task[slots[j]]];
                }
            }
            fitFeatures();
            slots = start.guess(evidence);
            if (within != null && Arrays.stream(evidence).anyMatch(its -> its != 0)) {
                schedule = schedule.guided();
            }
        }
        chains.begin(slots);
        for (int i = 0; i < scene.tasks; i++) {
            if (trust[i] > 0) {
                walk.lay(i, owners.calls[i], owners.count[i]);
                if (within != null) {
                    model.countPlan(walk, trust[i]);
                } else {
                    model.count(walk, trust[i]);
                }
            }
        }
        for (int j = 0; j < scene.calls; j++) {
            if (slots[j] < 0) {
                model.countSpontaneous(j, 1);
            }
        }
        if (within != null) {
            DelaysBeyondChance.count(scene, BINS, model.gaps);
        }
        model.learn(1, false);
    }

    private void fitFeatures() {
        fitted = belief.clone();
        Arrays.fill(evidence, 0);
        for (PairFeature feature : features) {
            feature.fit(belief, evidence);
        }
    }

    /** Tells why, once the scene is solved. */
    JointReasons reasons(ServiceAnswer answer, EvidenceWords words) {
        double[][] byFeature = new double[features.size()][candidates.slots()];
        for (int f = 0; f < byFeature.length && fitted.length > 0; f++) {
            features.get(f).fit(fitted, byFeature[f]);
        }
        List<String> names = features.stream().map(PairFeature::name).toList();
        return new JointReasons(answer, owners, model, walk, names, byFeature, words);
    }

    private Components components() {
        return open.components(sampler);
    }

    private void expect(int round) {
        double temperature = schedule.temperature(round);
        sampler.forget();
        Components components = components();
        model.clear();
        prefer(round);
        Arrays.fill(belief, 0);
        Arrays.fill(orphan, 0);
        int samples = schedule.samples();
        countCertain(samples);
        for (int[] component : components.calls) {
            if (exact.suits(component)) {
                exact.load(component);
                exact.countExpected(temperature, samples);
                exact.addMarginals(temperature, samples, belief, orphan);
                exact.installRandom(temperature, random);
            } else {
                sampleStatistics(component, temperature);
            }
        }
        if (round >= schedule.orphanRound()) {
            // Not before the sampler has cooled: heat makes orphans, and their rate would keep them.
            model.countSpontaneous(orphan);
        }
    }

    /** Tells the sampler whom to propose, by what the rounds before this one brought. */
    private void prefer(int round) {
        if (within != null) {
            prefer(within, round);
        } else if (round > 0) {
            sampler.prefer(belief);
        }
    }

    private void prefer(TimesWithin times, int round) {
        if (round == 0) {
            // What a guess believed is worth nothing here.
            Arrays.fill(belief, 0);
            sampler.prefer(belief, times.learn(model.gaps));
        } else if (round < EARLY_ROUNDS || round % 2 == 0 || round == schedule.rounds()) {
            sampler.prefer(belief, times.learn(belief));
        }
    }

    private void countCertain(double samples) {
        for (int i = 0; i < scene.tasks; i++) {
            if (!open.undecided[i]) {
                walk.lay(i, owners.calls[i], owners.count[i]);
                model.count(walk, samples);
            }
        }
        residence.countCertain(open.active, samples);
    }

    private void sampleStatistics(int[] component, double temperature) {
        int[] tasks = open.tasksOf(component);
        double perCall = candidates.perCall(component);
        int sweeps = schedule.sweeps(schedule.samples(), perCall);
        int burn = schedule.sweeps(schedule.burnSweeps(), perCall);
        Attention attention = sampler.attention(component);
        sampler.sweep(attention, burn, temperature);
        residence.begin(component, tasks, (double) schedule.samples() / sweeps / attention.moves(), true);
        sampler.sweep(attention, sweeps, temperature);
        residence.end(component, tasks);
    }

    private void maximise(int round) {
        scale(belief, 1.0 / schedule.samples());
        if (!features.isEmpty()) {
            fitFeatures();
        }
        model.learn(schedule.samples(), !schedule.isHeated(round));
        if (within != null || round >= FIRST_HELD_ROUND) {
            model.learnHeld(schedule.samples());
        }
    }

    private ServiceAnswer answer() {
        sampler.forget();
        open.askAgain();
        prefer(schedule.rounds());
        Arrays.fill(belief, 0);
        Arrays.fill(orphan, 0);
        int[] slots = conclusion.of(components());
        takeTurns();
        slots = new PartitionCrossover(scene, candidates, owners, model, walk, sampler)
                .best(slots, conclusion.of(components()));
        owners.assign(slots);
        double sweeps = CHAINS * schedule.posteriorSweeps();
        scale(belief, 1 / sweeps);
        scale(orphan, 1 / sweeps);
        return new ServiceAnswer(scene, candidates, slots, belief.clone(), orphan.clone());
    }

    private static void scale(double[] numbers, double by) {
        for (int x = 0; x < numbers.length; x++) {
            numbers[x] *= by;
        }
    }
}

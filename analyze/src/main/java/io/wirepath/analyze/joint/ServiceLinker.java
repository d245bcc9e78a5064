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
 *  first guess ─► tables ─► ( E-step: owners given tables ─► M-step: tables, evidence, overtaking )*
 *                                                                   │
 *                      most likely assignment ◄─ posterior ◄────────┘
 * </pre>
 *
 * <p>Calls that are certain are frozen; what depends on each other is solved together, and tiny groups exactly.
 */
final class ServiceLinker {

    /** Eight an octave foretell delays that were not learnt from better than five: wide bins blur where densities are steep. */
    private static final GapBins BINS = new GapBins(8);
    /** Overtaking is looked at once the tables are worth something. */
    private static final int FIRST_OVERTAKING_ROUND = 2;

    /** The same where the first tables come from delays beyond chance, and are worth something later. */
    private static final int FIRST_OVERTAKING_ROUND_BEYOND_CHANCE = 5;

    /** The same where rounds are more and shorter. */
    private static final int FIRST_OVERTAKING_ROUND_IN_CROWDS = 6;

    /** In crowds whom to propose is learnt anew in each of so many rounds, and then in every second one. */
    private static final int EARLY_ROUNDS = 5;

    private static final double COLDEST = 0.03;
    private static final int[] NOBODY = {};
    private static final int FIT_SAMPLES = 6;
    private static final int FIT_SWEEPS = 6;

    private final Scene scene;
    private final SamplingSchedule schedule;
    private final boolean beyondChance;
    private final List<PairFeature> features;
    private final CandidateSets candidates;
    private final Owners owners;
    private final TaskWalk walk;
    private final TaskModel model;
    private final Overtaking overtaking;
    private final Sampler sampler;
    private final ExactComponent exact;
    private final SeededRandom random;
    private final Residence residence;
    private final double[] evidence;
    private final double[] belief;
    private final double[] orphan;
    /** What was believed when the evidence was learnt last. */
    private double[] fitted = {};

    private final OpenCalls open;
    /** Where the scene is crowded. */
    private final @Nullable TimesWithin within;

    /** @param beyondChance whether the first tables come from delays beyond chance, and not from a guess of the owners */
    ServiceLinker(
            Scene scene,
            CandidateSets candidates,
            List<PairFeature> features,
            SamplingSchedule schedule,
            boolean beyondChance,
            long seed) {
        this.scene = scene;
        this.candidates = candidates;
        this.features = features;
        this.schedule = schedule;
        this.beyondChance = beyondChance;
        random = new SeededRandom(seed);
        within = StartingOwners.isCrowded(scene, candidates) ? new TimesWithin(scene, candidates, BINS) : null;
        owners = new Owners(candidates, scene.tasks);
        walk = new TaskWalk(scene, new EventOrder(scene), BINS, random.oddNumbers(scene.labels));
        model = new TaskModel(scene, BINS);
        overtaking = new Overtaking(scene, owners, model.gaps, BINS);
        evidence = new double[candidates.slots()];
        belief = new double[candidates.slots()];
        orphan = new double[scene.calls];
        open = new OpenCalls(scene, candidates, owners);
        residence = new Residence(owners, model, walk, belief, orphan);
        sampler = new Sampler(
                scene, candidates, owners, model, walk, overtaking, evidence, open.active, random, residence);
        exact = new ExactComponent(candidates, owners, model, walk, sampler);
    }

    /** Solves the scene. */
    ServiceAnswer solve() {
        start();
        double[] before = new double[belief.length];
        for (int round = 0; round < schedule.rounds(); ) {
            model.weighPlans(schedule.planWeight(round));
            expect(round);
            maximise(round);
            round = schedule.next(round, takeOver(before) / scene.calls);
        }
        model.weighPlans(1);
        learnPace();
        return answer();
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

    /**
     * Mean log-likelihood of tasks and owners together over the states that are likely, in nats, once the scene is solved:
     * high where tables explain the times <em>and</em> leave little doubt.
     */
    double expectedFit(ServiceAnswer answer) {
        Components components = components();
        double sum = 0;
        for (int n = 0; n < FIT_SAMPLES; n++) {
            for (int[] component : components.calls) {
                if (isExact(component)) {
                    exact.load(component);
                    exact.installRandom(1, random);
                } else {
                    sweep(sampler.attention(component), FIT_SWEEPS, 1);
                }
            }
            sum += CompleteFit.of(scene, owners, model, walk, evidence);
        }
        owners.assign(answer.slot());
        return sum / FIT_SAMPLES;
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
        }
        owners.assign(slots);
        for (int i = 0; i < scene.tasks; i++) {
            if (trust[i] > 0) {
                walk.lay(i, owners.calls[i], owners.count[i]);
                if (beyondChance) {
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
        if (beyondChance) {
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
        return new JointReasons(answer, owners, model, walk, overtaking, names, byFeature, words);
    }

    private Components components() {
        sampler.forget();
        return open.components(sampler, overtaking.works());
    }

    private void expect(int round) {
        double temperature = schedule.temperature(round);
        Components components = components();
        model.clear();
        prefer(round);
        Arrays.fill(belief, 0);
        Arrays.fill(orphan, 0);
        int samples = schedule.samples();
        countCertain(samples);
        for (int[] component : components.calls) {
            if (isExact(component)) {
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

    private boolean isExact(int[] component) {
        return !overtaking.works() && ExactComponent.fits(candidates, component);
    }

    private void countCertain(double samples) {
        for (int i = 0; i < scene.tasks; i++) {
            if (!open.undecided[i]) {
                walk.lay(i, owners.calls[i], owners.count[i]);
                model.count(walk, samples);
            }
        }
        for (int j = 0; j < scene.calls; j++) {
            if (!open.active[j]) {
                note(j, samples);
            }
        }
    }

    private void note(int call, double times) {
        int slot = owners.slot[call];
        if (slot >= 0) {
            belief[slot] += times;
        } else {
            orphan[call] += times;
        }
    }

    private void sampleStatistics(int[] component, double temperature) {
        int[] tasks = open.tasksOf(component);
        double effort = schedule.effort(candidates.perCall(component));
        int sweeps = sweeps(schedule.samples(), effort);
        Attention attention = sampler.attention(component);
        sweep(attention, sweeps(schedule.burnSweeps(), effort), temperature);
        residence.begin(component, tasks, (double) schedule.samples() / sweeps / attention.moves(), true);
        sweep(attention, sweeps, temperature);
        residence.end(component, tasks);
    }

    private static int sweeps(int atMost, double effort) {
        return Math.max(1, (int) Math.round(atMost * effort));
    }

    private void sweep(Attention attention, int times, double temperature) {
        for (int n = 0; n < times; n++) {
            sampler.sweep(attention, temperature);
        }
    }

    private int firstOvertakingRound() {
        if (within != null) {
            return FIRST_OVERTAKING_ROUND_IN_CROWDS;
        }
        return beyondChance ? FIRST_OVERTAKING_ROUND_BEYOND_CHANCE : FIRST_OVERTAKING_ROUND;
    }

    private void maximise(int round) {
        if (round >= firstOvertakingRound()) {
            sampler.rememberAll();
            overtaking.collect();
            overtaking.fit(1);
        }
        scale(belief, 1.0 / schedule.samples());
        if (!features.isEmpty()) {
            fitFeatures();
        }
        model.learn(schedule.samples(), !schedule.isHeated(round));
        if (within != null || round >= firstOvertakingRound()) {
            // Where the first tables are worth little, what they take for awaited would stay.
            model.learnAwaiting(schedule.samples());
        }
    }

    private ServiceAnswer answer() {
        open.askAgain();
        Components components = components();
        prefer(schedule.rounds());
        Arrays.fill(belief, 0);
        Arrays.fill(orphan, 0);
        double sweeps = schedule.posteriorSweeps();
        for (int j = 0; j < scene.calls; j++) {
            if (!open.active[j]) {
                note(j, sweeps);
            }
        }
        for (int[] component : components.calls) {
            if (isExact(component)) {
                exact.load(component);
                exact.addMarginals(schedule.posteriorTemperature(), sweeps, belief, orphan);
                exact.installBest();
            } else {
                samplePosterior(component);
                cool(component);
            }
        }
        scale(belief, 1 / sweeps);
        scale(orphan, 1 / sweeps);
        return new ServiceAnswer(scene, candidates, owners.slot.clone(), belief.clone(), orphan.clone());
    }

    private static void scale(double[] numbers, double by) {
        for (int x = 0; x < numbers.length; x++) {
            numbers[x] *= by;
        }
    }

    private void samplePosterior(int[] component) {
        double temperature = schedule.posteriorTemperature();
        double effort = schedule.effort(candidates.perCall(component));
        int sweeps = sweeps(schedule.posteriorSweeps(), effort);
        sweep(sampler.freshAttention(component), sweeps(schedule.posteriorBurn(), effort), temperature);
        Attention attention = sampler.attention(component);
        residence.begin(component, NOBODY, (double) schedule.posteriorSweeps() / sweeps / attention.moves(), false);
        sweep(attention, sweeps, temperature);
        residence.end(component, NOBODY);
    }

    /** Lets the temperature fall and keeps the best state that was seen. */
    private void cool(int[] component) {
        int steps = sweeps(schedule.coolingSteps(), schedule.effort(candidates.perCall(component)));
        double start = schedule.lateTemperature();
        double change = 0;
        double best = 0;
        int[] bestSlots = owners.slotsOf(component);
        Attention attention = sampler.attention(component);
        for (int step = 0; step < steps; step++) {
            double temperature = start * Math.pow(COLDEST / start, step / Math.max(1.0, steps - 1));
            for (int n = 0; n < schedule.sweepsPerStep(); n++) {
                change += sampler.sweep(attention, temperature);
                if (change > best) {
                    best = change;
                    bestSlots = owners.slotsOf(component);
                }
            }
        }
        for (int x = 0; x < component.length; x++) {
            if (owners.slot[component[x]] != bestSlots[x]) {
                owners.move(component[x], bestSlots[x]);
            }
        }
    }
}

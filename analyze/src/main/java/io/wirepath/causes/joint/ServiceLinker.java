package io.wirepath.causes.joint;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.SeededRandom;
import io.wirepath.causes.joint.model.DelaysBeyondChance;
import io.wirepath.causes.joint.model.Factor;
import io.wirepath.causes.joint.model.Factor.Learns;
import io.wirepath.causes.joint.model.GapBins;
import io.wirepath.causes.joint.model.JointDensity;
import io.wirepath.causes.joint.model.Told;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
import java.util.List;
import java.util.Set;

/**
 * Solves one scene: Monte-Carlo expectation and maximisation for the tables, then the posterior, then the most likely
 * assignment.
 *
 * <pre>
 *  first guess ─► tables ─► ( E-step: owners given tables ─► M-step: tables, evidence ) × rounds ─► pace
 *                              chain 1 ⇄ chain 2, by turns                                           │
 *                           most likely assignment ◄─ cooling ◄─ posterior, of both chains ◄─────────┘
 * </pre>
 *
 * <p>A sampler that never leaves a wrong matching is sure of it, and tables that are learnt from it agree. So two
 * chains take turns: each round learns from what the other chain made of the tables before, and where both disagree
 * both are in doubt (after Gelman and Rubin, <em>Inference from iterative simulation using multiple sequences</em>,
 * Statistical Science 1992).
 *
 * <p>The schedule is the same for all scenes. Plans come from a guess first and count but {@value
 * io.wirepath.causes.joint.scene.Priors#GUESSED} times what they say; they count in full in the last {@value
 * io.wirepath.causes.joint.scene.Priors#FULL_ROUNDS} rounds. Calls that are certain are frozen; what depends on each
 * other is solved together.
 */
final class ServiceLinker {

    /**
     * Eight an octave foretell delays that were not learnt from better than five: wide bins blur where densities are
     * steep.
     */
    private static final GapBins BINS = new GapBins(Priors.GAP_BINS_AN_OCTAVE);

    /** For the posterior each call is visited at least in one of so many sweeps. */
    private static final int POSTERIOR_VISITS = 2;

    /** Sweeps at a time of a state that climbs. */
    private static final int MAX_SWEEPS = 1024;

    private static final int CHAINS = 2;
    /**
     * A chain is sure of an owner from this probability on; the chains agree unless some such owners show otherwise.
     */
    private static final double SURE = 0.9;

    private static final double AGREEING = 2.0 * Priors.POSTERIOR;
    /** Less than one move, in sweeps, whatever their number makes of rounding. */
    private static final double HARDLY = 1e-6;

    private static final int[] NO_TASKS = {};

    private final Scene scene;
    private final CandidateSets candidates;
    private final Owners owners;
    private final JointDensity density;
    private final ScoreMemo scores;
    private final WorkBudget budget;
    private final OwnerProposals proposals;
    private final Sampler sampler;
    private final HoldingTimes holding;
    private final OpenCalls open;
    /** The state of the chain whose turn it is not. */
    private int[] resting = {};

    ServiceLinker(Scene scene, CandidateSets candidates, List<Factor.OfPair> pairs, Set<String> without, long seed) {
        this.scene = scene;
        this.candidates = candidates;
        SeededRandom random = new SeededRandom(seed);
        owners = new Owners(candidates, scene.tasks);
        density = new JointDensity(scene, candidates, BINS, pairs, without);
        scores = new ScoreMemo(scene.tasks, density);
        budget = new WorkBudget(scene, density.walk);
        open = new OpenCalls(scene, candidates, owners, density, scores, budget);
        holding = new HoldingTimes(owners, density);
        proposals = new OwnerProposals(scene, candidates, BINS, density.evidence);
        sampler = new Sampler(
                scene, candidates, owners, density, scores, budget, open.active, proposals, random, holding);
    }

    /**
     * Solves the scene.
     *
     * @param goesOn whether decided tasks teach the first tables, so that few rounds are enough
     */
    ServiceAnswer solve(boolean goesOn) {
        begin();
        for (int round = goesOn ? Priors.ROUNDS - Priors.ROUNDS_GOING_ON : 0; round < Priors.ROUNDS; round++) {
            double left = Math.max(0, 1 - round / (double) (Priors.ROUNDS - Priors.FULL_ROUNDS));
            density.weighPlans(1 - (1 - Priors.GUESSED) * left);
            changeChains();
            if (round >= CHAINS) {
                density.fitState(Learns.STATE, owners.calls, owners.count);
            }
            expect(round >= CHAINS, left > 0);
            maximise();
        }
        density.fitState(Learns.LAST_STATE, owners.calls, owners.count);
        return answer();
    }

    private void changeChains() {
        int[] now = owners.slot.clone();
        owners.assign(resting);
        resting = now;
    }

    private void begin() {
        FirstGuess guess = new FirstGuess(scene, candidates, density.evidence);
        double[] trust = new double[candidates.slots()];
        for (int s : guess.slot) {
            if (s >= 0) {
                trust[s] = guess.trust[candidates.task[s]];
            }
        }
        density.fitPairs(new Factor.Marginals(1, trust, holding.orphans));
        guess = new FirstGuess(scene, candidates, density.evidence);
        owners.assign(guess.slot);
        resting = guess.slot.clone();
        for (int i = 0; i < scene.tasks; i++) {
            density.observe(i, owners.calls[i], owners.count[i], guess.trust[i]);
        }
        double[] orphans = new double[scene.calls];
        for (int j = 0; j < scene.calls; j++) {
            orphans[j] = guess.slot[j] < 0 ? 1 : 0;
        }
        DelaysBeyondChance.count(scene, BINS, density.gaps);
        density.fitTasks(new Factor.Marginals(1, trust, orphans));
        proposals.learn(density.gaps);
    }

    /** Tells why, once the scene is solved. */
    JointReasons reasons(ServiceAnswer answer, MessageTable messages, Told.Shared shared) {
        return new JointReasons(answer, owners, density, messages, shared);
    }

    /**
     * The E-step: counts what tasks do and who owns what, as the present tables have it.
     *
     * @param isTaught whether samples have taught the tables of this chain, and not the first guess alone
     * @param isEarly whether a later round mends what this one loses
     */
    private void expect(boolean isTaught, boolean isEarly) {
        holding.clear();
        scores.forget();
        List<int[]> components = open.components();
        density.clear();
        for (int i = 0; i < scene.tasks; i++) {
            if (!open.undecided[i]) {
                density.observe(i, owners.calls[i], owners.count[i], Priors.COUNTED);
            }
        }
        countCertain(Priors.COUNTED);
        for (int[] component : components) {
            if (isTaught && isEarly) {
                loosen(component);
            }
            int[] tasks = score(component);
            climb(component, isTaught ? MAX_SWEEPS : Priors.BURN_IN);
            holding.begin(component, tasks);
            sweep(component, Priors.COUNTED, 1, Priors.SELDOM);
            holding.end(component, tasks);
        }
    }

    /**
     * Sweeps as if delays told nothing. Where tasks have each other's calls, delays that were learnt of them hold each
     * call where it is, and only many moves together lead to what plans, order and connections tell.
     */
    private void loosen(int[] component) {
        density.weighDelays(0);
        scores.forget();
        score(component);
        sweep(component, Priors.COUNTED, 1, Priors.SELDOM);
        density.weighDelays(1);
        scores.forget();
    }

    /**
     * Sweeps, each time twice as often, until the state is no likelier by more than it moves anyway: what each call
     * moves by itself adds up like its root. Where many tasks have each other's calls the way is long, and tables that
     * are learnt on it teach the mistake; where the tables come from a guess the way leads nowhere. All such ways are
     * paid from what the scene has to spare; beyond that it sweeps as often as one that has arrived.
     */
    private void climb(int[] component, int most) {
        double byItself = Math.sqrt(component.length) / 2;
        int sweeps = Priors.BURN_IN;
        long before = budget.spent();
        double change = sweep(component, sweeps, 1, Priors.SELDOM);
        while (change > byItself && sweeps < most && 2 * (budget.spent() - before) <= budget.spare()) {
            sweeps *= 2;
            before = budget.spent();
            budget.grant(0);
            change = sampler.sweep(component, sweeps, 1, Priors.SELDOM);
            budget.settle();
        }
    }

    /** As {@link Sampler#sweep}, with as much room as so many visits need, and what there is to spare. */
    private double sweep(int[] component, int times, double temperature, int atLeast) {
        budget.grant((long) times * component.length);
        double change = sampler.sweep(component, times, temperature, atLeast);
        budget.settle();
        return change;
    }

    private void countCertain(int sweeps) {
        for (int j = 0; j < scene.calls; j++) {
            if (!open.active[j]) {
                holding.note(j, sweeps);
            }
        }
    }

    private int[] score(int[] component) {
        int[] tasks = open.tasksOf(component);
        for (int i : tasks) {
            sampler.rescore(i);
        }
        return tasks;
    }

    /** The M-step. */
    private void maximise() {
        for (int j = 0; j < scene.calls; j++) {
            sampler.visits.note(j, isSettled(j));
        }
        scale(holding.slots, 1.0 / Priors.COUNTED);
        density.fit(new Factor.Marginals(Priors.COUNTED, holding.slots, holding.orphans));
        proposals.learn(holding.slots);
    }

    /** Whether a call had one owner throughout the round, the one that the other chain left it with. */
    private boolean isSettled(int j) {
        int slot = owners.slot[j];
        double sweeps = slot < 0 ? holding.orphans[j] : holding.slots[slot];
        return slot == resting[j] && sweeps > Priors.COUNTED - HARDLY;
    }

    private ServiceAnswer answer() {
        holding.clear();
        WorkBudget.Mark begun = budget.mark();
        int[] one = conclude();
        double[] ofOne = holding.slots.clone();
        changeChains();
        int[] other = conclude();
        owners.assign(new PartitionCrossover(scene, candidates, owners, density).best(one, other));
        double agreement = agreement(ofOne, holding.slots);
        scale(holding.slots, 1.0 / (CHAINS * Priors.POSTERIOR));
        scale(holding.orphans, 1.0 / (CHAINS * Priors.POSTERIOR));
        return new ServiceAnswer(
                scene,
                candidates,
                owners.slot.clone(),
                holding.slots.clone(),
                holding.orphans.clone(),
                agreement,
                budget.visited(begun));
    }

    /** What solving has cost so far, as {@link WorkBudget} counts. */
    long spent() {
        return budget.spent();
    }

    /** Adds the posterior of the chain at hand to what resides, and returns the slots that it cools down to. */
    private int[] conclude() {
        density.fitState(Learns.STATE, owners.calls, owners.count);
        scores.forget();
        List<int[]> components = open.components();
        countCertain(Priors.POSTERIOR);
        for (int[] component : components) {
            score(component);
            sweep(component, Priors.BURN_IN, Priors.TEMPERATURE, POSTERIOR_VISITS);
            holding.begin(component, NO_TASKS);
            sweep(component, Priors.POSTERIOR, Priors.TEMPERATURE, POSTERIOR_VISITS);
            holding.end(component, NO_TASKS);
            cool(component);
        }
        return owners.slot.clone();
    }

    /** Lets the temperature fall and keeps the best state that was seen. */
    private void cool(int[] component) {
        double change = 0;
        double best = 0;
        int[] bestSlots = owners.slotsOf(component);
        for (int step = 0; step < Priors.COOLING; step++) {
            double temperature = Math.pow(Priors.COLDEST, step / (Priors.COOLING - 1.0));
            change += sweep(component, 1, temperature, Priors.SELDOM);
            if (change > best) {
                best = change;
                bestSlots = owners.slotsOf(component);
            }
        }
        for (int x = 0; x < component.length; x++) {
            if (owners.slot[component[x]] != bestSlots[x]) {
                owners.move(component[x], bestSlots[x]);
            }
        }
    }

    /**
     * How far two chains agree: of the owners that one of them is sure of, the mean probability that the other gives
     * them, where several tasks could have made the call.
     *
     * @param one sweeps that each slot was taken by the first chain
     * @param both the same, with those of the second
     */
    private double agreement(double[] one, double[] both) {
        double said = AGREEING;
        double confirmed = AGREEING;
        for (int j = 0; j < scene.calls; j++) {
            double noneOfOne = Priors.POSTERIOR;
            double noneOfOther = Priors.POSTERIOR;
            for (int s = candidates.first[j]; s < candidates.first[j + 1] && candidates.count(j) > 1; s++) {
                double other = both[s] - one[s];
                said += sure(one[s]) + sure(other);
                confirmed += sure(one[s]) > 0 ? other : 0;
                confirmed += sure(other) > 0 ? one[s] : 0;
                noneOfOne -= one[s];
                noneOfOther -= other;
            }
            if (candidates.count(j) > 1) {
                said += sure(noneOfOne) + sure(noneOfOther);
                confirmed += sure(noneOfOne) > 0 ? noneOfOther : 0;
                confirmed += sure(noneOfOther) > 0 ? noneOfOne : 0;
            }
        }
        return Math.min(1, confirmed / said);
    }

    private static double sure(double sweeps) {
        return sweeps > SURE * Priors.POSTERIOR ? sweeps : 0;
    }

    private static void scale(double[] numbers, double by) {
        for (int x = 0; x < numbers.length; x++) {
            numbers[x] *= by;
        }
    }
}

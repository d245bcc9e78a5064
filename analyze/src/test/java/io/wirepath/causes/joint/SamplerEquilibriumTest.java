package io.wirepath.causes.joint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.SeededRandom;
import io.wirepath.causes.joint.model.GapBins;
import io.wirepath.causes.joint.model.JointDensity;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The sampler against the truth on random scenes that are small enough to look at every state: the shares in which it
 * finds owners are those of the density, and each kind of move alone leaves the density as it is.
 */
class SamplerEquilibriumTest {

    private static final int TASKS = 4;
    private static final int CALLS = 5;
    private static final int SWEEPS = 240_000;
    private static final int DRAWS = 200_000;
    private static final double[] KINDS_OF_MOVES = {0.1, 0.5, 0.7, 0.9};

    /** A random scene, with tables that were learnt from random owners. */
    private static final class Fixture {
        private final Scene scene = new Scene(1000, TASKS, CALLS, 2, 2);
        private final CandidateSets candidates;
        private final Owners owners;
        private final JointDensity density;
        private final OwnerProposals proposals;
        private final HoldingTimes holding;
        private final Sampler sampler;
        private final SeededRandom numbers;
        private int[][] states = {};
        private double[] probability = {};

        Fixture(long seed) {
            Random random = new Random(seed);
            fill(random);
            candidates = CandidateSets.of(scene);
            owners = new Owners(candidates, TASKS);
            density = Scenes.density(scene, candidates, new GapBins(8));
            Arrays.setAll(density.evidence, s -> random.nextGaussian());
            learn(random);
            proposals = new OwnerProposals(scene, candidates, new GapBins(8), density.evidence);
            numbers = new SeededRandom(seed);
            holding = new HoldingTimes(owners, density);
            boolean[] active = new boolean[CALLS];
            Arrays.fill(active, true);
            ScoreMemo scores = new ScoreMemo(TASKS, density);
            WorkBudget budget = new WorkBudget(scene, density.walk);
            sampler = new Sampler(
                    scene, candidates, owners, density, scores, budget, active, proposals, numbers, holding);
            enumerate();
        }

        private void fill(Random random) {
            for (int i = 0; i < TASKS; i++) {
                scene.taskRequest[i] = i;
                scene.taskClass[i] = random.nextInt(2);
                scene.arrival[i] = i * 20L + random.nextInt(10);
                scene.departure[i] = scene.arrival[i] + 60 + random.nextInt(60);
                scene.endIsKnown[i] = random.nextInt(4) > 0;
            }
            long[] sent = new long[CALLS];
            Arrays.setAll(sent, j -> 30 + random.nextInt(80));
            Arrays.sort(sent);
            for (int j = 0; j < CALLS; j++) {
                scene.sent[j] = sent[j];
                scene.received[j] = sent[j] + 5 + random.nextInt(40);
                scene.label[j] = random.nextInt(2);
                scene.callRequest[j] = TASKS + j;
            }
        }

        private void learn(Random random) {
            for (int n = 0; n < 20; n++) {
                int[] slots = new int[CALLS];
                Arrays.setAll(
                        slots,
                        j -> candidates.count(j) == 0
                                ? CandidateSets.NONE
                                : candidates.first[j] + random.nextInt(candidates.count(j)));
                owners.assign(slots);
                for (int i = 0; i < TASKS; i++) {
                    density.observe(i, owners.calls[i], owners.count[i], 1);
                }
            }
            density.fit(Scenes.marginals(1, new double[scene.calls]));
        }

        private void enumerate() {
            int count = 1;
            for (int j = 0; j < CALLS; j++) {
                count *= candidates.count(j) + 1;
            }
            states = new int[count][CALLS];
            probability = new double[count];
            for (int x = 0; x < count; x++) {
                int rest = x;
                for (int j = 0; j < CALLS; j++) {
                    int choice = rest % (candidates.count(j) + 1);
                    rest /= candidates.count(j) + 1;
                    states[x][j] = choice == 0 ? CandidateSets.NONE : candidates.first[j] + choice - 1;
                }
                probability[x] = score(states[x]);
            }
            double most = Arrays.stream(probability).max().orElseThrow();
            double sum =
                    Arrays.stream(probability).map(own -> Math.exp(own - most)).sum();
            Arrays.setAll(probability, x -> Math.exp(probability[x] - most) / sum);
        }

        private double score(int[] slots) {
            owners.assign(slots);
            double log = 0;
            for (int i = 0; i < TASKS; i++) {
                log += density.ofTask(i, owners.calls[i], owners.count[i]);
            }
            for (int j = 0; j < CALLS; j++) {
                log += density.ofCall(j, slots[j]);
            }
            return log;
        }

        /** Puts a state in place. */
        void install(int state) {
            owners.assign(states[state]);
            for (int i = 0; i < TASKS; i++) {
                sampler.rescore(i);
            }
        }

        int present() {
            int state = 0;
            for (int j = CALLS - 1; j >= 0; j--) {
                int slot = owners.slot[j];
                state = state * (candidates.count(j) + 1) + (slot < 0 ? 0 : slot - candidates.first[j] + 1);
            }
            return state;
        }

        /** A state drawn with its probability. */
        int draw() {
            double u = numbers.nextDouble();
            int state = 0;
            while (state < states.length - 1 && u >= probability[state]) {
                u -= probability[state++];
            }
            return state;
        }

        /** Lets the proposals prefer some owners, as after a round, or none, as before the first. */
        void prefer(boolean some) {
            Random random = new Random(1);
            double[] marginal = new double[candidates.slots()];
            Arrays.setAll(marginal, s -> some ? random.nextDouble() : 0);
            proposals.learn(marginal);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void findsOwnersInTheSharesOfTheDensity(long seed) {
        findsTheShares(new Fixture(seed), seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void findsTheSameSharesWhereSomeCallsAreVisitedSeldom(long seed) {
        Fixture own = new Fixture(seed);
        for (int round = 0; round < 3; round++) {
            for (int j = 1; j < CALLS; j += 2) {
                own.sampler.visits.note(j, true);
            }
        }
        findsTheShares(own, seed);
    }

    private static void findsTheShares(Fixture own, long seed) {
        own.install(0);
        own.prefer(seed % 2 == 0);
        int[] all = {0, 1, 2, 3, 4};
        own.sampler.sweep(all, 100, 1, Priors.SELDOM);
        own.holding.begin(all, new int[0]);
        own.sampler.sweep(all, SWEEPS, 1, Priors.SELDOM);
        own.holding.end(all, new int[0]);
        double[] expected = new double[own.candidates.slots()];
        for (int x = 0; x < own.states.length; x++) {
            for (int slot : own.states[x]) {
                if (slot >= 0) {
                    expected[slot] += own.probability[x];
                }
            }
        }
        for (int s = 0; s < expected.length; s++) {
            assertEquals(expected[s], own.holding.slots[s] / SWEEPS, 0.02, "slot " + s);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "3, false", "4, true", "5, true", "6, true"})
    void leavesTheDensityAsItIsWithEachKindOfMove(long seed, boolean some) {
        Fixture own = new Fixture(seed);
        own.prefer(some);
        for (double kind : KINDS_OF_MOVES) {
            long[] found = new long[own.states.length];
            int moved = 0;
            for (int n = 0; n < DRAWS; n++) {
                int before = own.draw();
                own.install(before);
                own.sampler.step(own.numbers.nextInt(CALLS), kind, 1);
                int after = own.present();
                moved += before == after ? 0 : 1;
                found[after]++;
            }
            assertTrue(moved > DRAWS / 1000, "kind " + kind + " moved " + moved);
            assertTrue(
                    deviations(found, own.probability) < 5, "kind " + kind + ": " + deviations(found, own.probability));
        }
    }

    /**
     * How many standard deviations Pearson's statistic is from what chance makes of it, over states that were expected
     * often.
     */
    private static double deviations(long[] found, double[] probability) {
        double sum = 0;
        int states = 0;
        for (int x = 0; x < found.length; x++) {
            double expected = probability[x] * DRAWS;
            if (expected >= 10) {
                sum += (found[x] - expected) * (found[x] - expected) / expected;
                states++;
            }
        }
        return (sum - states) / Math.sqrt(2.0 * states);
    }

    @Test
    void noticesADensityThatIsNotTheOneSampled() {
        Fixture own = new Fixture(1);
        long[] found = new long[own.states.length];
        for (int n = 0; n < DRAWS; n++) {
            found[own.draw()]++;
        }
        assertTrue(deviations(found, own.probability) < 5);
        double[] other = own.probability.clone();
        for (int x = 0; x < other.length; x++) {
            other[x] = 0.9 * other[x] + 0.1 / other.length;
        }
        assertTrue(deviations(found, other) > 5);
    }
}

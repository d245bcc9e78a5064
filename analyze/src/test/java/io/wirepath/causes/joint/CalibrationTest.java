package io.wirepath.causes.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.path.CallForest;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.NamedTraces;
import io.wirepath.analyze.truth.PathForest;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationTest {

    private static final int CALLS = 40;
    private static final int OWNERS = 5;

    /** Calls that each of five tasks could have made; each sampled as given, the rest nobody's. */
    private static ServiceAnswer answer(double agreement, double... sampled) {
        Scene scene = new Scene(1, OWNERS, CALLS, 1, 1);
        for (int i = 0; i < OWNERS; i++) {
            scene.arrival[i] = i;
            scene.departure[i] = 1000;
            scene.taskRequest[i] = CALLS + i;
        }
        for (int j = 0; j < CALLS; j++) {
            scene.sent[j] = 10L + j;
            scene.received[j] = 20L + j;
            scene.callRequest[j] = j;
        }
        CandidateSets candidates = CandidateSets.of(scene);
        double[] probability = new double[candidates.slots()];
        for (int s = 0; s < probability.length; s++) {
            int x = s - candidates.first[candidates.call[s]];
            probability[s] = x < sampled.length ? sampled[x] : 0;
        }
        double[] orphan = new double[CALLS];
        Arrays.fill(orphan, 1 - Arrays.stream(sampled).sum());
        int[] slot = Arrays.copyOf(candidates.first, CALLS);
        return new ServiceAnswer(scene, candidates, slot, probability, orphan, agreement, 1);
    }

    /**
     * Probabilities of the owners of the first call, and of none; the answer is its owner {@code chosen}, the last one
     * for none.
     */
    private static double[] calibrated(int chosen, double agreement, double... sampled) {
        ServiceAnswer answer = answer(agreement, sampled);
        answer.slot()[0] = chosen == OWNERS ? CandidateSets.NONE : chosen;
        ServiceAnswer own = Calibration.calibrated(answer);
        double[] all = Arrays.copyOf(own.probability(), OWNERS + 1);
        all[OWNERS] = own.orphan()[0];
        assertEquals(1, Arrays.stream(all).sum(), 1e-4);
        return all;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.7, 0.8, 0.85, 0.9, 0.99, 1})
    void sharesAmongAllChoicesWhatTheChainsDoNotAgreeIn(double agreement) {
        double[] own = calibrated(0, agreement, 0.9, 0.07, 0.03);
        double doubt = 1 - (1 - Priors.DOUBT * (1 - agreement)) * OWNERS / (OWNERS + 1);
        assertEquals(0.9 - doubt * (0.9 - 1.0 / (OWNERS + 1)), own[0], 1e-6);
        assertTrue(own[3] > 0, "what sweeps did not see is not impossible");
        assertEquals((1 - doubt) * 0.04, own[1] - own[2], 1e-6);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 0.9, 1})
    void sharesAmongAllChoicesWhatWasNotVisited(double visited) {
        ServiceAnswer sampled = answer(1, 0.9, 0.1);
        ServiceAnswer own = Calibration.calibrated(new ServiceAnswer(
                sampled.scene(),
                sampled.candidates(),
                sampled.slot(),
                sampled.probability(),
                sampled.orphan(),
                sampled.agreement(),
                visited));
        double sure = visited * OWNERS / (OWNERS + 1);
        assertEquals(sure * 0.9 + (1 - sure) / (OWNERS + 1), own.probability()[0], 1e-5);
    }

    /** Of n equals none says more than 1/n, however little the chains agree. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 0.8, 0.95, 1})
    void saysOfEqualsThatTheyAreEqual(double agreement) {
        double[] own = calibrated(0, agreement, 0.25, 0.25, 0.25, 0.25);
        assertTrue(own[0] <= 0.25 + 1e-6, "said " + own[0]);
        assertEquals(own[0], own[3], 1e-5);
    }

    /** The loss in docs/experiments/calibration.csv is within a thousandth of the least. */
    @Test
    void losesHardlyMoreThanTheBest() throws IOException {
        Map<Double, Double> loss = new HashMap<>();
        Files.readAllLines(Path.of("..", "docs", "experiments", "calibration.csv")).stream()
                .skip(1)
                .map(row -> row.split(",", -1))
                .forEach(cells -> loss.put(Double.parseDouble(cells[0]), Double.parseDouble(cells[1])));
        double own = loss.getOrDefault(Priors.DOUBT, Double.NaN);
        assertTrue(own < Collections.min(loss.values()) + 0.001, "loss " + own);
    }

    @Test
    void risesWithThePosterior() {
        for (double agreement = 0.6; agreement <= 1; agreement += 0.1) {
            double before = 0;
            for (double p = 0.7; p < 1; p += 0.05) {
                double own = calibrated(0, agreement, p)[0];
                assertTrue(own > before, p + " at " + agreement);
                before = own;
            }
        }
    }

    @Test
    void isSurerWhereChainsAgreeMore() {
        double before = 0;
        for (double agreement = 0; agreement <= 1; agreement += 0.05) {
            double own = calibrated(0, agreement, 0.97, 0.02, 0.01)[0];
            assertTrue(own >= before, "at " + agreement);
            before = own;
        }
    }

    @ParameterizedTest
    @CsvSource({
        // the answer, p of three tasks, and the shares of these and of none in the odds
        "0, 0.6, 0.3, 0.1, 0.60, 0.30, 0.10, 0",
        "1, 0.6, 0.3, 0.1, 0.45, 0.45, 0.10, 0",
        "2, 0.4, 0.35, 0.05, 0.2667, 0.2667, 0.2667, 0.2",
        "2, 0.5, 0.4, 0.1, 0.3333, 0.3333, 0.3333, 0",
        "5, 0.4, 0.35, 0.2, 0.2667, 0.2667, 0.20, 0.2667",
        "0, 0.2, 0.3, 0.25, 0.25, 0.25, 0.25, 0.25"
    })
    void theAnswerSharesWithAllThatAreAboveIt(
            int chosen, double p0, double p1, double p2, double q0, double q1, double q2, double none) {
        double[] own = {p0, p1, p2, 1 - p0 - p1 - p2};
        Calibration.putFirst(own, chosen == OWNERS ? 3 : chosen);
        assertArrayEquals(new double[] {q0, q1, q2, none}, own, 1e-4);
    }

    @Test
    void leavesCallsThatOneTaskCouldHaveMadeAlone() {
        Scene scene = new Scene(1, 1, 1, 1, 1);
        scene.departure[0] = 100;
        scene.sent[0] = 10;
        scene.received[0] = 20;
        scene.callRequest[0] = 1;
        CandidateSets candidates = CandidateSets.of(scene);
        double[] orphan = {0.02};
        ServiceAnswer one = new ServiceAnswer(scene, candidates, new int[1], new double[] {0.98}, orphan, 0.5, 1);
        assertArrayEquals(new double[] {0.98}, Calibration.calibrated(one).probability());
    }

    /**
     * What is said is right at least as often, though two of five links are wrong; and at most by a fifth more often.
     */
    @Test
    void saysWhatHoldsThoughDozensAreInFlight() {
        GeneratedTrace trace =
                TraceGenerator.generate(NamedTraces.byName("multi-tier").withInstances(150), 1500, 5);
        MessageTable messages = trace.table();
        CallTable calls = CallForest.of(messages, new JointLinking(JointSettings.defaults()).infer(messages));
        PathForest truth = PathForest.ofTrueCalls(trace);
        PathForest mine = PathForest.ofCalls(messages, calls);
        Map<Long, Long> trueParent = new HashMap<>();
        for (int c = 0; c < truth.size(); c++) {
            if (truth.parent()[c] >= 0) {
                trueParent.put(truth.id()[c], truth.id()[truth.parent()[c]]);
            }
        }
        double[] said = new double[3];
        int[] right = new int[3];
        int[] links = new int[3];
        for (int c = 0; c < calls.size(); c++) {
            if (calls.parent()[c] >= 0) {
                double p = calls.probability()[c];
                int bin = p > 0.8 ? 2 : p > 0.5 ? 1 : 0;
                said[bin] += p;
                links[bin]++;
                right[bin] += Long.valueOf(mine.id()[calls.parent()[c]]).equals(trueParent.get(mine.id()[c])) ? 1 : 0;
            }
        }
        for (int bin = 0; bin < 3; bin++) {
            assertTrue(links[bin] > 200, links[bin] + " links");
            double more = (right[bin] - said[bin]) / links[bin];
            assertTrue(more > -0.05 && more < 0.2, more + " more are right than is said");
        }
    }
}

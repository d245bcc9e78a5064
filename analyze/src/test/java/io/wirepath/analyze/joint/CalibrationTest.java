package io.wirepath.analyze.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.CallTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.path.CallForest;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.NamedTraces;
import io.wirepath.analyze.truth.PathForest;
import io.wirepath.analyze.truth.TraceGenerator;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CalibrationTest {

    private static final int CALLS = 40;
    private static final int OWNERS = 5;

    /** Calls that each of five tasks could have made; each sampled as given, the rest nobody's. */
    private static ServiceAnswer answer(double... sampled) {
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
        return new ServiceAnswer(scene, candidates, slot, probability, orphan);
    }

    private static double[] ofFirstCall(ServiceAnswer answer) {
        return Arrays.copyOf(answer.probability(), OWNERS);
    }

    @Test
    void sharpensWhereTheSceneIsCertainOnTheWhole() {
        double[] its = ofFirstCall(Calibration.calibrated(answer(0.94, 0.06)));
        double sum = Math.pow(0.94, 1.25) + Math.pow(0.06, 1.25);
        double other = 0.8 * Math.pow(0.06, 1.25) / sum;
        assertArrayEquals(new double[] {1 - other, other, 0, 0, 0}, its, 1e-12);
    }

    @Test
    void givesPartToAllOwnersWhereTheSceneIsInDoubt() {
        ServiceAnswer calibrated = Calibration.calibrated(answer(0.4, 0.3));
        double[] its = ofFirstCall(calibrated);
        double doubt = 0.35 * (0.88 - 0.4);
        assertEquals((1 - doubt) * 0.4 + doubt / OWNERS, its[0], 1e-12);
        assertEquals(doubt / OWNERS, its[4], 1e-12);
        assertEquals(1, Arrays.stream(its).sum() + calibrated.orphan()[0], 1e-12);
    }

    /** The owner in the answer gains a part of what the others have, though another was seen more often with this call alone. */
    @Test
    void trustsTheAnswerAsAWholeMoreThanEachCallAlone() {
        ServiceAnswer sampled = answer(0.85, 0.1);
        sampled.slot()[0]++;
        ServiceAnswer calibrated = Calibration.calibrated(sampled);
        double[] its = ofFirstCall(calibrated);
        double[] usual = Arrays.copyOfRange(
                calibrated.probability(), OWNERS, 2 * OWNERS); // the second call, which was seen with the same owners
        assertTrue(its[1] > usual[1] + 0.1 && its[0] < usual[0] - 0.1);
        assertEquals(1, Arrays.stream(its).sum() + calibrated.orphan()[0], 1e-12);
        sampled.slot()[0] = CandidateSets.NONE;
        assertTrue(Calibration.calibrated(sampled).orphan()[0] > 0.2);
    }

    @Test
    void leavesScenesWithFewOwnersAlone() {
        ServiceAnswer few = new ServiceAnswer(
                new Scene(1, 0, 0, 1, 1),
                CandidateSets.of(new Scene(1, 0, 0, 1, 1)),
                new int[0],
                new double[0],
                new double[0]);
        assertSame(few, Calibration.calibrated(few));
    }

    /**
     * What is said to be nearly certain is nearly always right, though two of five links are wrong. Of what is likelier wrong than right
     * somewhat too little is said, never too much.
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
            assertTrue(more > -0.05 && more < (bin == 0 ? 0.15 : 0.05), more + " more are right than is said");
        }
    }
}

package io.wirepath.causes.joint.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class OrphanRatesTest {

    private static final int TASKS = 20;
    private static final int CALLS_OF_EACH = 10;
    private static final long BETWEEN = 1000;

    /** Tasks that take a tenth of the time and make ten calls each, and as many calls between them. */
    private static Scene scene(int outside) {
        Scene scene = new Scene(1000, TASKS, TASKS * CALLS_OF_EACH + outside, 1, 1);
        long[] sent = new long[scene.calls];
        for (int i = 0; i < TASKS; i++) {
            scene.arrival[i] = i * BETWEEN;
            scene.departure[i] = i * BETWEEN + BETWEEN / 10;
            scene.endIsKnown[i] = true;
            scene.taskRequest[i] = i;
            for (int x = 0; x < CALLS_OF_EACH; x++) {
                sent[i * CALLS_OF_EACH + x] = i * BETWEEN + x * 10L;
            }
        }
        for (int x = 0; x < outside; x++) {
            sent[TASKS * CALLS_OF_EACH + x] = x % TASKS * BETWEEN + BETWEEN / 2 + x;
        }
        Arrays.sort(sent);
        System.arraycopy(sent, 0, scene.sent, 0, sent.length);
        System.arraycopy(sent, 0, scene.received, 0, sent.length);
        for (int j = 0; j < scene.calls; j++) {
            scene.callRequest[j] = TASKS + j;
        }
        return scene;
    }

    /** The log rate where a fifth of the calls within tasks, and all others, seem to have no owner. */
    private static double rate(int outside) {
        Scene scene = scene(outside);
        CandidateSets candidates = CandidateSets.of(scene);
        OrphanRates rates = new OrphanRates(scene, candidates);
        double[] marginal = new double[scene.calls];
        for (int j = 0; j < marginal.length; j++) {
            marginal[j] = candidates.count(j) == 0 || j % 5 == 0 ? 1 : 0;
        }
        rates.fit(Scenes.marginals(1, marginal));
        return rates.log(1);
    }

    @Test
    void learnsNoRateFromCallsThatAllLieWithinTasks() {
        double rate = rate(0);
        assertTrue(rate < Math.log(4.0 / (TASKS * BETWEEN)), "log rate " + rate);
    }

    @Test
    void learnsTheRateOfCallsThatAreSentWhileNoTaskIsOpen() {
        double rate = rate(100);
        assertTrue(rate > Math.log(90.0 / (TASKS * BETWEEN)), "log rate " + rate);
    }

    @Test
    void oneClockOfANodeIsSeenThoughItSendsThisAndThat() {
        int ticks = 40;
        Scene scene = new Scene(1000, 1, 2 * ticks, 1, 4);
        double[] marginal = new double[2 * ticks];
        for (int j = 0; j < 2 * ticks; j++) {
            scene.sent[j] = j * BETWEEN + j % 2 * (j * 37L % 200);
            scene.label[j] = j / 2 * (j / 2 + 1) / 2 % 4;
            marginal[j] = j % 2 == 0 ? 10 : 1;
        }
        OrphanRates rates = new OrphanRates(scene, CandidateSets.of(scene));
        rates.fit(Scenes.marginals(10, marginal));
        assertTrue(rates.log(20) > rates.log(21) + 2, rates.log(20) + ", " + rates.log(21));
        assertEquals("such calls come regularly without a cause, and one is due then", rates.words(20));
        assertTrue(rates.words(21).endsWith(" such calls a second without a cause"), rates.words(21));
    }
}

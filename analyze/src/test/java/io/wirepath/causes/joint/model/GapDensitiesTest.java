package io.wirepath.causes.joint.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GapDensitiesTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "6, 6", "7, 7", "8, 7", "9, 8", "-5, 0"})
    void givesEachTickABinUntilLogarithmicOnesAreWider(long gap, int bin) {
        assertEquals(bin, new GapBins(5).of(gap));
    }

    @Test
    void neverLetsBinsFallAsDelaysGrow() {
        GapBins bins = new GapBins(5);
        int last = 0;
        for (long gap = 0; gap < 1L << 50; gap += 1 + gap / 50) {
            int bin = bins.of(gap);
            assertTrue(bin == last || bin == last + 1 || gap == 0, "at " + gap);
            last = bin;
        }
        assertEquals(bins.count() - 1, bins.of(Long.MAX_VALUE));
    }

    @Test
    void givesADelayLessThanItsShare() {
        Scene scene = Scenes.of(new long[][] {{0, 1 << 20}}, new long[][] {{10, 20}});
        GapBins bins = new GapBins(5);
        GapDensities gaps = new GapDensities(scene, bins);
        int usual = bins.of(100);
        int rare = bins.of(100_000);
        gaps.count(0, 0, usual, 1000);
        gaps.count(0, 0, rare, 1);
        gaps.fit(Scenes.marginals(1));
        double inWindow = 0;
        for (int bin = rare - 15; bin <= rare + 15; bin++) {
            inWindow += Math.exp(gaps.log(0, 0, bin)) * bins.width(bin);
        }
        assertTrue(inWindow * 1001 < 0.9, "one delay counts as " + inWindow * 1001);
        assertTrue(inWindow * 1001 > 0.1, "one delay counts as " + inWindow * 1001);
        double total = 0;
        for (int bin = 0; bin <= bins.of(1 << 21); bin++) {
            total += Math.exp(gaps.log(0, 0, bin)) * bins.width(bin);
        }
        assertEquals(1, total, 0.02);
    }

    /** Delays behind an answer are longer than any task here: what lies beyond all of them must not lie in one bin. */
    @Test
    void tellsDelaysBehindAnAnswerApartThatAreLongerThanAnyTask() {
        Scene scene = Scenes.goingOn(Scenes.of(new long[][] {{0, 20_000}}, new long[][] {{10, 20}}), 0, 400_000);
        GapBins bins = new GapBins(5);
        GapDensities gaps = new GapDensities(scene, bins);
        int answered = TaskWalk.answered(1);
        gaps.count(answered, 0, bins.of(50_000), 1000);
        gaps.fit(Scenes.marginals(1));
        double usual = gaps.log(answered, 0, bins.of(50_000));
        double never = gaps.log(answered, 0, bins.of(300_000));
        assertTrue(usual > never + 5, usual + " where all are, " + never + " where none is");
    }
}

package io.wirepath.analyze.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class DataChangeTest {
    private static final long GAP = 900_000_000L;
    private static final double CHANCE = 1e-5;
    private static final int SIZE = 160;
    private static final int CUT = 90;

    private static Observations series(IntToDoubleFunction value) {
        Observations own = new Observations();
        for (int i = 0; i < SIZE; i++) {
            own.add(i * GAP, 0, value.applyAsDouble(i), 0);
        }
        return own;
    }

    @Test
    void tellsSizesThatDifferWidelyAndGrowFourfold() {
        int told = 0;
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            Observations own = series(i -> Math.exp(6 + 1.1 * random.nextGaussian()) * (i < CUT ? 1 : 4));
            List<Change> changes = DataChange.of(own, CHANCE);
            told += changes.size() == 1 && changes.get(0).lasts() ? 1 : 0;
        }
        assertTrue(told >= 18, told + " of 20");
    }

    @Test
    void tellsSizesThatWereNeverSeenBefore() {
        Random random = new Random(1);
        int[] pages = {100, 900, 5_000, 20_000};
        int[] others = {120, 910, 4_900, 20_100};
        Observations own = series(i -> (i < CUT ? pages : others)[random.nextInt(4)]);
        List<Change> told = DataChange.of(own, CHANCE);
        assertEquals(1, told.size());
        assertEquals(CUT * GAP, (double) told.get(0).onsetNanos(), 5.0 * GAP);
    }

    @Test
    void tellsNothingOfWhatIsDrawnFromTheSame() {
        int told = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            boolean drawn = seed % 2 == 0;
            Observations own =
                    series(i -> drawn ? Math.exp(6 + 1.1 * random.nextGaussian()) : 100 * (1 + random.nextInt(8)));
            told += DataChange.of(own, 0.01).isEmpty() ? 0 : 1;
        }
        assertTrue(told <= 6, told + " of 300 at a chance of 1 %");
    }
}

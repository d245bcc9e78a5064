package io.wirepath.analyze.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class AttentionTest {

    private static final int CALLS = 24;
    private static final int SWEEPS = 12;

    private final SeededRandom random = new SeededRandom(1);

    private static int[] component() {
        return IntStream.range(0, CALLS).toArray();
    }

    /** The first twelve calls changed lately, six have been quiet for a round, and six for longest. */
    private static byte[] quiet() {
        byte[] quiet = new byte[CALLS];
        Arrays.fill(quiet, 12, 18, (byte) 1);
        Arrays.fill(quiet, 18, CALLS, (byte) Attention.QUIETEST);
        return quiet;
    }

    private int[] visits(Attention attention, int sweeps) {
        int[] visits = new int[CALLS];
        for (int n = 0; n < sweeps * attention.moves(); n++) {
            visits[attention.pick(random)]++;
        }
        return visits;
    }

    @Test
    void visitsEachCallThatChangedOnceASweepInOrder() {
        Attention attention = Attention.inTurn(component(), new byte[CALLS]);
        assertEquals(CALLS, attention.moves());
        for (int sweep = 0; sweep < 2; sweep++) {
            int[] picked =
                    IntStream.range(0, CALLS).map(n -> attention.pick(random)).toArray();
            assertArrayEquals(component(), picked);
        }
    }

    @Test
    void visitsQuietCallsLessAndNoneOfALevelMoreThanAnother() {
        Attention attention = Attention.inTurn(component(), quiet());
        // Twelve of the first level, two of six, and a half of one of six, which is rounded up.
        assertEquals(15, attention.moves());
        int[] visits = visits(attention, SWEEPS);
        for (int j = 0; j < CALLS; j++) {
            assertEquals(j < 12 ? SWEEPS : j < 18 ? SWEEPS / 3 : SWEEPS / 6, visits[j], "call " + j);
        }
    }

    @Test
    void visitsAtRandomAsOftenAsInTurn() {
        int sweeps = 4000;
        int[] visits = visits(Attention.atRandom(component(), quiet()), sweeps);
        int moves = Attention.atRandom(component(), quiet()).moves();
        double tickets = 12 * 12 + 6 * 4 + 6;
        for (int j = 0; j < CALLS; j++) {
            double share = (j < 12 ? 12 : j < 18 ? 4 : 1) / tickets;
            double expected = share * moves * sweeps;
            assertEquals(expected, visits[j], 5 * Math.sqrt(expected), "call " + j);
        }
    }
}

package io.wirepath.merge.live;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.merge.result.ClockLine;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CheckpointTest {

    private static final int VERSION_AT = 4;

    /** The watermark, and clocks of nobody. */
    private static final int NEW_BYTES = 8 + 5;

    private static Checkpoint checkpoint(KeptClocks clocks) {
        Checkpoint.Source source = new Checkpoint.Source(
                1, new UUID(5, 6), 90, 80, 100, new long[] {93, 97}, Checkpoint.Source.marks(new long[] {104}));
        return new Checkpoint(List.of("one", "two"), List.of(source), 1_800_000_000_000_000_000L, clocks);
    }

    @Test
    void tellsClocksAndWatermarkAgain() {
        ClockLine line = new ClockLine(7, Long.MAX_VALUE, 7, -1.5e9, 3000, 2e-5, 1e-8);
        KeptClocks clocks = new KeptClocks(1, true, Arrays.asList(null, line));
        Checkpoint again = Checkpoint.decode(checkpoint(clocks).encode());
        assertEquals(clocks, again.clocks());
        assertEquals(1_800_000_000_000_000_000L, again.watermarkNanos());
        again.reach(1_900_000_000_000_000_000L);
        again.reach(1_700_000_000_000_000_000L);
        assertEquals(1_900_000_000_000_000_000L, again.watermarkNanos());
        assertArrayEquals(
                checkpoint(clocks).encode(),
                Checkpoint.decode(checkpoint(clocks).encode()).encode());
    }

    @Test
    void readsTheVersionWithoutClocks() {
        byte[] bytes = checkpoint(KeptClocks.NONE).encode();
        byte[] old = Arrays.copyOf(bytes, bytes.length - NEW_BYTES);
        old[VERSION_AT] = 1;
        Checkpoint again = Checkpoint.decode(old);
        assertEquals(List.of("one", "two"), again.sniffers());
        assertTrue(again.isConsumed(0, 92));
        assertFalse(again.isConsumed(0, 93));
        assertTrue(again.isConsumed(0, 104));
        assertEquals(Long.MIN_VALUE, again.watermarkNanos());
        assertEquals(KeptClocks.NONE, again.clocks());
    }

    @Test
    void refusesWhatWasCut() {
        byte[] bytes = checkpoint(KeptClocks.NONE).encode();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThrows(IllegalArgumentException.class, () -> Checkpoint.decode(cut), "cut to " + length);
        }
    }
}

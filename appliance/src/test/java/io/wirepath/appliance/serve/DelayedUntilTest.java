package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.sum.BinnedDelays;
import io.wirepath.causes.TimeSpan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DelayedUntilTest {

    private static final long MILLI = 1_000_000;
    private static final List<TimeSpan> BLOCKS =
            IntStream.range(0, 64).mapToObj(i -> new TimeSpan(i, i + 1)).toList();

    /** A block of 12 delays around 5 ms, some of which take 65 ms more. */
    private static BinnedDelays block(Random random, double slow) {
        int[] bins = IntStream.range(0, 12)
                .map(i -> BinnedDelays.of((long)
                        ((5 * Math.exp(0.25 * random.nextGaussian()) + (random.nextDouble() < slow ? 65 : 0)) * MILLI)))
                .toArray();
        return BinnedDelays.ofBins(bins);
    }

    private static List<BinnedDelays> blocks(Random random, int slowBlocks, double slow) {
        return IntStream.range(0, BLOCKS.size())
                .mapToObj(i -> block(random, i < slowBlocks ? slow : 0))
                .toList();
    }

    private static BinnedDelays all(List<BinnedDelays> blocks) {
        return blocks.stream().reduce(BinnedDelays.NONE, BinnedDelays::plus);
    }

    private static long end(int seed, double slow) {
        Random random = new Random(seed);
        BinnedDelays usual = all(blocks(random, 0, 0));
        BinnedDelays delayed = all(blocks(random, BLOCKS.size(), slow));
        return DelayedUntil.of(usual, delayed)
                .orElseThrow()
                .in(BLOCKS, blocks(random, 40, slow))
                .orElseThrow();
    }

    /** Of one request in five that is slow a block of twelve has none now and then. */
    @Test
    void theEndOfATailIsFoundAsThatOfAShift() {
        for (int seed = 0; seed < 100; seed++) {
            assertTrue(Math.abs(end(seed, 0.2) - 40) <= 3, "of a tail, seed " + seed + ": " + end(seed, 0.2));
            assertEquals(40, end(seed, 1), "of a shift, seed " + seed);
        }
    }

    @Test
    void whatIsNoLongerThanBeforeHasNoEnd() {
        BinnedDelays usual = all(blocks(new Random(1), 0, 0));
        assertEquals(Optional.empty(), DelayedUntil.of(usual, usual));
        assertEquals(Optional.empty(), DelayedUntil.of(BinnedDelays.NONE, usual));
        DelayedUntil known =
                DelayedUntil.of(usual, all(blocks(new Random(2), 64, 1))).orElseThrow();
        assertEquals(OptionalLong.empty(), known.in(BLOCKS, blocks(new Random(3), 0, 0)));
    }
}

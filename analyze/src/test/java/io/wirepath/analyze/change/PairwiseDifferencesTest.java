package io.wirepath.analyze.change;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Median;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairwiseDifferencesTest {

    @Test
    void areRankedAsIfAllWereSorted() {
        Random random = new Random(1);
        for (int trial = 0; trial < 300; trial++) {
            int values = 1 + random.nextInt(trial % 2 == 0 ? 5 : 1_000_000_000);
            double[] mine = sample(random, values);
            double[] theirs = sample(random, values);
            double[] all = Arrays.stream(mine)
                    .flatMap(one -> Arrays.stream(theirs).map(other -> one - other))
                    .sorted()
                    .toArray();

            PairwiseDifferences differences = new PairwiseDifferences(mine, theirs);

            assertEquals(all.length, differences.number());
            for (int rank = 0; rank < all.length; rank++) {
                assertEquals(all[rank], differences.ranked(rank));
            }
            assertEquals(Median.middle(all), differences.middle());
        }
    }

    @Test
    void areFoundWhereHalvingMeetsNothingBetween() {
        double next = Math.nextUp(1.0);

        PairwiseDifferences differences = new PairwiseDifferences(new double[] {1, next}, new double[] {0});

        assertEquals(1, differences.ranked(0));
        assertEquals(next, differences.ranked(1));
    }

    /** Up to 30 values with and without a fraction, some of them equal and some negative, in rising order. */
    private static double[] sample(Random random, int values) {
        double part = random.nextBoolean() ? 1 : 1e-3;
        return random.ints(1 + random.nextInt(30), -values / 2, values - values / 2)
                .mapToDouble(value -> value * part)
                .sorted()
                .toArray();
    }
}

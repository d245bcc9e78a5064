package io.wirepath.analyze.query.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.cause.Worlds;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shares over rows of which half have one of two causes, the likelier one with 0.5 to 1. */
class ShareTest {

    private static final int ROWS = 400;
    private static final int SEEDS = 40;

    private static Share share(double ofTrue, double ofWrong, int doubtful, long seed) {
        Random random = new Random(seed);
        Worlds worlds = new Worlds(seed);
        Share share = new Share(new StateRoom(1 << 20));
        long[] to = new long[2];
        for (int row = 0; row < ROWS; row++) {
            double likely = row < doubtful ? 0.5 + random.nextDouble() / 2 : 1;
            boolean isLikelyTrue = random.nextDouble() < likely;
            worlds.draw(new double[] {likely, 1 - likely}, 2, to);
            add(share, to[0], random.nextDouble() < (isLikelyTrue ? ofTrue : ofWrong));
            add(share, to[1], random.nextDouble() < (isLikelyTrue ? ofWrong : ofTrue));
        }
        return share;
    }

    private static void add(Share share, long worlds, boolean holds) {
        Tuple tuple = new Tuple(0);
        tuple.worlds = worlds;
        if (worlds != 0) {
            share.add(tuple, TypedValue.number(ValueType.NUMBER, unused -> holds ? 1 : 0));
        }
    }

    private static double mean(Share share) {
        return IntStream.range(0, Worlds.COUNT)
                .mapToDouble(share::number)
                .average()
                .orElse(Double.NaN);
    }

    /** In a draw a sixth of the rows have a wrong cause, so that it says 0.88 where 1 is true and 0.3 by chance. */
    @Test
    void whatWrongCausesTakeFromAShareIsPartOfItsInterval() {
        double mean = 0;
        double last = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Share share = share(1, 0.3, ROWS / 2, seed);
            mean += mean(share) / SEEDS;
            last += share.number(Worlds.COUNT - 1) / SEEDS;
        }
        assertEquals(1, last, 0.02, "all of it is given back in one draw");
        assertEquals(0.94, mean, 0.02, "half of it in the mean");
    }

    @Test
    void nothingIsMovedWhereWrongCausesSayWhatTrueOnesDo() {
        double mean = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            mean += mean(share(0.6, 0.6, ROWS / 2, seed)) / SEEDS;
        }
        assertEquals(0.6, mean, 0.01);
    }

    /** Rows with their true causes all hold, or none does; of those with others half do. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 0})
    void noShareIsToldBelowNothingOrAboveAll(double holds) {
        double farthest = 0.5;
        double rest = 1;
        for (int seed = 0; seed < SEEDS; seed++) {
            AnswerRow row = told(holds, seed);
            farthest = holds == 1 ? Math.max(farthest, row.high()[0]) : Math.min(farthest, row.low()[0]);
            rest = holds == 1 ? Math.min(rest, row.low()[1]) : Math.max(rest, row.high()[1]);
        }
        assertEquals(holds, farthest);
        assertEquals(2 - 2 * holds, rest, "twice those of whom it does not hold");
    }

    private static AnswerRow told(double holds, int seed) {
        TypedValue condition = TypedValue.number(ValueType.NUMBER, tuple -> tuple.event.length);
        AggregateFunction function = new AggregateFunction(AggregateFunction.Kind.SHARE, condition, 0);
        TypedValue share = TypedValue.aggregate(function, 0);
        QuantityRange two = new QuantityRange(2, 2);
        QuantityRange rest =
                two.with(share.range().with(two, (one, other) -> one * other), (one, other) -> one - other);
        Grouping grouping = new Grouping(
                List.of(),
                List.of(function),
                List.of(share, TypedValue.number(ValueType.NUMBER, rest, tuple -> 2 - 2 * share.number(tuple))),
                new GroupTable(QueryBounds.defaults()));
        Random random = new Random(seed);
        Worlds worlds = new Worlds(seed);
        long[] to = new long[1];
        for (int row = 0; row < ROWS; row++) {
            double likely = 0.5 + random.nextDouble() / 2;
            worlds.draw(new double[] {likely}, 1, to);
            double chance = random.nextDouble() < likely ? holds : 0.5;
            Tuple tuple = new Tuple(random.nextDouble() < chance ? 1 : 0);
            tuple.worlds = to[0];
            grouping.accept(tuple);
        }
        return grouping.rows().get(0);
    }

    @Test
    void whatIsSureHasNoInterval() {
        assertTrue(share(1, 0, 0, 1).isSure());
        assertEquals(1, share(1, 0, 0, 1).number(5));
        assertFalse(share(1, 0, ROWS / 4, 1).isSure());
    }
}

package io.wirepath.analyze.change;

import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * How much further the mean of observations spreads because those near in time are alike, by the means of stretches of
 * equal numbers (batch means; Conway, <i>Some tactical problems in digital simulation</i>, 1963). Ranks are compared,
 * each among its kind. Pure.
 *
 * @param spread factor on the variance of the mean; 1 for independent observations
 * @param number how many stretches told so; 0 where none were compared
 */
record Stretches(double spread, int number) {

    /** Of observations that have nothing to do with each other. */
    static final Stretches INDEPENDENT = new Stretches(1, 0);

    private static final int STRETCHES = 10;

    /** Fewest observations of a stretch. */
    private static final int MIN_OF_ONE = 3;

    /** Those of such moments. */
    static Stretches of(Observations observations, LongPredicate when) {
        double[] score = RankScores.of(observations.at(IntStream.range(0, observations.size())
                .filter(at -> when.test(observations.nanos(at)))
                .toArray()));
        if (score.length < MIN_OF_ONE * STRETCHES) {
            return INDEPENDENT;
        }
        double squares = 0;
        double ofSums = 0;
        for (int stretch = 0; stretch < STRETCHES; stretch++) {
            double sum = 0;
            int from = (int) ((long) score.length * stretch / STRETCHES);
            int to = (int) ((long) score.length * (stretch + 1) / STRETCHES);
            for (int at = from; at < to; at++) {
                sum += score[at];
                squares += score[at] * score[at];
            }
            ofSums += sum * sum;
        }
        return squares == 0 ? INDEPENDENT : new Stretches(ofSums / squares * STRETCHES / (STRETCHES - 1), STRETCHES);
    }

    /** Degrees of freedom of a variance that was estimated so, from so many observations. */
    double freedom(int observations) {
        return (number == 0 ? observations : number) - 1;
    }
}

package io.wirepath.causes.joint.model;

import io.wirepath.causes.joint.scene.Priors;

/**
 * A delay of tasks of one kind, foretold from two delays before it: a regression of
 * {@linkplain NormalScores normal scores}.
 *
 * <p>A score {@code z} after scores {@code x1} and {@code x2} is more likely than it would be by itself by
 * {@code log N(z; w1 x1 + w2 x2, v) - log N(z; 0, m)}, where {@code m} is the mean square of the scores: less than 1
 * for those of delays in wide bins.
 */
final class PacePart {

    /** What one delay says of the pace at most: the scores are not as normal as the likelihood takes them to be. */
    private static final double MAX_NATS = 2;

    private double samples;
    private double square;
    private double withFirst;
    private double withSecond;
    private double firstSquare;
    private double product;
    private double secondSquare;

    private double first;
    private double second;
    private double marginal = 1;
    private double variance = 1;
    private double offset;
    private double halfMarginal = 0.5;
    private double halfPrecision = 0.5;

    /** Log-likelihood ratio of a score after two others. */
    double log(double score, double before, double beforeThat) {
        double error = score - first * before - second * beforeThat;
        double log = offset + score * score * halfMarginal - error * error * halfPrecision;
        return Math.max(-MAX_NATS, Math.min(MAX_NATS, log));
    }

    /** Counts a score after two others; one that there is not counts as 0. */
    void count(double score, double before, double beforeThat) {
        samples++;
        square += score * score;
        withFirst += score * before;
        withSecond += score * beforeThat;
        firstSquare += before * before;
        product += before * beforeThat;
        secondSquare += beforeThat * beforeThat;
    }

    /** Counts what another part counted. */
    void count(PacePart other) {
        samples += other.samples;
        square += other.square;
        withFirst += other.withFirst;
        withSecond += other.withSecond;
        firstSquare += other.firstSquare;
        product += other.product;
        secondSquare += other.secondSquare;
    }

    /** Learns from what was counted, as if so many samples more had been seen that are like those of another part. */
    void learn(PacePart like, double more) {
        double a = firstSquare + more;
        double c = secondSquare + more;
        double determinant = a * c - product * product;
        double one = withFirst + more * like.first;
        double two = withSecond + more * like.second;
        first = (c * one - product * two) / determinant;
        second = (a * two - product * one) / determinant;
        marginal = (square + more * like.marginal) / (samples + more);
        variance = (restOfSquares() + more * like.variance) / (samples + more);
        variance = Math.max(Priors.MIN_VARIANCE * marginal, Math.min(marginal, variance));
        halfMarginal = 0.5 / marginal;
        halfPrecision = 0.5 / variance;
        offset = 0.5 * Math.log(marginal / variance);
        if (2 * marginal < 1) {
            forget();
        }
    }

    /**
     * Scores that deviate so little are of delays that are all alike: what deviates from them is no measure of pace.
     */
    private void forget() {
        first = 0;
        second = 0;
        marginal = 1;
        variance = 1;
        halfMarginal = 0.5;
        halfPrecision = 0.5;
        offset = 0;
    }

    /** By how much what was learnt makes what was counted more likely, in nats. */
    double gain() {
        return samples * offset + square * halfMarginal - restOfSquares() * halfPrecision;
    }

    private double restOfSquares() {
        return square
                - 2 * (first * withFirst + second * withSecond)
                + first * first * firstSquare
                + 2 * first * second * product
                + second * second * secondSquare;
    }
}

package io.wirepath.analyze.truth;

import java.util.SplittableRandom;

/**
 * A random time, never negative: how long a node takes, a network needs, a client thinks.
 *
 * @param shape its distribution
 * @param meanNanos mean of the distribution, before what falls below zero is cut off, in ns
 * @param deviationNanos standard deviation in ns; of a uniform delay half the width; without meaning for fixed and
 *     exponential ones
 */
public record Delay(Shape shape, double meanNanos, double deviationNanos) {

    /** The distributions of Project 5's generator (Gaussian, uniform) and those of real servers. */
    public enum Shape {
        FIXED,
        UNIFORM,
        GAUSSIAN,
        EXPONENTIAL,
        LOGNORMAL
    }

    private static final double MILLI = 1e6;

    /** Refuses what is no delay. */
    public Delay {
        if (!(meanNanos >= 0) || !(deviationNanos >= 0)) {
            throw new IllegalArgumentException("a delay has a mean and a deviation of zero or more");
        }
    }

    /** Always the same. */
    public static Delay fixed(double millis) {
        return new Delay(Shape.FIXED, millis * MILLI, 0);
    }

    /** Evenly between two bounds. */
    public static Delay uniform(double fromMillis, double toMillis) {
        return new Delay(Shape.UNIFORM, (fromMillis + toMillis) / 2 * MILLI, (toMillis - fromMillis) / 2 * MILLI);
    }

    /** Normally distributed; what falls below zero becomes zero. */
    public static Delay gaussian(double meanMillis, double deviationMillis) {
        return new Delay(Shape.GAUSSIAN, meanMillis * MILLI, deviationMillis * MILLI);
    }

    /** Exponentially distributed. */
    public static Delay exponential(double meanMillis) {
        return new Delay(Shape.EXPONENTIAL, meanMillis * MILLI, meanMillis * MILLI);
    }

    /** Log-normally distributed, with this mean and deviation of the delay itself. */
    public static Delay lognormal(double meanMillis, double deviationMillis) {
        return new Delay(Shape.LOGNORMAL, meanMillis * MILLI, deviationMillis * MILLI);
    }

    /** The same with a standard deviation of this share of the mean, where the shape has one of its own. */
    public Delay withRelativeDeviation(double share) {
        boolean free = shape == Shape.GAUSSIAN || shape == Shape.LOGNORMAL;
        return free ? new Delay(shape, meanNanos, meanNanos * share) : this;
    }

    /** Draws one, in ns. */
    long draw(SplittableRandom random) {
        double nanos = switch (shape) {
            case FIXED -> meanNanos;
            case UNIFORM -> meanNanos + deviationNanos * (2 * random.nextDouble() - 1);
            case GAUSSIAN -> meanNanos + deviationNanos * random.nextGaussian();
            case EXPONENTIAL -> meanNanos * random.nextExponential();
            case LOGNORMAL -> lognormal(random);
        };
        return Math.max(0, Math.round(nanos));
    }

    private double lognormal(SplittableRandom random) {
        if (meanNanos == 0) {
            return 0;
        }
        double ratio = deviationNanos / meanNanos;
        double variance = Math.log1p(ratio * ratio);
        return Math.exp(Math.log(meanNanos) - variance / 2 + Math.sqrt(variance) * random.nextGaussian());
    }
}

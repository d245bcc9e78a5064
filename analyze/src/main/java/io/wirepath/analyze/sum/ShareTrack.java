package io.wirepath.analyze.sum;

import java.util.Arrays;

/**
 * How often something happened, block of time by block of time.
 *
 * @param place where
 * @param measure what happened
 * @param events how often in each block; expected numbers need not be whole
 * @param trials out of how many, or, of a rate, in how many seconds
 */
public record ShareTrack(ComparedPlace place, Measure measure, double[] events, double[] trials) {

    /** How often it happened in all. */
    public double allEvents() {
        return Arrays.stream(events).sum();
    }

    /** Out of how many in all. */
    public double allTrials() {
        return Arrays.stream(trials).sum();
    }

    /** Events by trials; 0 without trials. */
    public double share() {
        double trials = allTrials();
        return trials == 0 ? 0 : allEvents() / trials;
    }
}

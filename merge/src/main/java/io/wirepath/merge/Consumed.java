package io.wirepath.merge;

import java.util.Arrays;

/**
 * The sightings of which a message was made, or that came too late for theirs, each by the source it came from and its
 * number there. A flyweight: valid during the call that hands it over. Not thread-safe.
 */
public final class Consumed {

    private int size;
    private int[] sources = new int[16];
    private long[] numbers = new long[16];

    /** None yet. */
    public Consumed() {}

    /** Removes all. */
    public void clear() {
        size = 0;
    }

    /** Adds sighting {@code number} of a source. */
    public void add(int source, long number) {
        if (size == sources.length) {
            sources = Arrays.copyOf(sources, 2 * size);
            numbers = Arrays.copyOf(numbers, 2 * size);
        }
        sources[size] = source;
        numbers[size++] = number;
    }

    /** How many there are, at least 1. */
    public int size() {
        return size;
    }

    /** The source of sighting {@code i}, as {@code LiveMerge.source} numbered it. */
    public int source(int i) {
        return sources[i];
    }

    /** The number of sighting {@code i} in its source. */
    public long number(int i) {
        return numbers[i];
    }
}

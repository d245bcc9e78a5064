package io.wirepath.merge.match;

/**
 * Bounds on the memory of a merge, and so on how long it waits.
 *
 * @param maxOpen sightings that wait for others, at most 300 bytes each, 400 with content
 * @param maxConnections connections at hand, about 300 bytes each
 * @param maxGiven messages given out that are remembered to tell late copies, 48 bytes each; 0 where nothing can be late
 * @param completeNanos how long a message waits that every sniffer has seen which knows its connection
 */
public record MergeLimits(int maxOpen, int maxConnections, int maxGiven, long completeNanos) {

    /** For files, which are read in order. */
    public static MergeLimits ofFiles(long completeNanos) {
        return new MergeLimits(1 << 18, 1 << 20, 0, completeNanos);
    }
}

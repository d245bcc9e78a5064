package io.wirepath.merge.match;

/**
 * Bounds on the memory of a merge, and so on how long it waits.
 *
 * @param maxOpen sightings that wait for others, at most 300 bytes each, 400 with content
 * @param maxConnections connections at hand, about 300 bytes each
 * @param maxEmitted messages given out that are remembered to tell late copies, 48 bytes each; 0 where nothing can be
 *     late
 * @param completeNanos how long a message waits that every sniffer has seen which knows its connection
 */
public record MergeLimits(int maxOpen, int maxConnections, int maxEmitted, long completeNanos) {

    /** Heap for each connection at hand: five times what it takes. */
    private static final long HEAP_OF_A_CONNECTION = 1500;

    /** For files, which are read in order; of connections, as many as fit this JVM's heap. */
    public static MergeLimits ofFiles(long completeNanos) {
        long connections = Runtime.getRuntime().maxMemory() / HEAP_OF_A_CONNECTION;
        return new MergeLimits(1 << 18, (int) Math.min(1 << 20, connections), 0, completeNanos);
    }
}

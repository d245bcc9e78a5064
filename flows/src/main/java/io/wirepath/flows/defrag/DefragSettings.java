package io.wirepath.flows.defrag;

/**
 * Bounds of the {@link IpDefragmenter}.
 *
 * @param memoryBytes payload and book-keeping of all datagrams together, at least {@link #MIN_MEMORY_BYTES}
 * @param maxDatagrams datagrams held at a time, at least 1
 * @param timeoutNanos how long after its first fragment a datagram may take, in capture time
 * @param copyWindowNanos how long after a datagram is complete an equal fragment is a mirror's copy of one of its
 *     fragments; later it begins another datagram that happens to be equal
 */
public record DefragSettings(long memoryBytes, int maxDatagrams, long timeoutNanos, long copyWindowNanos) {

    /** Room for one datagram of the largest size, in pieces of the smallest. */
    public static final long MIN_MEMORY_BYTES = 1 << 20;

    /** Checks the bounds. */
    public DefragSettings {
        if (memoryBytes < MIN_MEMORY_BYTES) {
            throw new IllegalArgumentException(
                    "memory for fragments must be at least " + MIN_MEMORY_BYTES + " bytes, not " + memoryBytes);
        }
        if (maxDatagrams < 1) {
            throw new IllegalArgumentException("at least one datagram must be allowed, not " + maxDatagrams);
        }
        if (timeoutNanos < 0 || copyWindowNanos < 0) {
            throw new IllegalArgumentException("the times of defragmentation must not be negative");
        }
    }

    /** 16 MiB, 16,384 datagrams, and the 30 s that Linux gives a datagram (ipfrag_time); mirrors copy within 100 ms. */
    public static DefragSettings defaults() {
        return new DefragSettings(16L << 20, 1 << 14, 30_000_000_000L, 100_000_000L);
    }
}

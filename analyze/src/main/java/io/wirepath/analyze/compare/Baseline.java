package io.wirepath.analyze.compare;

import java.util.List;

/**
 * What a run was like, as far as another one can be compared with it: what each place did, in {@value #BLOCKS} equal
 * blocks of time. The blocks tell how far a run differs from itself, which two runs of one system do at least.
 * Immutable.
 *
 * @param firstNanos when its first request began, ns since the epoch
 * @param lastNanos when its last one did
 * @param requests requests of clients
 * @param delays the delays that were measured
 * @param shares what was counted
 */
public record Baseline(
        long firstNanos, long lastNanos, long requests, List<DelayTrack> delays, List<ShareTrack> shares) {

    /** Blocks of a run. */
    public static final int BLOCKS = 32;

    /** How long it lasted, ns. */
    public long spanNanos() {
        return lastNanos - firstNanos;
    }
}

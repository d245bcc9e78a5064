package io.wirepath.merge.clock;

import java.util.List;
import java.util.stream.LongStream;

/**
 * What a pair of sniffers showed of their clocks: the differences of the packets that both saw, by the way these went.
 * Not thread-safe.
 */
public final class ClockSamples {

    private final EnvelopeSamples forward = EnvelopeSamples.ofLeast();
    private final EnvelopeSamples backward = EnvelopeSamples.ofGreatest();
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;

    /**
     * Adds a packet that both sniffers saw. One whose way is unknown is left out: it could be on either side.
     *
     * @param firstSnifferNanos its time stamp by the pair's first sniffer
     * @param secondSnifferNanos its time stamp by the second
     */
    public void add(long firstSnifferNanos, long secondSnifferNanos, Passage passage) {
        if (passage == Passage.UNKNOWN) {
            return;
        }
        firstNanos = Math.min(firstNanos, firstSnifferNanos);
        lastNanos = Math.max(lastNanos, firstSnifferNanos);
        (passage == Passage.FORWARD ? forward : backward)
                .add(firstSnifferNanos, secondSnifferNanos - firstSnifferNanos);
    }

    /** The same by the time of the second sniffer, as the first of a pair. */
    public ClockSamples turned() {
        ClockSamples turned = new ClockSamples();
        turned.addTurned(forward, Passage.BACKWARD);
        turned.addTurned(backward, Passage.FORWARD);
        return turned;
    }

    private void addTurned(EnvelopeSamples samples, Passage passage) {
        for (int i = 0; i < samples.size(); i++) {
            add(samples.timeNanos(i) + samples.differenceNanos(i), samples.timeNanos(i), passage);
        }
    }

    /** The differences of the samples between two moments, whichever way they went. */
    long[] differences(long fromNanos, long toNanos) {
        LongStream.Builder differences = LongStream.builder();
        for (EnvelopeSamples way : List.of(forward, backward)) {
            for (int i = 0; i < way.size(); i++) {
                if (way.timeNanos(i) >= fromNanos && way.timeNanos(i) <= toNanos) {
                    differences.add(way.differenceNanos(i));
                }
            }
        }
        return differences.build().toArray();
    }

    EnvelopeSamples forward() {
        return forward;
    }

    EnvelopeSamples backward() {
        return backward;
    }

    /** Earliest time of a sample by the first sniffer's clock. */
    public long firstNanos() {
        return firstNanos;
    }

    /** Latest time of a sample by the first sniffer's clock. */
    public long lastNanos() {
        return lastNanos;
    }

    /** Number of samples. */
    public long matched() {
        return forward.added() + backward.added();
    }
}

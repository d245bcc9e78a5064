package io.wirepath.analyze.sum;

import java.util.Arrays;
import java.util.IdentityHashMap;
import org.agrona.collections.IntArrayList;

/** Makes the {@link Sums} of a run from its single requests. Used once; not thread-safe. */
public final class SumsBuilder {

    private static final double SECOND = 1e9;

    private final long firstNanos;
    private final long lastNanos;
    private final double blockNanos;
    private final SumsAddition sums;

    /** The block and the bin of each delay: a kind that came once takes no list for each block. */
    private final IdentityHashMap<BinnedDelays[], IntArrayList> bins = new IdentityHashMap<>();

    /** Of requests that began in this time, ns since the epoch, both ends included. */
    public SumsBuilder(long firstNanos, long lastNanos) {
        this.firstNanos = firstNanos;
        this.lastNanos = lastNanos;
        blockNanos = Math.max(1, (lastNanos - firstNanos + 1) / (double) Sums.BLOCKS);
        sums = new SumsAddition(Sums.blocks(firstNanos, lastNanos));
        Arrays.fill(sums.trialsOfAll(Measure.LOAD), blockNanos / SECOND);
    }

    private int block(long nanos) {
        return (int) Math.max(0, Math.min(Sums.BLOCKS - 1, (long) ((nanos - firstNanos) / blockNanos)));
    }

    /** Adds a delay of what began at this time. */
    public void delay(ComparedPlace place, Measure measure, String kind, long at, long nanos) {
        bins.computeIfAbsent(sums.delays(place, measure, kind), unseen -> new IntArrayList())
                .addInt(BinnedDelays.placed(block(at), nanos));
    }

    /** Counts a trial, and the event if it happened. */
    public void count(ComparedPlace place, Measure measure, long at, int happened) {
        sums.events(place, measure)[block(at)] += happened;
        sums.trials(place, measure)[block(at)]++;
    }

    /** Counts a request of a rate. */
    public void rate(ComparedPlace place, long at) {
        sums.events(place, Measure.LOAD)[block(at)]++;
    }

    /** Counts a path of any pattern: what the frequencies of patterns are shares of. */
    public void anyPath(long at) {
        sums.trialsOfAll(Measure.FREQUENCY)[block(at)]++;
    }

    /** Counts a path of this pattern. */
    public void path(ComparedPlace pattern, long at) {
        sums.events(pattern, Measure.FREQUENCY)[block(at)]++;
    }

    /** What was added. */
    public Sums sums() {
        bins.forEach((to, placed) ->
                BinnedDelays.ofPlaced(placed.toIntArray(), Sums.BLOCKS).toArray(to));
        return sums.sums(firstNanos, lastNanos);
    }
}

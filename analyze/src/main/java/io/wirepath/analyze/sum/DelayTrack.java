package io.wirepath.analyze.sum;

import java.util.List;

/**
 * How long something took, block of time by block of time.
 *
 * @param place where
 * @param measure what was measured
 * @param kind what kind of request it was for, in words; empty where no kinds are told apart
 * @param blocks the delays of each block
 */
public record DelayTrack(ComparedPlace place, Measure measure, String kind, List<BinnedDelays> blocks) {

    /** How many delays there are. */
    public int size() {
        int size = 0;
        for (BinnedDelays block : blocks) {
            size += block.size();
        }
        return size;
    }

    /** The same with each delay longer by this, ns. */
    public DelayTrack later(double nanos) {
        List<BinnedDelays> later =
                blocks.stream().map(block -> block.later(nanos)).toList();
        return new DelayTrack(place, measure, kind, later);
    }

    /** All of them, sorted, ns; each as the middle of its bin. */
    public double[] sorted() {
        int[] counts = counts();
        double[] sorted = new double[size()];
        int at = 0;
        for (int bin = 0; bin < counts.length; bin++) {
            for (int i = 0; i < counts[bin]; i++) {
                sorted[at++] = BinnedDelays.nanos(bin);
            }
        }
        return sorted;
    }

    /** How many of them lie in each bin, from bin 0 to the last that holds any. */
    public int[] counts() {
        int most = 0;
        for (BinnedDelays block : blocks) {
            most = block.bin().length == 0 ? most : Math.max(most, block.bin()[block.bin().length - 1] + 1);
        }
        int[] counts = new int[most];
        for (BinnedDelays block : blocks) {
            for (int i = 0; i < block.bin().length; i++) {
                counts[block.bin()[i]] += block.count()[i];
            }
        }
        return counts;
    }
}

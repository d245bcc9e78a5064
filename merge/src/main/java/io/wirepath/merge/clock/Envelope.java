package io.wirepath.merge.clock;

import java.util.Arrays;

/**
 * The edge of a cloud of clock differences: the stretch of time is cut into equal parts, and each part gives one
 * robust extreme value. Times are seconds from the start of the stretch, values nanoseconds from a coarse offset.
 */
final class Envelope {

    /** Parts that a stretch is cut into; enough for a line, few enough that each holds quiet moments. */
    static final int PARTS = 32;

    /**
     * Share of the samples of a part that may be wrong in the extreme direction, such as a frame stamped out of order.
     */
    private static final double TRIM = 0.04;

    final double[] seconds;
    final double[] value;

    private Envelope(double[] seconds, double[] value) {
        this.seconds = seconds;
        this.value = value;
    }

    int size() {
        return seconds.length;
    }

    /**
     * The extreme values of the samples between two moments.
     *
     * @param coarse a first line, taken off every difference: without it a part's extreme would stand at the end that
     *     the clocks drift to
     * @param reachNanos samples farther than this from the first line are mismatches
     */
    static Envelope of(
            EnvelopeSamples samples, boolean least, long fromNanos, long toNanos, Coarse coarse, double reachNanos) {
        double partNanos = Math.max(1, (toNanos - fromNanos + 1) / (double) PARTS);
        double[][] parts = new double[PARTS][];
        int[] counts = new int[PARTS];
        for (int i = 0; i < samples.size(); i++) {
            long time = samples.timeNanos(i);
            double value = samples.differenceNanos(i) - coarse.offsetNanos() - coarse.skew() * (time - fromNanos);
            if (time < fromNanos || time > toNanos || Math.abs(value) > reachNanos) {
                continue;
            }
            int part = Math.min(PARTS - 1, (int) ((time - fromNanos) / partNanos));
            if (parts[part] == null) {
                parts[part] = new double[8];
            } else if (counts[part] == parts[part].length) {
                parts[part] = Arrays.copyOf(parts[part], counts[part] * 2);
            }
            parts[part][counts[part]++] = least ? value : -value;
        }
        return extremes(parts, counts, least, partNanos);
    }

    /**
     * A first guess at the line.
     *
     * @param offsetNanos at the start of the stretch; integer, so that hours keep their nanoseconds
     * @param skew nanoseconds per nanosecond
     */
    record Coarse(long offsetNanos, double skew) {}

    private static Envelope extremes(double[][] parts, int[] counts, boolean least, double partNanos) {
        double[] seconds = new double[PARTS];
        double[] value = new double[PARTS];
        int used = 0;
        for (int part = 0; part < PARTS; part++) {
            if (counts[part] == 0) {
                continue;
            }
            Arrays.sort(parts[part], 0, counts[part]);
            double extreme = parts[part][(int) (TRIM * counts[part])];
            seconds[used] = (part + 0.5) * partNanos / 1e9;
            value[used++] = least ? extreme : -extreme;
        }
        return new Envelope(Arrays.copyOf(seconds, used), Arrays.copyOf(value, used));
    }
}

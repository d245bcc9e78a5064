package io.wirepath.merge.clock;

import java.util.Arrays;

/**
 * Differences of two clocks over time, of which only the extreme ones matter: the least for packets that went
 * forward, the greatest for those that went backward.
 *
 * <p>Bounded: when it is full, of each two samples that follow each other the less extreme one is dropped, and from
 * then on twice as many new ones share a place. So every part of a capture keeps its envelope equally well, however
 * long the capture is. Not thread-safe.
 */
public final class EnvelopeSamples {

    /** Samples kept: 2 x 8 bytes each. */
    static final int CAPACITY = 1 << 15;

    private final boolean least;
    private long[] time = new long[64];
    private long[] difference = new long[64];
    private int size;
    private long perPlace = 1;
    private long inPlace;
    private long added;

    private EnvelopeSamples(boolean least) {
        this.least = least;
    }

    /** Keeps the least differences. */
    public static EnvelopeSamples ofLeast() {
        return new EnvelopeSamples(true);
    }

    /** Keeps the greatest differences. */
    public static EnvelopeSamples ofGreatest() {
        return new EnvelopeSamples(false);
    }

    /**
     * Adds a sample.
     *
     * @param timeNanos when, by the first sniffer's clock
     * @param differenceNanos second sniffer's time stamp less the first's
     */
    public void add(long timeNanos, long differenceNanos) {
        added++;
        boolean joins = inPlace > 0 && inPlace < perPlace;
        if (joins) {
            inPlace++;
            if (least == differenceNanos <= difference[size - 1]) {
                time[size - 1] = timeNanos;
                difference[size - 1] = differenceNanos;
            }
            return;
        }
        if (size == CAPACITY) {
            halve();
        } else if (size == time.length) {
            time = Arrays.copyOf(time, size * 2);
            difference = Arrays.copyOf(difference, size * 2);
        }
        time[size] = timeNanos;
        difference[size++] = differenceNanos;
        inPlace = 1;
    }

    private void halve() {
        for (int i = 0; i < size / 2; i++) {
            int first = 2 * i;
            int keep = least == difference[first] <= difference[first + 1] ? first : first + 1;
            time[i] = time[keep];
            difference[i] = difference[keep];
        }
        size /= 2;
        perPlace *= 2;
    }

    /** How many samples were ever added. */
    public long added() {
        return added;
    }

    /** How many are kept. */
    public int size() {
        return size;
    }

    /** Time of sample {@code i} by the first sniffer's clock. */
    public long timeNanos(int i) {
        return time[i];
    }

    /** Difference of sample {@code i}. */
    public long differenceNanos(int i) {
        return difference[i];
    }
}

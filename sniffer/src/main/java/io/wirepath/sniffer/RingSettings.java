package io.wirepath.sniffer;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;

/**
 * How the capture ring works.
 *
 * @param slots number of slots, a power of two: how far the source may be ahead of the slowest handler
 * @param waiting how a thread waits for the one before it
 */
public record RingSettings(int slots, Waiting waiting) {

    /** Refuses a number of slots that is no power of two. */
    public RingSettings {
        if (slots < 2 || Integer.bitCount(slots) != 1) {
            throw new IllegalArgumentException(
                    "the slots of a ring must be a power of two and at least 2, not " + slots);
        }
    }

    /**
     * Four slots: enough for a source, two stages and a collector to work side by side, and few enough that a block is
     * still in the processor's cache when the last of them comes to it. Threads that wait sleep.
     */
    public static RingSettings defaults() {
        return new RingSettings(4, Waiting.BLOCKING);
    }

    /** What a thread does while it waits. */
    public enum Waiting {
        /** Sleeps until it is woken: costs nothing, right for few processors and slots of many frames. */
        BLOCKING,
        /** Gives its processor to any other thread that is ready. */
        YIELDING,
        /** Keeps its processor busy: only where each thread has a processor of its own. */
        BUSY_SPIN;

        WaitStrategy strategy() {
            return switch (this) {
                case BLOCKING -> new SleepingWait();
                case YIELDING -> new YieldingWaitStrategy();
                case BUSY_SPIN -> new BusySpinWaitStrategy();
            };
        }
    }
}

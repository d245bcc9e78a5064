package io.wirepath.sniffer.live;

/** Where a port has its time from. */
interface PortClock {

    /** A time that only goes forward. */
    long nanoTime();

    /** The time of day, nanoseconds since the epoch, no later than it is. */
    long epochNanos();
}

package io.wirepath.appliance.ship;

/**
 * Carries the documents of one spool to where they are wanted, for as long as it runs, again after every failure. The
 * spool may be written meanwhile.
 *
 * <p>{@link #run} is for a thread of its own; the other methods may be called by any thread.
 */
public interface SpoolCarrier extends Runnable {

    /** Its state. */
    ShippingStatus status();

    /** Stops at once; what was not sent stays in the spool for the next time. */
    void stop();

    /** Stops as soon as everything up to this number is kept at the other end. */
    void stopAfter(long number);
}

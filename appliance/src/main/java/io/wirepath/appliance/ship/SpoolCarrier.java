package io.wirepath.appliance.ship;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Carries the documents of one spool to where they are wanted, for as long as it runs, again after every failure. The
 * spool may be written meanwhile.
 *
 * <p>{@link #run} is for a thread of its own; what is public besides may be called by any thread.
 */
public abstract class SpoolCarrier implements Runnable {

    private final Retry retry = new Retry(RandomGenerator.getDefault());
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile long drainTo = Long.MAX_VALUE;
    private volatile ShippingStatus status = ShippingStatus.NONE;

    /** Its state. */
    public final ShippingStatus status() {
        return status;
    }

    /** Stops at once; what was not sent stays in the spool for the next time. */
    public void stop() {
        stopped.countDown();
    }

    /** Stops as soon as everything up to this number is kept at the other end. */
    public void stopAfter(long number) {
        drainTo = number;
    }

    /** Whether nothing more is wanted of it. */
    protected final boolean isStopped() {
        return stopped.getCount() == 0 || status.keptNumber() >= drainTo;
    }

    /** Waits so long, or until it is stopped. */
    protected final void pause(long nanos) throws InterruptedException {
        boolean unused = stopped.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Notes why an attempt failed, and waits for the next one. */
    protected final void failed(String problem) throws InterruptedException {
        ShippingStatus was = status;
        status = new ShippingStatus(
                false,
                was.sentNumber(),
                was.keptNumber(),
                was.documents(),
                was.bytes(),
                was.deletedUnsent(),
                was.failures() + 1,
                problem);
        pause(retry.nextNanos());
    }

    /** An attempt goes well: the next failure is a first one. */
    protected final void succeeded() {
        retry.succeeded();
    }

    /**
     * Notes that all is well.
     *
     * @param sent number of the last document sent
     * @param kept number up to which the other end holds everything
     * @param documents documents sent since the last note
     * @param bytes their bytes
     * @param deletedUnsent documents that were deleted before they were sent, in all
     */
    protected final void note(long sent, long kept, long documents, long bytes, long deletedUnsent) {
        ShippingStatus was = status;
        status = new ShippingStatus(
                true,
                Math.max(was.sentNumber(), sent),
                kept,
                was.documents() + documents,
                was.bytes() + bytes,
                deletedUnsent,
                was.failures(),
                "");
    }
}

package io.wirepath.sniffer;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;

/**
 * Waits asleep for whatever comes before, be it the source or an earlier stage. The Disruptor's own blocking strategy
 * sleeps only for the source and spins for an earlier stage, which costs a processor where stages take long.
 */
final class SleepingWait implements WaitStrategy {

    private final Object monitor = new Object();

    @Override
    public long waitFor(long sequence, Sequence cursor, Sequence dependentSequence, SequenceBarrier barrier)
            throws AlertException, InterruptedException {
        long available = dependentSequence.get();
        if (available < sequence) {
            synchronized (monitor) {
                while ((available = dependentSequence.get()) < sequence) {
                    barrier.checkAlert();
                    monitor.wait();
                }
            }
        }
        return available;
    }

    @Override
    public void signalAllWhenBlocking() {
        synchronized (monitor) {
            monitor.notifyAll();
        }
    }

    /** Sleeps until a slot is free. */
    void awaitCapacity(RingBuffer<?> ring) throws InterruptedException {
        if (!ring.hasAvailableCapacity(1)) {
            synchronized (monitor) {
                while (!ring.hasAvailableCapacity(1)) {
                    monitor.wait();
                }
            }
        }
    }
}

package io.wirepath.sniffer.live;

import io.wirepath.sniffer.CaptureCounter;
import io.wirepath.sniffer.CounterSet;

/**
 * What a port knows of the frames that it got and of those that it did not, since it was opened.
 *
 * @param offered frames that passed the filter: those given out, those dropped for want of room, those still in the
 *     ring
 * @param droppedRingFull frames that passed the filter and found no room
 * @param ringFullTimes how often the ring became full; always 0 where the way of capture does not tell
 * @param droppedByKernel frames that the kernel threw away on their way from the card, wanted or not
 * @param droppedByInterface frames that the card had no room for, wanted or not
 * @param stampedByKernel frames that the card should have stamped and did not
 * @param interfaceDownTimes how often the interface went down or vanished
 */
public record PortStatistics(
        long offered,
        long droppedRingFull,
        long ringFullTimes,
        long droppedByKernel,
        long droppedByInterface,
        long stampedByKernel,
        long interfaceDownTimes) {

    /** Adds each figure to its counter. */
    public void addTo(CounterSet<CaptureCounter> counters) {
        counters.add(CaptureCounter.FRAMES_OFFERED, offered);
        counters.add(CaptureCounter.DROPPED_RING_FULL, droppedRingFull);
        counters.add(CaptureCounter.RING_FULL_TIMES, ringFullTimes);
        counters.add(CaptureCounter.DROPPED_BY_KERNEL, droppedByKernel);
        counters.add(CaptureCounter.DROPPED_BY_INTERFACE, droppedByInterface);
        counters.add(CaptureCounter.STAMPED_BY_KERNEL, stampedByKernel);
        counters.add(CaptureCounter.INTERFACE_DOWN_TIMES, interfaceDownTimes);
    }

    /** What two ports know together. */
    PortStatistics plus(PortStatistics other) {
        return new PortStatistics(
                offered + other.offered,
                droppedRingFull + other.droppedRingFull,
                ringFullTimes + other.ringFullTimes,
                droppedByKernel + other.droppedByKernel,
                droppedByInterface + other.droppedByInterface,
                stampedByKernel + other.stampedByKernel,
                interfaceDownTimes + other.interfaceDownTimes);
    }

    /** Frames of which nothing was captured, for whichever reason. */
    public long lost() {
        return droppedRingFull + droppedByKernel + droppedByInterface;
    }
}

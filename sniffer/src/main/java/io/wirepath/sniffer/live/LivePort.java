package io.wirepath.sniffer.live;

import io.wirepath.sniffer.CaptureCounter;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameSource;

/**
 * A network interface as a source of frames, from when it was opened until it is stopped.
 *
 * <p>{@link #fill} and {@link #close} belong to one thread, and the blocks it filled may be in use until the same block
 * is given to it again: close a port only when nobody looks at them any more. {@link #stop}, {@link #statistics},
 * {@link #filling}, {@link #setFilter} and {@link #progress} may be called by any thread.
 *
 * <p>An interface that goes down or vanishes does not end the port: it says so once, waits, and goes on when the
 * interface is back.
 */
public interface LivePort extends FrameSource {

    /** How the port came to be opened. */
    PortFacts facts();

    /**
     * Ends the capture. Frames that were captured before this call are still given out; then {@link #fill} returns
     * false. Returns at once.
     */
    void stop();

    /** What became of the frames so far. */
    PortStatistics statistics();

    /**
     * How full the memory is in which the kernel keeps frames until they are read, 0 to 1, when frames were given out
     * last; NaN where the way of capture does not tell.
     */
    default double filling() {
        return Double.NaN;
    }

    /**
     * Changes which frames are wanted, for those that arrive from now on. A frame that both filters want is not lost
     * by the change, but see {@link CaptureWay#LIBPCAP}.
     *
     * @param expression as in pcap-filter(7); empty for all frames
     * @throws CaptureException when the expression is wrong; the former filter then stays
     */
    void setFilter(String expression) throws CaptureException;

    @Override
    default void addTo(CounterSet<CaptureCounter> counters) {
        statistics().addTo(counters);
    }
}

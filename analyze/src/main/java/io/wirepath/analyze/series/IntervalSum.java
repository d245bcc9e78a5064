package io.wirepath.analyze.series;

import io.wirepath.analyze.delay.DelayCounts;
import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.SightingCodec;

/**
 * What happened to the requests that came in one interval. Not thread-safe.
 *
 * <p>Delays are nanoseconds to two significant digits, from 0 to {@link DelayDistribution#MAX_NANOS}.
 */
public final class IntervalSum {

    private long messages;
    private long requests;
    private long unanswered;
    private long refused;
    private long failed;
    private double busyNanos;
    private long resentSegments;
    private double zeroWindowNanos;
    private long resets;
    private long connectionsOpened;
    private long connectionsRefused;
    private long connectionsUnanswered;
    private final DelayCounts own = new DelayCounts();
    private final DelayCounts service = new DelayCounts();

    /** The sum of no requests. */
    public static IntervalSum nothing() {
        return new IntervalSum();
    }

    /** Adds a request; the delays are those of {@link io.wirepath.analyze.delay.ServedCalls}. */
    void answered(long ownNanos, long serviceNanos) {
        requests++;
        own.add(ownNanos, 1);
        service.add(serviceNanos, 1);
    }

    /** Adds a request without an answer. */
    void unanswered() {
        requests++;
        unanswered++;
    }

    /** Says that the request added last was refused. */
    void refused() {
        refused++;
    }

    /** Says that the request added last failed. */
    void failed() {
        failed++;
    }

    /** Adds a message of any kind, of which a sniffer saw the sending. */
    void message() {
        messages++;
    }

    /** Adds what TCP did to a message, and the connection that was opened for it. */
    void tcp(MessageTable messages, int row) {
        resentSegments += messages.resentSegments(row);
        zeroWindowNanos += messages.zeroWindowNanos(row);
        resets += (messages.flags(row) & SightingCodec.FLAG_RST) != 0 ? 1 : 0;
        connectionsOpened += messages.setUpNanos(row) > 0 ? 1 : 0;
    }

    /** Adds an attempt to open a connection that failed. */
    void failedAttempt(boolean refused) {
        connectionsRefused += refused ? 1 : 0;
        connectionsUnanswered += refused ? 0 : 1;
    }

    /** Adds time in which a request was open. */
    void busy(long nanos) {
        busyNanos += nanos;
    }

    /** Messages of any kind; of sniffers alone. */
    public long messages() {
        return messages;
    }

    /** Requests that came. */
    public long requests() {
        return requests;
    }

    /** Those of them without an answer. */
    public long unansweredRequests() {
        return unanswered;
    }

    /** Those of them that were refused: the request was to blame. */
    public long refusedRequests() {
        return refused;
    }

    /** Those of them that failed. */
    public long failedRequests() {
        return failed;
    }

    /**
     * Time that answered requests were open within the interval, summed over requests, ns: divided by the width,
     * requests in flight.
     */
    public double busyNanos() {
        return busyNanos;
    }

    /** Segments of the messages that began that had to be sent again. */
    public long resentSegments() {
        return resentSegments;
    }

    /** Time for which a receiver's window was closed to them, ns. */
    public double zeroWindowNanos() {
        return zeroWindowNanos;
    }

    /** Messages that a reset ended. */
    public long resets() {
        return resets;
    }

    /** Connections whose handshake was seen, counted at the first message. */
    public long connectionsOpened() {
        return connectionsOpened;
    }

    /** Attempts to open a connection that were refused, counted at their first SYN. */
    public long connectionsRefused() {
        return connectionsRefused;
    }

    /** Attempts to open a connection that nothing answered, counted at their first SYN. */
    public long connectionsUnanswered() {
        return connectionsUnanswered;
    }

    /** Own time that this percentage does not exceed, ns; -1 where nothing was answered. */
    public long ownNanos(double percentile) {
        return own.percentilesNanos(percentile)[0];
    }

    /** Service time that this percentage does not exceed, ns; -1 where nothing was answered. */
    public long serviceNanos(double percentile) {
        return service.percentilesNanos(percentile)[0];
    }
}

package io.wirepath.flows;

/**
 * How much passed in one direction of a connection, and what was unusual about it: nothing here lost a byte unless it
 * says so. Pooled with the connection; read it during a callback, at the latest in {@link ConnectionListener#onClose}.
 */
public final class FlowStatistics {

    /** Segments whose payload, or a part of it, had been seen before. */
    public long retransmittedSegments;

    /** Retransmitted payload bytes. */
    public long retransmittedBytes;

    /** Segments or datagrams that the mirror delivered once more. */
    public long mirrorCopies;

    /** Segments that arrived before an earlier one. */
    public long reorderedSegments;

    /** Segments whose bytes differ from those that were first at the same place. */
    public long overlapConflicts;

    /** Keep-alive probes. */
    public long keepAlives;

    /** Payload bytes that were not used: outside of the window, after FIN, or before the start of a pick-up. */
    public long discardedBytes;

    /** Segments or datagrams with payload, those sent again included, mirror copies not. */
    public long payloadSegments;

    /** Payload bytes in them. */
    public long payloadBytes;

    /** Segments without payload, mirror copies not. */
    public long emptySegments;

    /** Bytes of the stream that were given up as never seen. */
    public long missingBytes;

    /** Counts a segment or datagram that is no mirror copy. */
    public void countSegment(int length) {
        if (length > 0) {
            payloadSegments++;
            payloadBytes += length;
        } else {
            emptySegments++;
        }
    }

    /** Sets all to zero. */
    public void clear() {
        payloadSegments = 0;
        payloadBytes = 0;
        emptySegments = 0;
        missingBytes = 0;
        retransmittedSegments = 0;
        retransmittedBytes = 0;
        mirrorCopies = 0;
        reorderedSegments = 0;
        overlapConflicts = 0;
        keepAlives = 0;
        discardedBytes = 0;
    }
}

package io.wirepath.flows.stream;

import io.wirepath.flows.OuterLayer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One flow: what one side of a conversation sent to the other.
 *
 * @param capture the capture, as its reader named it
 * @param transport {@code tcp} or {@code udp}
 * @param source who sent, {@code addr:port} or {@code [v6]:port}
 * @param destination the receiver
 * @param bytes payload bytes present, each counted once
 * @param missing payload bytes that were sent and are not in the capture, those cut off included
 * @param sha256 of the bytes in order, holes as zeros, up to the last byte present; null if the holes are so large that
 *     hashing them would be all the work
 * @param startNanos when the first payload was captured, nanoseconds since the epoch
 * @param endNanos when the last payload was captured
 * @param segments segments or datagrams with payload that were used
 * @param retransmittedSegments segments whose payload, or a part of it, had been seen before
 * @param retransmittedBytes payload bytes seen before
 * @param mirrorCopies segments or datagrams that the mirror delivered once more
 * @param reorderedSegments segments that came before an earlier one
 * @param overlapConflicts segments that brought other bytes for a place than the first that did
 * @param keepAlives keep-alive probes
 * @param cutBytes bytes, among the missing, that the snapshot length cut off
 * @param discardedBytes payload bytes that belong to no stream: behind FIN, before the pick-up, far off
 * @param outer layers around the first packet of the flow, the outermost first; empty for most
 * @param midstream whether the start of the conversation was not captured; always for UDP
 */
public record StreamRow(
        String capture,
        String transport,
        String source,
        String destination,
        long bytes,
        long missing,
        @Nullable String sha256,
        long startNanos,
        long endNanos,
        long segments,
        long retransmittedSegments,
        long retransmittedBytes,
        long mirrorCopies,
        long reorderedSegments,
        long overlapConflicts,
        long keepAlives,
        long cutBytes,
        long discardedBytes,
        List<OuterLayer> outer,
        boolean midstream) {

    /** Keeps its own copy of the layers. */
    public StreamRow {
        outer = List.copyOf(outer);
    }
}

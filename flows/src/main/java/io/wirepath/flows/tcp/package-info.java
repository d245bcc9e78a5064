/**
 * Turns the TCP segments of a shard into connections, and their payload into two streams of bytes.
 *
 * <pre>
 *  PacketView ─► TcpTracker ─────────────────► TcpReassembler ──► InOrderDelivery ──► ConnectionListener
 *                │ which connection, is it       │ new, known,        ▲
 *                │ a new one, has it ended       │ or early           │ gives up holes
 *                │ (TcpState)                    ├ TcpFlow            │
 *                ├ MirrorCopyDetector            │                WaitingStreams
 *                │   drops copies                └ SegmentStore ◄─────┘
 *                └ table.ConnectionTable             what came early
 * </pre>
 *
 * <p>Where to look: a retransmission is recognised in {@code TcpReassembler.accept} (its sequence number lies before
 * the next byte wanted) and in {@code SegmentStore.add} (its bytes are held already); a mirror copy in
 * {@code MirrorCopyDetector}; the reuse of a 4-tuple in {@code TcpTracker.isReuse}; wrap-around in
 * {@code SequenceNumber}.
 *
 * <p>After RFC 9293 (state machine §3.3.2, sequence numbers §3.4), as an observer that may lose packets
 * itself can follow it. Nothing is allocated for a segment once the pools have grown.
 */
@NullMarked
package io.wirepath.flows.tcp;

import org.jspecify.annotations.NullMarked;

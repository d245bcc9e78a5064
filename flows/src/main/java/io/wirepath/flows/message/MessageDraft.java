package io.wirepath.flows.message;

import io.wirepath.flows.Acknowledged;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.message.content.DigestKey;
import io.wirepath.flows.message.framer.Piece;
import org.jspecify.annotations.Nullable;

/** A message that is being received. Pooled by the {@link MessageEmitter}; in a list of the open ones of its side. */
final class MessageDraft {

    int slot;
    Role role = Role.UNKNOWN;
    long callId;
    int flags;
    Protocol protocol = Protocol.UNKNOWN;

    long firstNanos;
    long lastNanos;
    long length;
    long missing;
    long streamOffset;
    int retransmitted;
    int mirrorCopies;
    int ipId;
    int acknowledged;
    int ttl;
    int vlan;
    int packets;

    /** How the request ended, as far as its bytes have said: see {@link io.wirepath.flows.Outcome}. */
    int outcome;

    /** Segments that had to be sent again, and by how much waiting for them made the message complete later. */
    int resent;

    long resentWaitNanos;

    /** How long the receiver's window was closed meanwhile. */
    long zeroWindowNanos;

    /** How long its sender held parts back meanwhile, until delayed acknowledgments came. */
    long acknowledgmentNanos;

    /** How often, and for how long in all, the sender had nothing to send meanwhile. */
    int pauses;

    long pausedNanos;

    final ContentDigest digest;

    /** Copy of the first bytes; null where content is off or nothing is open. */
    @Nullable
    ContentCopy content;

    /** What it asks for or says; null unless the operator wants to know. */
    @Nullable
    String operation;

    /** Lines that identify it, where its framer read them; as {@link Piece#identifiers}. */
    @Nullable
    String identifiers;

    /** Whether it is a request if an answer comes that nothing else asked for, else one-way. */
    boolean mayAsk;

    @Nullable
    MessageDraft next;

    private long lastFrame;

    MessageDraft(DigestKey key) {
        digest = new ContentDigest(key);
    }

    /** Starts a message whose first byte is at {@code streamOffset}. */
    void begin(int slot, long streamOffset, long timeNanos) {
        this.slot = slot;
        this.streamOffset = streamOffset;
        role = Role.UNKNOWN;
        callId = SightingCodec.NO_CALL_ID;
        flags = 0;
        mayAsk = false;
        protocol = Protocol.UNKNOWN;
        firstNanos = timeNanos;
        lastNanos = timeNanos;
        length = 0;
        missing = 0;
        retransmitted = 0;
        mirrorCopies = 0;
        ipId = 0;
        acknowledged = Acknowledged.UNKNOWN;
        ttl = 0;
        vlan = -1;
        packets = 0;
        operation = null;
        identifiers = null;
        outcome = 0;
        resent = 0;
        resentWaitNanos = 0;
        zeroWindowNanos = 0;
        acknowledgmentNanos = 0;
        pauses = 0;
        pausedNanos = 0;
        lastFrame = -1;
        digest.reset();
    }

    /**
     * Takes the next bytes.
     *
     * @param bytes begins with them, and has the packet that brought the first of them
     * @param count how many of these bytes
     * @param lastByteNanos when the last of them came
     * @param lastByteFrame in which frame
     */
    void add(StreamBytes bytes, int count, long lastByteNanos, long lastByteFrame) {
        takePacket(bytes.segment);
        if (bytes.segment.frameNumber != lastByteFrame) {
            packets++;
        }
        lastFrame = lastByteFrame;
        length += count;
        lastNanos = Math.max(lastNanos, lastByteNanos);
        digest.update(bytes.buffer, bytes.offset, count);
        ContentCopy copy = content;
        if (copy != null) {
            copy.add(bytes.buffer, bytes.offset, count);
        }
    }

    private void takePacket(SegmentContext segment) {
        if (packets == 0) {
            ipId = segment.ipId;
            acknowledged = segment.acknowledged;
            ttl = segment.ttl;
            vlan = segment.vlan;
        }
        if (segment.frameNumber != lastFrame) {
            packets++;
        }
        lastFrame = segment.frameNumber;
        // where segments overtook each other, the earliest shows best when the sender began
        firstNanos = Math.min(firstNanos, segment.timeNanos);
    }

    /**
     * Takes the next bytes as missing.
     *
     * @param cut the packet off which the snapshot length cut them; null if none brought them
     */
    void addMissing(long count, @Nullable SegmentContext cut, long timeNanos) {
        if (cut != null) {
            takePacket(cut);
        }
        length += count;
        missing += count;
        flags |= cut != null ? SightingCodec.FLAG_CUT : SightingCodec.FLAG_GAP;
        lastNanos = Math.max(lastNanos, timeNanos);
    }
}

package io.wirepath.flows.tcp;

import io.wirepath.flows.Acknowledged;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.decode.PacketView;
import java.nio.ByteBuffer;

/** The segment at hand, its fields read once. A flyweight that is loaded again for each packet. */
final class Segment {

    private static final int OPTIONS_AT = 20;
    private static final int STAMP_BYTES = 12;

    /** Two options of nothing, then kind 8 and length 10 (RFC 7323 appendix A). */
    private static final int STAMP_OPTION = 0x0101080a;

    /** What its checksum is: unknown where the capture cut it, partial where a network card is to fill it in. */
    enum Sum {
        UNKNOWN,
        RIGHT,
        PARTIAL,
        WRONG
    }

    final SegmentContext context = new SegmentContext();

    Sum sum = Sum.UNKNOWN;

    /** Whether it waits for its receiver's word; set by {@link DoubtfulSegments#judge}. */
    boolean doubtful;

    ByteBuffer bytes = ByteBuffer.allocate(0);

    /** Where the payload lies in {@link #bytes}. */
    int offset;

    /** Payload bytes present. */
    int length;

    /** Payload bytes behind them that the capture cut off. */
    int cut;

    /** Sequence number of the first payload byte: SYN takes one number, before the payload. */
    int sequence;

    int acknowledgment;
    int flags;
    int window;
    long timeNanos;

    /** Whether the sender wrote its time, and echoed the other's; of segments without SYN, in the usual place. */
    boolean stamped;

    int stamp;
    int echo;

    void load(PacketView packet) {
        timeNanos = packet.timeNanos();
        flags = packet.tcpFlags();
        sequence = packet.sequence() + (flags >> 1 & 1);
        acknowledgment = packet.acknowledgment();
        window = packet.window();
        bytes = packet.bytes();
        offset = packet.payloadOffset();
        length = packet.payloadLength();
        cut = packet.payloadCut();
        int options = packet.transportOffset() + OPTIONS_AT;
        stamped = offset - options >= STAMP_BYTES && bytes.getInt(options) == STAMP_OPTION;
        if (stamped) {
            stamp = bytes.getInt(options + 4);
            echo = bytes.getInt(options + 8);
        }
        context.timeNanos = timeNanos;
        context.ipId = packet.ipId();
        context.acknowledged = (flags & 16) == 0 ? Acknowledged.NOTHING : Acknowledged.of(acknowledgment);
        context.ttl = packet.ttl();
        context.frameNumber = packet.frameNumber();
        context.vlan = packet.vlan();
        context.push = (flags & 8) != 0;
    }

    /** Looks at the checksum of the packet that was loaded. */
    void sumUp(PacketView packet) {
        if (!packet.isChecksummed()) {
            sum = Sum.UNKNOWN;
        } else if (packet.isChecksumRight()) {
            sum = Sum.RIGHT;
        } else {
            sum = packet.isChecksumPartial() ? Sum.PARTIAL : Sum.WRONG;
        }
    }

    /** Becomes a segment that was held. */
    void load(HeldSegment held) {
        context.copy(held.context);
        timeNanos = held.context.timeNanos;
        flags = held.hasAcknowledgment ? TcpFlags.ACK : 0;
        sequence = held.sequence;
        acknowledgment = held.acknowledgment;
        bytes = held.buffer;
        offset = 0;
        length = held.length;
        cut = held.cut;
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Bytes of sequence space that the payload takes. */
    int span() {
        return length + cut;
    }

    /** Takes the first {@code count} bytes of the span off; returns how many of them were present. */
    int dropFront(int count) {
        int present = Math.min(count, length);
        sequence += count;
        offset += present;
        length -= present;
        cut -= count - present;
        return present;
    }
}

package io.wirepath.merge.match;

import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.sample.ContentKey;
import io.wirepath.nat.Endpoint;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A connection as one sniffer saw it. Its end 0 is the source of its first sighting. */
final class SightedConnection {

    /** Connections of a run are numbered by frames; 44 bits of frames are enough for months at a million a second. */
    private static final int LANE_SHIFT = 44;

    final int lane;
    final int sniffer;
    final long id;

    /** What tells it from all others at hand. */
    final long key;

    /** What tells it from all others whenever it is read; 0 where its class is numbered in order. */
    final long stable;

    final int transport;
    final Endpoint end0;
    final Endpoint end1;

    /** What it is one view of. */
    ConnectionClass of;

    /** Whether its end 0 is side 1 of the class. */
    boolean flipped;

    /** What to add to its call numbers to get those of the class. */
    long callShift;

    boolean callShiftKnown;

    /** Ports of what end 0 sends, source and destination, as they stand in a record. */
    private final int portsOfEnd0;

    /** Time to live of the latest packet from end 0 and from end 1; 0 where none was seen. */
    private int timeToLive0;

    private int timeToLive1;

    private int sequenceShift0;
    private int sequenceShift1;
    private long base0;
    private long base1;

    /** Whether nothing more of it comes. */
    boolean ended;

    /** How it ended; null while it has not, or nobody knows. */
    @Nullable
    FlowTotals totals;

    SightedConnection(Lane lane, long id, ByteBuffer records, int at, long classNumber) {
        this.lane = lane.number();
        this.sniffer = lane.sniffer();
        this.id = id;
        key = key(lane.number(), id);
        stable = lane.identity() == Lane.IN_ORDER ? 0 : ContentKey.mix(lane.identity() ^ ContentKey.mix(id)) >>> 1;
        transport = records.get(at + SightingCodec.TRANSPORT_AT) & 0xff;
        end0 = endpoint(records, at + SightingCodec.SOURCE_AT, at + SightingCodec.SOURCE_PORT_AT);
        end1 = endpoint(records, at + SightingCodec.DESTINATION_AT, at + SightingCodec.DESTINATION_PORT_AT);
        portsOfEnd0 = records.getInt(at + SightingCodec.SOURCE_PORT_AT);
        base0 = 2 * key;
        base1 = 2 * key + 1;
        of = new ConnectionClass(classNumber, this);
    }

    /** The key of the connection with this number in a lane. */
    static long key(int lane, long id) {
        return (long) lane << LANE_SHIFT ^ id;
    }

    static Endpoint endpoint(ByteBuffer records, int address, int port) {
        return new Endpoint(records.getLong(address), records.getLong(address + 8), records.getShort(port) & 0xffff);
    }

    /** The end that is on this side of the class. */
    Endpoint end(int side) {
        return endOf(side) == 0 ? end0 : end1;
    }

    /** Address and port of an end. */
    Endpoint endpoint(int end) {
        return end == 0 ? end0 : end1;
    }

    /** A hash of where what an end sends comes from and goes to. */
    long endsHash(int end) {
        Endpoint from = endpoint(end);
        Endpoint to = endpoint(1 - end);
        long hash = (long) from.port() << Short.SIZE | to.port();
        hash = ContentKey.mix(hash ^ from.high());
        hash = ContentKey.mix(hash ^ from.low());
        hash = ContentKey.mix(hash ^ to.high());
        return ContentKey.mix(hash ^ to.low());
    }

    /** The end that sent a record of this connection, 0 or 1. */
    int endOfSource(ByteBuffer records, int at) {
        return isFromEnd0(records, at) ? 0 : 1;
    }

    /** Side of the class on which an end is. */
    int sideOf(int end) {
        return endOf(end);
    }

    boolean isFromEnd0(ByteBuffer records, int at) {
        if (records.getInt(at + SightingCodec.SOURCE_PORT_AT) != portsOfEnd0) {
            return false;
        }
        // with different ports at its ends, a connection's records are told by them
        return end0.port() != end1.port()
                || records.getLong(at + SightingCodec.SOURCE_AT + 8) == end0.low()
                        && records.getLong(at + SightingCodec.SOURCE_AT) == end0.high();
    }

    /** Remembers how far a sighting's packet had come, where that is known. */
    void noteTimeToLive(int end, ByteBuffer records, int at) {
        int timeToLive = records.get(at + SightingCodec.TTL_AT) & 0xff;
        if (timeToLive == 0) {
            return;
        }
        if (end == 0) {
            timeToLive0 = timeToLive;
        } else {
            timeToLive1 = timeToLive;
        }
    }

    /** Time to live of the latest packet sent from a side of the class; 0 where none was seen. */
    int timeToLiveFrom(int side) {
        return endOf(side) == 0 ? timeToLive0 : timeToLive1;
    }

    /** What to take off the sequence numbers that an end sends to get those of its base. */
    int sequenceShift(int end) {
        return end == 0 ? sequenceShift0 : sequenceShift1;
    }

    /** Two views of a class whose ends have the same base count what that end sends by the same sequence numbers. */
    long base(int end) {
        return end == 0 ? base0 : base1;
    }

    /** Counts what an end sends by another base. */
    void rebase(int end, long base, int shiftMore) {
        if (end == 0) {
            base0 = base;
            sequenceShift0 += shiftMore;
        } else {
            base1 = base;
            sequenceShift1 += shiftMore;
        }
    }

    /** Number of the end that is on this side of the class. */
    int endOf(int side) {
        return (side == 1) == flipped ? 0 : 1;
    }

    /** Whether both views show the same addresses and ports, the source of one record being that of the other. */
    boolean hasEndsOf(SightedConnection other) {
        return end0.equals(other.end0) && end1.equals(other.end1) || end0.equals(other.end1) && end1.equals(other.end0);
    }
}

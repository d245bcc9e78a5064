package io.wirepath.appliance.sniff;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.ConversationRecord;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SplitMix64;
import java.util.concurrent.TimeUnit;

/**
 * Which records a spool takes, so that a flood does not push out of it what came before: each caller may hold at most
 * {@value #SHARE} times of what is free of a room (Choudhury and Hahne, <i>Dynamic Queue Length Thresholds for
 * Shared-Memory Packet Switches</i>, 1998), and what each holds is halved every ten seconds of the capture. A caller
 * with little traffic (half-open connections, made-up addresses) has no share of its own; all such callers have one
 * together.
 *
 * <pre>
 *  record ─► its caller, or FEW ─► held[caller] + 1 &lt;= SHARE × (room - held)? ─► taken
 *                                                  │no
 *                                                  └► left out; so is the response to a request that was
 * </pre>
 *
 * <p>Connections that carried nothing, and attempts to connect (a flood of SYNs, a scan), take at most {@link #PART} of
 * that room besides, in which the first eight bits of the caller's address (16 of IPv6) have a share each: what is left
 * is a sample.
 *
 * <p>The room is {@link #PART} of what the spool can hold. So it reaches back at least 640 seconds, whatever comes, and
 * 960 seconds where one caller floods it; below the rate that fills it in that time nothing is left out. A response is
 * taken where its request was, as long as there is room at all.
 *
 * <p>Allocates nothing for a record. Pure: the time is a parameter. Not thread-safe.
 */
final class FloodBudget {

    /** Times of what is free that one caller may hold. */
    static final int SHARE = 2;

    /** The room is this part of the records that the spool can hold. */
    static final int PART = 32;

    /** Time after which what was taken weighs half as much. */
    static final long HALVED_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Records from which on a caller has a share of its own. */
    static final int OWN_SHARE = 16;

    /** Shares that are told apart; callers are spread over them by hash. */
    private static final int SHARES = 1 << 14;

    /** The share of those who say little. */
    private static final int FEW = SHARES;

    /** Cells that tell who says little: many, for addresses can be made up by the million. */
    private static final int CELLS = 1 << 20;

    /** Prefixes of addresses: one byte of IPv4, two of IPv6. */
    private static final int PREFIXES = 1 << 16;

    /** Requests that were left out, for their responses. */
    private static final int LEFT_OUT = 1 << 16;

    private final long seed;
    private final Room room;
    private final Room empty;
    private final byte[] seen = new byte[CELLS];
    private final long[] leftOut = new long[LEFT_OUT];
    private long nextNanos = Long.MIN_VALUE;

    /** Records that were taken lately, by share. */
    private static final class Room {

        private final long size;
        private final int[] heldBy;
        private long held;

        Room(long size, int shares) {
            this.size = size;
            heldBy = new int[shares];
        }

        boolean take(int share) {
            return heldBy[share] + 1 <= SHARE * (size - held) && add(share);
        }

        boolean takeAnswer(int share) {
            return held < size && add(share);
        }

        private boolean add(int share) {
            heldBy[share]++;
            held++;
            return true;
        }

        void halve(int times) {
            held = 0;
            for (int i = 0; i < heldBy.length; i++) {
                heldBy[i] >>= times;
                held += heldBy[i];
            }
        }
    }

    /**
     * A budget for a spool.
     *
     * @param records that the spool can hold
     * @param seed that nobody outside knows, so that nobody can choose an address that shares another's part
     */
    FloodBudget(long records, long seed) {
        long most = Math.max(OWN_SHARE, records / PART);
        room = new Room(most, SHARES + 1);
        empty = new Room(Math.max(OWN_SHARE, most / PART), PREFIXES);
        this.seed = seed;
    }

    /** Lets what came before weigh less; to be called with the time of the capture, which may also be set back. */
    void onTime(long nowNanos) {
        if (nowNanos < nextNanos && nowNanos >= nextNanos - HALVED_NANOS) {
            return;
        }
        long periods =
                nextNanos == Long.MIN_VALUE || nowNanos < nextNanos ? 1 : 1 + (nowNanos - nextNanos) / HALVED_NANOS;
        nextNanos = nowNanos + HALVED_NANOS;
        int halvings = (int) Math.min(Integer.SIZE - 1, periods);
        room.halve(halvings);
        empty.halve(halvings);
        for (int i = 0; i < CELLS; i++) {
            seen[i] = (byte) (seen[i] >> halvings);
        }
    }

    /** Whether the spool takes a message, or an attempt to connect. */
    boolean takes(Sighting message) {
        Role role = message.role();
        if (Outcome.isAttempt(message.outcome())) {
            return takesEmpty(message);
        }
        // the answer to a call may follow the end of the side that asked
        boolean called = message.callId() != SightingCodec.NO_CALL_ID && !Outcome.isEnd(message.outcome());
        long call = called ? call(message) : 0;
        int place = (int) (call >>> 1) & LEFT_OUT - 1;
        if (role == Role.RESPONSE && called) {
            return leftOut[place] != call && room.takeAnswer(share(message, false));
        }
        boolean fromSource =
                role == Role.UNKNOWN ? message.sourcePort() >= message.destinationPort() : role != Role.RESPONSE;
        boolean taken = room.take(share(message, fromSource));
        if (called && (!taken || leftOut[place] == call)) {
            leftOut[place] = taken ? 0 : call;
        }
        return taken;
    }

    /** Whether the spool takes the end of a connection. */
    boolean takes(ConnectionEnd end) {
        boolean carried = end.payloadSegments(0) + end.payloadSegments(1) > 0;
        return carried ? room.take(share(end, true)) : takesEmpty(end);
    }

    private boolean takesEmpty(ConversationRecord record) {
        return empty.take(prefix(record)) && room.take(share(record, true));
    }

    /** Whether the spool takes what is said of an address, such as a name. */
    boolean takes(long addressHigh, long addressLow) {
        return room.take(share(addressHigh, addressLow));
    }

    private static int prefix(ConversationRecord end) {
        return (int)
                (AddressText.isIpv4(end.sourceHigh(), end.sourceLow())
                        ? end.sourceLow() >>> 24 & 0xff
                        : end.sourceHigh() >>> 48);
    }

    private int share(ConversationRecord record, boolean fromSource) {
        return fromSource
                ? share(record.sourceHigh(), record.sourceLow())
                : share(record.destinationHigh(), record.destinationLow());
    }

    private int share(long high, long low) {
        long hash = mixed((mixed(high ^ seed) ^ low) * SplitMix64.STEP);
        int cell = (int) (hash >>> 16) & CELLS - 1;
        if (seen[cell] < OWN_SHARE) {
            seen[cell]++;
            return FEW;
        }
        if (seen[cell] < Byte.MAX_VALUE) {
            seen[cell]++;
        }
        return (int) hash & SHARES - 1;
    }

    private long call(Sighting message) {
        return mixed(mixed(message.connection() ^ seed) + message.callId()) | 1;
    }

    private static long mixed(long bits) {
        long mixed = bits * SplitMix64.STEP;
        mixed = (mixed ^ mixed >>> 32) * SplitMix64.STEP;
        return mixed ^ mixed >>> 29;
    }
}

package io.wirepath.merge.match;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.HopCount;
import io.wirepath.merge.MergeCounter;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.clock.ClockModel;
import io.wirepath.merge.sample.HomeSniffers;
import io.wirepath.nat.Endpoint;
import io.wirepath.sniffer.CounterSet;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes one message of its sightings: its ends, when it left and when it arrived, and what the sightings
 * know together.
 *
 * <pre>
 *  sightings, the nearest to the sender first (by time to live, then by corrected time)
 *    source      of the first           destination  of the last      (where one saw less than before: of the class)
 *    sent        first byte at the sender's home sniffer              received  last byte at the receiver's
 * </pre>
 *
 * Not thread-safe; nothing is allocated for a message.
 */
final class MessageComposer {

    private static final int NONE = -1;

    /** What holds of a message only where it holds of every sighting. */
    private static final int ONLY_OF_ALL =
            SightingCodec.FLAG_MIDSTREAM | SightingCodec.FLAG_ONE_DIRECTION | SightingCodec.FLAG_UNSEEN;

    private final EndpointTeacher teacher;
    private final CopyWatch copies;
    private final MatchedSink to;
    private final CounterSet<MergeCounter> counters;
    private final ByteBuffer record =
            ByteBuffer.allocateDirect(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final MessageRecord message = new MessageRecord().wrap(record, 0);

    private final FateUnion fate = new FateUnion();
    private ClockModel clocks;
    private HomeSniffers homes;
    private int learning;
    private int base;
    private int size;
    private int[] slots = new int[16];
    private boolean[] tellsStart = new boolean[16];
    private boolean[] tellsEnd = new boolean[16];

    MessageComposer(
            ClockModel clocks,
            HomeSniffers homes,
            EndpointTeacher teacher,
            CopyWatch copies,
            MatchedSink to,
            CounterSet<MergeCounter> counters) {
        this.clocks = clocks;
        this.homes = homes;
        this.teacher = teacher;
        this.copies = copies;
        this.to = to;
        this.counters = counters;
        record.putShort(MessageCodec.VERSION_AT, (short) MessageCodec.VERSION);
        record.putShort(MessageCodec.LENGTH_AT, (short) MessageCodec.LENGTH);
    }

    /** Goes on with what was learnt again. */
    void learn(ClockModel newClocks, HomeSniffers newHomes) {
        clocks = newClocks;
        homes = newHomes;
        learning++;
    }

    /** As the nearest to the sender tells that knows it; the numbers are those of one table. */
    private void putOperation(OpenSightings open) {
        int operation = 0;
        for (int i = 0; i < size && operation == 0; i++) {
            operation = open.operation(slots[i]);
        }
        record.putShort(MessageCodec.OPERATION_AT, (short) operation);
    }

    /** Gives out a message whose sightings agree in start and end. */
    void compose(OpenSightings open, int head) {
        begin(head);
        for (int at = head; at != OpenSightings.NONE; at = open.next[at]) {
            addSighting(at, true, true);
        }
        finish(open);
    }

    /** Starts a message with the bounds of this sighting, which is added like the others. */
    void begin(int bounds) {
        base = bounds;
        size = 0;
    }

    /** Adds a sighting, and whether its first and its last byte are those of the message. */
    void addSighting(int slot, boolean start, boolean end) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, 2 * size);
            tellsStart = Arrays.copyOf(tellsStart, 2 * size);
            tellsEnd = Arrays.copyOf(tellsEnd, 2 * size);
        }
        slots[size] = slot;
        tellsStart[size] = start;
        tellsEnd[size++] = end;
    }

    /** Gives the message out, unless it was given out before and its sightings came again, or too late. */
    void finish(OpenSightings open) {
        sort(open);
        SightedConnection view = open.viewOf(base);
        ConnectionClass c = view.of;
        int side = open.sideOf(base);
        if (!Outcome.isEnd(open.outcome(base))) { // it has no time to live that would tell who is nearer
            teacher.learn(open, slots, size, side);
        }
        int best = best(open);
        copyBase(open, best);
        putEndpoints(c, side);
        record.putLong(MessageCodec.CONNECTION_AT, c.label());
        record.putShort(MessageCodec.SIGHTINGS_AT, (short) Math.min(size, 0xffff));
        putTimes(open, c, side);
        putUnion(open, best);
        fate.put(open, slots, size, record);
        putOperation(open);
        record.putLong(MessageCodec.CALL_ID_AT, c.calls.number(open, slots, size));
        if (copies.isUsed() && wasEmitted(open)) {
            passOver(open);
        } else {
            counters.increment(MergeCounter.MESSAGES);
            hand(open);
        }
    }

    /** A sighting is of a message that was given out without it. */
    void passOver(OpenSightings open, int slot) {
        if (!open.isConsumed(slot)) {
            counters.increment(MergeCounter.LATE_COPIES);
            to.onSighting(open.viewOf(slot).lane, open.number[slot]);
            to.onCopies();
        }
    }

    /** The message was given out before; of its sightings, these came too late for it. */
    private void passOver(OpenSightings open) {
        counters.add(MergeCounter.LATE_COPIES, open.isConsumed(base) ? 0 : 1);
        boolean any = false;
        for (int i = 0; i < size; i++) {
            if (!open.isConsumed(slots[i])) {
                to.onSighting(open.viewOf(slots[i]).lane, open.number[slots[i]]);
                any = true;
            }
        }
        if (any) {
            to.onCopies();
        }
    }

    private boolean wasEmitted(OpenSightings open) {
        boolean was = false;
        for (int i = 0; i < size; i++) {
            int slot = slots[i];
            was |= open.isConsumed(slot) && tellsStart[i] && tellsEnd[i];
        }
        copies.note(open, slots, size, was);
        return was;
    }

    private void hand(OpenSightings open) {
        for (int i = 0; i < size; i++) {
            to.onSighting(open.viewOf(slots[i]).lane, open.number[slots[i]]);
        }
        to.onMessage(message);
    }

    /** Insertion sort: there are few. */
    private void sort(OpenSightings open) {
        for (int i = 1; i < size; i++) {
            int slot = slots[i];
            boolean start = tellsStart[i];
            boolean end = tellsEnd[i];
            int at = i;
            while (at > 0 && open.isNearer(slot, slots[at - 1])) {
                slots[at] = slots[at - 1];
                tellsStart[at] = tellsStart[at - 1];
                tellsEnd[at] = tellsEnd[at - 1];
                at--;
            }
            slots[at] = slot;
            tellsStart[at] = start;
            tellsEnd[at] = end;
        }
    }

    /** The sighting with the bounds of the message that knows most. */
    private int best(OpenSightings open) {
        int best = base;
        for (int i = 0; i < size; i++) {
            if (tellsStart[i] && tellsEnd[i] && knows(open, slots[i]) > knows(open, best)) {
                best = slots[i];
            }
        }
        return best;
    }

    private static int knows(OpenSightings open, int slot) {
        int known = open.missingBytes(slot) == 0 ? 4 : 0;
        known += open.callId(slot) == SightingCodec.NO_CALL_ID ? 0 : 2;
        return known + (open.role(slot) == Role.UNKNOWN.ordinal() ? 0 : 1);
    }

    private void copyBase(OpenSightings open, int slot) {
        record.put(MessageCodec.TRANSPORT_AT, (byte) open.transport(slot));
        record.put(MessageCodec.ROLE_AT, (byte) open.role(slot));
        record.put(MessageCodec.PROTOCOL_AT, (byte) open.protocol(slot));
        record.putLong(MessageCodec.BYTES_AT, open.lengthBytes(slot));
        open.putContent(slot, record);
    }

    private void putEndpoints(ConnectionClass c, int side) {
        Endpoint source = c.canonicalOf(side);
        Endpoint destination = c.canonicalOf(1 - side);
        put(MessageCodec.SOURCE_AT, MessageCodec.SOURCE_PORT_AT, source);
        put(MessageCodec.DESTINATION_AT, MessageCodec.DESTINATION_PORT_AT, destination);
        put(MessageCodec.VIRTUAL_SOURCE_AT, MessageCodec.VIRTUAL_SOURCE_PORT_AT, c.virtualOf(side));
        put(MessageCodec.VIRTUAL_DESTINATION_AT, MessageCodec.VIRTUAL_DESTINATION_PORT_AT, c.virtualOf(1 - side));
    }

    private void put(int address, int port, @Nullable Endpoint endpoint) {
        record.putLong(address, endpoint == null ? 0 : endpoint.high());
        record.putLong(address + 8, endpoint == null ? 0 : endpoint.low());
        record.putShort(port, (short) (endpoint == null ? 0 : endpoint.port()));
    }

    /** Puts when it was sent and received; each message has one of them at least. */
    private void putTimes(OpenSightings open, ConnectionClass c, int side) {
        int sender = at(open, homeOf(c, side), tellsStart, false);
        int receiver = at(open, homeOf(c, 1 - side), tellsEnd, true);
        if (sender == NONE || receiver == NONE) {
            int trace = ofTrace(open);
            sender = sender == NONE ? trace : sender;
            receiver = receiver == NONE ? trace : receiver;
        }
        if (sender == NONE && receiver == NONE) {
            sender = at(open, MessageCodec.NO_SNIFFER, tellsStart, false);
            // who has bytes of it has neither end: then it has the time of who implies both
            sender = sender == NONE ? base : sender;
        }
        putTime(open, sender, false);
        putTime(open, receiver, true);
        int nearest = sender == NONE ? slots[0] : sender;
        record.put(MessageCodec.HOPS_AT, (byte) HopCount.of(open.timeToLive(nearest)));
    }

    /** The sighting of a trace that tells both times, by the clock that all traces have; of none NONE. */
    private int ofTrace(OpenSightings open) {
        for (int i = 0; i < size; i++) {
            int slot = slots[i];
            if (homes.isTrace(open.viewOf(slot).sniffer) && open.rawFirstNanos(slot) < open.rawLastNanos(slot)) {
                return slot;
            }
        }
        return NONE;
    }

    private int homeOf(ConnectionClass c, int side) {
        if (c.learning != learning) {
            c.learning = learning;
            c.setHome(0, ConnectionClass.UNKNOWN_HOME);
            c.setHome(1, ConnectionClass.UNKNOWN_HOME);
        }
        if (c.home(side) == ConnectionClass.UNKNOWN_HOME) {
            Endpoint end = c.canonicalOf(side);
            c.setHome(side, homes.snifferOf(end.high(), end.low()));
        }
        return c.home(side);
    }

    /**
     * The sighting of a sniffer that tells this end of the message: of several the nearest to the sender, or the last.
     * Any sniffer's for {@link MessageCodec#NO_SNIFFER}. Where a sniffer has bytes of the message, one that has none,
     * and implies them by what the other side acknowledged, tells no time.
     */
    private int at(OpenSightings open, int sniffer, boolean[] tells, boolean nearestToReceiver) {
        boolean captured = false;
        for (int i = 0; i < size; i++) {
            captured |= hasBytes(open, slots[i]);
        }
        int found = NONE;
        for (int i = 0; i < size; i++) {
            boolean fits = (sniffer == MessageCodec.NO_SNIFFER || open.viewOf(slots[i]).sniffer == sniffer)
                    && (!captured || hasBytes(open, slots[i]));
            if (fits && tells[i] && (found == NONE || nearestToReceiver)) {
                found = slots[i];
            }
        }
        return found;
    }

    private static boolean hasBytes(OpenSightings open, int slot) {
        return open.missingBytes(slot) < open.lengthBytes(slot);
    }

    private void putTime(OpenSightings open, int slot, boolean received) {
        int sniffer = slot == NONE ? MessageCodec.NO_SNIFFER : open.viewOf(slot).sniffer;
        long raw = MessageCodec.NIL;
        long corrected = MessageCodec.NIL;
        long uncertainty = 0;
        if (slot != NONE) {
            raw = received ? open.rawLastNanos(slot) : open.rawFirstNanos(slot);
            corrected = received ? open.lastNanos(slot) : open.firstNanos(slot);
            uncertainty = clocks.uncertainty(sniffer, raw);
        }
        record.putShort(received ? MessageCodec.RECEIVER_SNIFFER_AT : MessageCodec.SENDER_SNIFFER_AT, (short) sniffer);
        record.putLong(received ? MessageCodec.RECEIVED_AT : MessageCodec.SENT_AT, corrected);
        record.putLong(received ? MessageCodec.RAW_RECEIVED_AT : MessageCodec.RAW_SENT_AT, raw);
        record.putLong(received ? MessageCodec.RECEIVED_UNCERTAINTY_AT : MessageCodec.SENT_UNCERTAINTY_AT, uncertainty);
    }

    /**
     * What the sightings know together: a byte that one of them has is not missing. A digest of fewer bytes than they
     * have together says nothing.
     */
    private void putUnion(OpenSightings open, int best) {
        long missing = open.missingBytes(best);
        int retransmitted = 0;
        int copies = 0;
        int any = 0;
        int all = ONLY_OF_ALL;
        for (int i = 0; i < size; i++) {
            int slot = slots[i];
            missing = Math.min(missing, open.missingBytes(slot));
            retransmitted = Math.max(retransmitted, open.retransmittedBytes(slot));
            copies += open.mirrorCopies(slot);
            int flags = open.flags(slot);
            any |= flags;
            all &= flags;
        }
        int flags = any & ~ONLY_OF_ALL | all;
        if (missing == 0) {
            flags &= ~(SightingCodec.FLAG_GAP | SightingCodec.FLAG_CUT);
        }
        record.putLong(MessageCodec.DIGEST_AT, missing < open.missingBytes(best) ? 0 : open.digest(best));
        record.putLong(MessageCodec.MISSING_AT, missing);
        record.putInt(MessageCodec.RETRANSMITTED_AT, retransmitted);
        record.putInt(MessageCodec.MIRROR_COPIES_AT, copies);
        record.putShort(MessageCodec.FLAGS_AT, (short) flags);
    }
}

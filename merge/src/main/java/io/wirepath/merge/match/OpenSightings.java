package io.wirepath.merge.match;

import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.sample.ContentKey;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The sightings that wait for others of their message. A message is a list of slots; its first slot is its head and
 * stands for it in {@link HeadTable} and in the list of its class.
 *
 * <pre>
 *  HeadTable ─► head ─next─► slot ─next─► slot          class.firstOpen ─► head ─peer─► head
 *
 *  words of a slot, as in {@link SightingCodec} where nothing is said
 *    0  first byte                          1  last byte                        2  length
 *    3  missing                             4  call id                          5  digest
 *    6  sequence number, retransmitted      7  mirror copies, IP identification, flags
 *    8  transport, role, protocol, time to live; above them the MARK_ bits, in the highest 16 the operation
 *    9  first byte, corrected              10  last byte, corrected            11  nothing of it comes later
 *   12  outcome, segments sent again, wait 13  waits, late and of its sender   14  set-up, SYNs again, acknowledged
 * </pre>
 *
 * <p>A slot holds what the merge asks for and no more, and slots are taken in the order of their blocks
 * ({@link SlotBlocks}), because thousands of them wait at a time: what does not fit the caches would be fetched from
 * memory once for every message.
 */
final class OpenSightings {

    static final int NONE = -1;

    private static final int INITIAL = 1 << 10;

    private static final int WORDS = 15;
    private static final int FIRST_RAW = 0;
    private static final int LAST_RAW = 1;
    private static final int BYTES = 2;
    private static final int MISSING = 3;
    private static final int CALL_ID = 4;
    private static final int DIGEST = 5;
    private static final int PLACE = 6;
    private static final int COPIES = 7;
    private static final int KIND = 8;
    private static final int FIRST = 9;
    private static final int LAST = 10;
    private static final int UNTIL = 11;
    private static final int FATE = 12;

    /** End 1 of its view sent it. */
    private static final long MARK_END_1 = 1L << 32;

    /** It is part of a message that was given out before. */
    private static final long MARK_CONSUMED = 1L << 33;

    /** It has signature or type words. */
    private static final long MARK_CONTENT = 1L << 34;

    /** The message was given out with another; the slot stays until its turn. */
    private static final long MARK_EMITTED = 1L << 35;

    private static final int OPERATION_SHIFT = 48;

    private static final long LOW_32 = 0xffffffffL;

    private final SlotBlocks slots;
    private int room = INITIAL;
    private long[] words = new long[INITIAL * WORDS];

    private final ContentWords content = new ContentWords();

    @Nullable
    SightedConnection[] view = new @Nullable SightedConnection[INITIAL];

    /** Number that the feeder gave the sighting. */
    long[] number = new long[INITIAL];

    int[] next = new int[INITIAL];

    // of heads only
    int[] tail = new int[INITIAL];
    int[] count = new int[INITIAL];
    /** For {@link HeadTable}: the hash, the head before this one and the one after it that have the same. */
    int[] hash = new int[INITIAL];

    int[] alike = new int[INITIAL];
    int[] alikeAfter = new int[INITIAL];

    int[] peer = new int[INITIAL];
    int[] peerBefore = new int[INITIAL];

    OpenSightings(int max) {
        slots = new SlotBlocks(max);
    }

    boolean isFull() {
        return slots.isFull();
    }

    int size() {
        return slots.size();
    }

    /** Calls back with every sighting that is part of no message yet. */
    void forEachUnconsumed(SightingPlace each) {
        for (int slot = 0; slot < Math.min(room, slots.bound()); slot++) {
            SightedConnection of = view[slot];
            if (of != null && !isConsumed(slot) && !isEmitted(slot)) {
                each.accept(of.lane, number[slot]);
            }
        }
    }

    SightedConnection viewOf(int slot) {
        SightedConnection found = view[slot];
        if (found == null) {
            throw new IllegalStateException("slot " + slot + " is free");
        }
        return found;
    }

    private long word(int slot, int which) {
        return words[slot * WORDS + which];
    }

    private boolean isMarked(int slot, long mark) {
        return (words[slot * WORDS + KIND] & mark) != 0;
    }

    /** First byte by the sniffer's clock. */
    long rawFirstNanos(int slot) {
        return word(slot, FIRST_RAW);
    }

    long rawLastNanos(int slot) {
        return word(slot, LAST_RAW);
    }

    /** First byte, corrected. */
    long firstNanos(int slot) {
        return word(slot, FIRST);
    }

    long lastNanos(int slot) {
        return word(slot, LAST);
    }

    /** Nothing of the message can come after this moment; of heads only. */
    long until(int slot) {
        return word(slot, UNTIL);
    }

    void setUntil(int slot, long nanos) {
        words[slot * WORDS + UNTIL] = nanos;
    }

    long lengthBytes(int slot) {
        return word(slot, BYTES);
    }

    long missingBytes(int slot) {
        return word(slot, MISSING);
    }

    /** Call id by the sniffer's count, or {@link SightingCodec#NO_CALL_ID}. */
    long callId(int slot) {
        return word(slot, CALL_ID);
    }

    long digest(int slot) {
        return word(slot, DIGEST);
    }

    /** As {@link ContentKey#of} gives it for its record. */
    long contentKey(int slot) {
        return isTcp(slot)
                ? ContentKey.ofSegments(sequence(slot), lengthBytes(slot), missingBytes(slot), digest(slot))
                : ContentKey.ofDatagram(ipId(slot), lengthBytes(slot), digest(slot));
    }

    /** Its key among the messages of the past. */
    long pastKey(int slot) {
        return isTcp(slot)
                ? PastKey.ofSegments(sequence(slot), lengthBytes(slot), missingBytes(slot), digest(slot))
                : PastKey.ofDatagram(ipId(slot), lengthBytes(slot), digest(slot));
    }

    /** The later of its corrected times. */
    long completeNanos(int slot) {
        return Math.max(firstNanos(slot), lastNanos(slot));
    }

    int sequence(int slot) {
        return (int) word(slot, PLACE);
    }

    void setSequence(int slot, int sequence) {
        words[slot * WORDS + PLACE] = word(slot, PLACE) & ~LOW_32 | sequence & LOW_32;
    }

    int retransmittedBytes(int slot) {
        return (int) (word(slot, PLACE) >>> 32);
    }

    int mirrorCopies(int slot) {
        return (int) word(slot, COPIES);
    }

    int ipId(int slot) {
        return (int) (word(slot, COPIES) >>> 32) & 0xffff;
    }

    int flags(int slot) {
        return (int) (word(slot, COPIES) >>> 48);
    }

    /** How the request ended: see {@link io.wirepath.flows.Outcome}. */
    int outcome(int slot) {
        return (int) word(slot, FATE) & 0xffff;
    }

    int resentSegments(int slot) {
        return (int) (word(slot, FATE) >>> 16) & 0xff;
    }

    int lateResentSegments(int slot) {
        return (int) (word(slot, FATE) >>> 24) & 0xff;
    }

    long resentWaitMicros(int slot) {
        return word(slot, FATE) >>> 32;
    }

    long lateResentWaitMicros(int slot) {
        return word(slot, FATE + 1) & LOW_32;
    }

    long waitMicros(int slot) {
        return word(slot, FATE + 1) >>> 32;
    }

    long setUpMicros(int slot) {
        return word(slot, FATE + 2) & LOW_32;
    }

    int synRetries(int slot) {
        return (int) (word(slot, FATE + 2) >>> 32) & 0xff;
    }

    /** What its first packet acknowledges: see {@link io.wirepath.flows.Acknowledged}. */
    int acknowledged(int slot) {
        return (int) (word(slot, FATE + 2) >>> 40);
    }

    boolean isTcp(int slot) {
        return transport(slot) == IpProtocol.TCP;
    }

    int transport(int slot) {
        return (int) word(slot, KIND) & 0xff;
    }

    /** Ordinal of its {@link io.wirepath.flows.Role}. */
    int role(int slot) {
        return (int) word(slot, KIND) >> 8 & 0xff;
    }

    int protocol(int slot) {
        return (int) word(slot, KIND) >> 16 & 0xff;
    }

    int timeToLive(int slot) {
        return (int) word(slot, KIND) >>> 24;
    }

    /** Whether a sighting was nearer to the sender than another. */
    boolean isNearer(int slot, int than) {
        if (timeToLive(slot) != timeToLive(than)) {
            return timeToLive(slot) > timeToLive(than);
        }
        if (firstNanos(slot) != firstNanos(than)) {
            return firstNanos(slot) < firstNanos(than);
        }
        SightedConnection a = viewOf(slot);
        SightedConnection b = viewOf(than);
        return a.sniffer != b.sniffer ? a.sniffer < b.sniffer : a.id < b.id;
    }

    /** Number of what it asks for, or 0. */
    int operation(int slot) {
        return (int) (word(slot, KIND) >>> OPERATION_SHIFT);
    }

    /** The end of its view that sent it, 0 or 1. */
    int end(int slot) {
        return isMarked(slot, MARK_END_1) ? 1 : 0;
    }

    /** Side of its connection that sent it. */
    int sideOf(int slot) {
        return viewOf(slot).sideOf(end(slot));
    }

    /** Whether it is part of a message that was given out before. */
    boolean isConsumed(int slot) {
        return isMarked(slot, MARK_CONSUMED);
    }

    /** Whether the message was given out with another; the slot stays until its turn. */
    boolean isEmitted(int slot) {
        return isMarked(slot, MARK_EMITTED);
    }

    void setEmitted(int slot) {
        words[slot * WORDS + KIND] |= MARK_EMITTED;
    }

    /** Puts signature and type words, which follow each other, into a message. */
    void putContent(int slot, ByteBuffer message) {
        if (isMarked(slot, MARK_CONTENT)) {
            content.put(slot, message);
        } else {
            ContentWords.putNone(message);
        }
    }

    /** Copies what is asked for of a record into a free slot; there must be one. */
    int take(SightedConnection from, int fromEnd, boolean consumed, ByteBuffer source, int at, long first, long last) {
        int slot = slots.take();
        if (slot >= room) {
            grow();
        }
        int to = slot * WORDS;
        words[to + FIRST_RAW] = source.getLong(at + SightingCodec.FIRST_BYTE_AT);
        words[to + LAST_RAW] = source.getLong(at + SightingCodec.LAST_BYTE_AT);
        words[to + BYTES] = source.getLong(at + SightingCodec.BYTES_AT);
        words[to + MISSING] = source.getLong(at + SightingCodec.MISSING_AT);
        words[to + CALL_ID] = source.getLong(at + SightingCodec.CALL_ID_AT);
        words[to + DIGEST] = source.getLong(at + SightingCodec.DIGEST_AT);
        words[to + PLACE] = source.getLong(at + SightingCodec.SEQUENCE_AT);
        words[to + COPIES] = source.getLong(at + SightingCodec.MIRROR_COPIES_AT);
        words[to + KIND] = source.getInt(at + SightingCodec.TRANSPORT_AT) & LOW_32
                | (long) source.getShort(at + SightingCodec.OPERATION_AT) << OPERATION_SHIFT
                | (fromEnd == 1 ? MARK_END_1 : 0)
                | (consumed ? MARK_CONSUMED : 0)
                | (content.take(slot, room, source, at) ? MARK_CONTENT : 0);
        words[to + FATE] = source.getLong(at + SightingCodec.OUTCOME_AT);
        words[to + FATE + 1] = source.getLong(at + SightingCodec.OUTCOME_AT + Long.BYTES);
        words[to + FATE + 2] = source.getLong(at + SightingCodec.OUTCOME_AT + 2 * Long.BYTES);
        words[to + FIRST] = first;
        words[to + LAST] = last;
        view[slot] = from;
        next[slot] = NONE;
        tail[slot] = slot;
        count[slot] = 1;
        return slot;
    }

    /** Adds a sighting to a message. */
    void join(int head, int slot) {
        next[tail[head]] = slot;
        tail[head] = slot;
        count[head]++;
        setUntil(head, Math.max(until(head), until(slot)));
    }

    /** Frees a message's slots, but not its head. */
    void releaseAllButHead(int head) {
        int slot = next[head];
        while (slot != NONE) {
            int after = next[slot];
            release(slot);
            slot = after;
        }
        next[head] = NONE;
    }

    void release(int slot) {
        view[slot] = null;
        slots.release(slot);
    }

    private void grow() {
        room *= 2;
        words = Arrays.copyOf(words, room * WORDS);
        view = Arrays.copyOf(view, room);
        number = Arrays.copyOf(number, room);
        next = Arrays.copyOf(next, room);
        tail = Arrays.copyOf(tail, room);
        count = Arrays.copyOf(count, room);
        hash = Arrays.copyOf(hash, room);
        alike = Arrays.copyOf(alike, room);
        alikeAfter = Arrays.copyOf(alikeAfter, room);
        peer = Arrays.copyOf(peer, room);
        peerBefore = Arrays.copyOf(peerBefore, room);
    }
}

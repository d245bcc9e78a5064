package io.wirepath.merge.sample;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.result.Address;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The messages of one sniffer whose content key, as an unsigned number, is below a threshold that falls by half
 * whenever the sample is full (distinct sampling, Gibbons, VLDB 2001). Whether a message is in depends on its content
 * alone, so two sniffers hold the same messages of those that both saw, below the lower of their two thresholds.
 *
 * <p>Open addressing over columns; nothing is allocated for a sighting once the table has grown. Not thread-safe.
 */
public final class ConsistentSample {

    /** Most messages kept of a file; enough that a slow drift shows over hours. */
    static final int CAPACITY = 1 << 16;

    private static final int MIN_SLOTS = 1 << 10;

    /** Bits of a slot's number. */
    private static final int SLOT_BITS = 17;

    /** Of a sample larger than this, a quarter is enough to tell who sees which share. */
    private static final int ENOUGH_FOR_SHARES = 1 << 14;

    private static final int NONE = -1;

    private final int capacity;
    private int slots = MIN_SLOTS;
    private int size;
    private int level;

    long[] key = new long[MIN_SLOTS];
    long[] time = new long[MIN_SLOTS];
    /** Source where the message had the most time to live left, then destination where it had the least. */
    long[] endpoints = new long[4 * MIN_SLOTS];

    short[] timesToLive = new short[MIN_SLOTS];
    byte[] kind = new byte[MIN_SLOTS];

    private static final int USED = 1;
    private static final int REPEATED = 2;
    private static final int REQUEST = 4;

    /** Keeps enough of a whole capture. */
    public ConsistentSample() {
        this(CAPACITY);
    }

    /**
     * Keeps this many messages at most.
     *
     * @param capacity a power of two from 2^9 to 2^16
     */
    public ConsistentSample(int capacity) {
        this.capacity = capacity;
    }

    /** What two samples of one sniffer hold together, of times that follow each other. */
    public static ConsistentSample union(ConsistentSample older, ConsistentSample younger) {
        ConsistentSample both = new ConsistentSample(2 * Math.max(older.capacity, younger.capacity));
        both.level = Math.max(older.level, younger.level);
        both.takeAll(older);
        both.takeAll(younger);
        return both;
    }

    private void takeAll(ConsistentSample from) {
        for (int i = 0; i < from.kind.length; i++) {
            if (from.kind[i] == 0 || !isBelow(from.key[i])) {
                continue;
            }
            int slot = slotOf(from.key[i]);
            if (kind[slot] != 0) {
                kind[slot] |= REPEATED;
                continue;
            }
            copy(from, i, slot);
            if (2 * ++size > slots) {
                rebuild();
            }
        }
    }

    /**
     * Offers a sighting; most are turned away by one comparison, and those of which packets are missing, and ends of
     * connections, which wait for what is missing before them: their times may be those of other packets than
     * elsewhere.
     */
    public void offer(ByteBuffer records, int at) {
        if ((records.getShort(at + SightingCodec.FLAGS_AT) & SightingCodec.FLAG_GAP) != 0
                || Outcome.isEnd(records.getShort(at + SightingCodec.OUTCOME_AT) & 0xffff)) {
            return;
        }
        long hash = ContentKey.of(records, at);
        if (!isBelow(hash)) {
            return;
        }
        int slot = slotOf(hash);
        if (kind[slot] != 0) {
            kind[slot] |= REPEATED;
            takeEndpoints(slot, records, at);
            return;
        }
        fill(slot, hash, records, at);
        if (2 * ++size > slots) {
            rebuild();
        }
    }

    private boolean isBelow(long hash) {
        return level == 0 || hash >>> (Long.SIZE - level) == 0;
    }

    private void fill(int slot, long hash, ByteBuffer records, int at) {
        key[slot] = hash;
        time[slot] = records.getLong(at + SightingCodec.FIRST_BYTE_AT);
        boolean request = records.get(at + SightingCodec.ROLE_AT) == Role.REQUEST.ordinal();
        kind[slot] = (byte) (request ? USED | REQUEST : USED);
        timesToLive[slot] = (short) 0x00ff;
        takeEndpoints(slot, records, at);
    }

    private void takeEndpoints(int slot, ByteBuffer records, int at) {
        int ttl = records.get(at + SightingCodec.TTL_AT) & 0xff;
        int most = timesToLive[slot] >> 8 & 0xff;
        int least = timesToLive[slot] & 0xff;
        int to = 4 * slot;
        if (ttl > most || most == 0) {
            endpoints[to] = records.getLong(at + SightingCodec.SOURCE_AT);
            endpoints[to + 1] = records.getLong(at + SightingCodec.SOURCE_AT + 8);
            most = ttl;
        }
        if (ttl < least || least == 0xff) {
            endpoints[to + 2] = records.getLong(at + SightingCodec.DESTINATION_AT);
            endpoints[to + 3] = records.getLong(at + SightingCodec.DESTINATION_AT + 8);
            least = ttl;
        }
        timesToLive[slot] = (short) (most << 8 | least);
    }

    private int slotOf(long hash) {
        int slot = (int) hash & slots - 1;
        while (kind[slot] != 0 && key[slot] != hash) {
            slot = slot + 1 & slots - 1;
        }
        return slot;
    }

    private void rebuild() {
        if (slots == 2 * capacity) {
            level++;
        }
        int grown = Math.min(2 * capacity, 2 * slots);
        ConsistentSample old = new ConsistentSample(capacity);
        old.key = key;
        old.time = time;
        old.endpoints = endpoints;
        old.timesToLive = timesToLive;
        old.kind = kind;
        key = new long[grown];
        time = new long[grown];
        endpoints = new long[4 * grown];
        timesToLive = new short[grown];
        kind = new byte[grown];
        slots = grown;
        size = 0;
        for (int i = 0; i < old.kind.length; i++) {
            if (old.kind[i] != 0 && isBelow(old.key[i])) {
                copy(old, i, slotOf(old.key[i]));
                size++;
            }
        }
    }

    private void copy(ConsistentSample old, int from, int to) {
        key[to] = old.key[from];
        time[to] = old.time[from];
        timesToLive[to] = old.timesToLive[from];
        kind[to] = old.kind[from];
        System.arraycopy(old.endpoints, 4 * from, endpoints, 4 * to, 4);
    }

    /** Whether this sample would hold a message with this key. */
    boolean covers(long hash) {
        return isBelow(hash);
    }

    /** Slot of a message, or -1. */
    int find(long hash) {
        int slot = slotOf(hash);
        return kind[slot] == 0 ? NONE : slot;
    }

    /** Slots of all messages, in order of time; times far apart lose their lowest bits. */
    int[] byTime() {
        long earliest = Long.MAX_VALUE;
        long latest = Long.MIN_VALUE;
        for (int slot = 0; slot < slots; slot++) {
            if (kind[slot] != 0) {
                earliest = Math.min(earliest, time[slot]);
                latest = Math.max(latest, time[slot]);
            }
        }
        int spare = Math.max(0, SLOT_BITS + 1 - Long.numberOfLeadingZeros(latest - earliest));
        long[] order = new long[size];
        int count = 0;
        for (int slot = 0; slot < slots; slot++) {
            if (kind[slot] != 0) {
                order[count++] = time[slot] - earliest >>> spare << SLOT_BITS | slot;
            }
        }
        Arrays.sort(order);
        int[] sorted = new int[size];
        for (int i = 0; i < count; i++) {
            sorted[i] = (int) (order[i] & (1 << SLOT_BITS) - 1);
        }
        return sorted;
    }

    /** How many slots there are, used or free. */
    int slots() {
        return slots;
    }

    boolean isUsed(int slot) {
        return kind[slot] != 0;
    }

    /** Whether a message is in the smaller sample that is enough for shares. */
    boolean isInShareSample(int slot) {
        int deeper = size > ENOUGH_FOR_SHARES ? level + 2 : level;
        return deeper == 0 || key[slot] >>> (Long.SIZE - deeper) == 0;
    }

    boolean isRepeated(int slot) {
        return (kind[slot] & REPEATED) != 0;
    }

    boolean isRequest(int slot) {
        return (kind[slot] & REQUEST) != 0;
    }

    int mostTimeToLive(int slot) {
        return timesToLive[slot] >> 8 & 0xff;
    }

    int leastTimeToLive(int slot) {
        return timesToLive[slot] & 0xff;
    }

    Address source(int slot) {
        return new Address(endpoints[4 * slot], endpoints[4 * slot + 1]);
    }

    Address destination(int slot) {
        return new Address(endpoints[4 * slot + 2], endpoints[4 * slot + 3]);
    }
}

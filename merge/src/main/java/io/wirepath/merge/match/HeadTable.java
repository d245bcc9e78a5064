package io.wirepath.merge.match;

import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.sample.ContentKey;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The open messages by what their sightings have in common: length, and sequence number (TCP) or digest (UDP).
 *
 * <pre>
 *  link:   hash, upper half (32)  slot of a head (32)                      buckets[hash] ─► link ─ open.chain[slot] ─► link …
 * </pre>
 *
 * <p>A link carries half of the hash of what it leads to, so that a message is looked at only if it is very likely to be equal. Not
 * thread-safe.
 */
final class HeadTable {

    /** Leads nowhere. */
    static final long END = -1;

    private static final int INITIAL = 1 << 12;

    private final OpenSightings open;
    private long[] buckets = new long[INITIAL];
    private int size;

    HeadTable(OpenSightings open) {
        this.open = open;
        Arrays.fill(buckets, END);
    }

    /** The hash of a sighting. */
    long hash(int slot) {
        ByteBuffer records = open.records;
        int at = OpenSightings.at(slot);
        boolean tcp = records.get(at + SightingCodec.TRANSPORT_AT) == ContentMatch.TCP;
        long length = records.getLong(at + SightingCodec.BYTES_AT);
        long place = tcp
                ? (long) records.getInt(at + SightingCodec.SEQUENCE_AT) << 32
                : records.getLong(at + SightingCodec.DIGEST_AT);
        return ContentKey.mix(place ^ length);
    }

    /** The first link of the chain with everything that has this hash. */
    long first(long hash) {
        return buckets[(int) hash & buckets.length - 1];
    }

    static boolean leadsOn(long link) {
        return link != END;
    }

    static int slot(long link) {
        return (int) link;
    }

    /** Whether what the link leads to may have this hash. */
    static boolean fits(long link, long hash) {
        return (int) (link >>> Integer.SIZE) == (int) (hash >>> Integer.SIZE);
    }

    void add(int head, long hash) {
        put(head, hash);
        if (2 * ++size > buckets.length) {
            grow();
        }
    }

    private void put(int head, long hash) {
        int bucket = (int) hash & buckets.length - 1;
        open.chain[head] = buckets[bucket];
        open.bucket[head] = bucket;
        buckets[bucket] = hash >>> Integer.SIZE << Integer.SIZE | head;
    }

    /** Brings what {@link #remove} needs near; returns anything. */
    long fetch(int head) {
        return buckets[open.bucket[head] & buckets.length - 1];
    }

    void remove(int head) {
        size--;
        int bucket = open.bucket[head];
        int before = OpenSightings.NONE;
        for (int at = slot(buckets[bucket]); at != head; at = slot(open.chain[at])) {
            before = at;
        }
        if (before == OpenSightings.NONE) {
            buckets[bucket] = open.chain[head];
        } else {
            open.chain[before] = open.chain[head];
        }
    }

    private void grow() {
        long[] old = buckets;
        buckets = new long[4 * old.length];
        Arrays.fill(buckets, END);
        for (long oldLink : old) {
            long link = oldLink;
            while (leadsOn(link)) {
                int head = slot(link);
                link = open.chain[head];
                put(head, hash(head));
            }
        }
    }
}

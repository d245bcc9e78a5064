package io.wirepath.flows.message.framer;

import java.nio.ByteBuffer;

/**
 * Whether a Fetch response brings records. A consumer asks and waits; what it gets may be an answer of no records.
 *
 * <pre>
 *   response   │ correlation id 4 │ tags (12+) │ throttle 4 (1+) │ error 2, session 4 (7+) │ topics: count 4, or varint (12+) │
 *   topic      │ name: length 2, or varint (12+); or id 16 (13+) │ partitions: count │
 *   partition  │ index 4 │ error 2 │ high watermark 8 │ last stable 8 (4+) │ log start 8 (5+) │
 *              │ aborted: count, 16 each (4+) │ preferred replica 4 (11+) │ records: length 4, or varint (12+) │ …
 * </pre>
 *
 * Source: Apache Kafka documentation, "Kafka protocol guide". Not thread-safe.
 */
final class KafkaFetch {

    private static final int FLEXIBLE = 12;
    private static final int TOPIC_IDS = 13;
    private static final int WITH_SESSIONS = 7;
    private static final int MAX_VERSION = 18;

    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int at;
    private int end;
    private int version;

    /**
     * Looks for a partition with records.
     *
     * @param from where the correlation id stands
     * @param to end of the bytes at hand: where they end before it is clear, the response is too long to be empty
     */
    boolean bringsRecords(ByteBuffer response, int from, int to, int itsVersion) {
        bytes = response;
        at = from + 4;
        end = to;
        version = itsVersion;
        if (version > MAX_VERSION) {
            return true;
        }
        skipTags();
        at += version >= 1 ? 4 : 0;
        at += version >= WITH_SESSIONS ? 6 : 0;
        int topics = count();
        for (int t = 0; t < topics && at < end; t++) {
            if (version >= TOPIC_IDS) {
                at += 16;
            } else {
                int length = version >= FLEXIBLE ? count() : shortHere();
                at += Math.max(0, length);
            }
            int partitions = count();
            for (int p = 0; p < partitions && at < end; p++) {
                if (partitionHasRecords()) {
                    return true;
                }
            }
            skipTags();
        }
        return at > end;
    }

    private boolean partitionHasRecords() {
        at += 4 + 2 + 8;
        if (version >= 4) {
            at += version >= 5 ? 16 : 8;
            int aborted = count();
            for (int a = 0; a < aborted && at < end; a++) {
                at += 16;
                skipTags();
            }
        }
        at += version >= 11 ? 4 : 0;
        int length = count();
        boolean has = length > 0;
        at += Math.max(0, length);
        skipTags();
        return has;
    }

    /** A count or length: four bytes, or one more than it as a varint. */
    private int count() {
        if (version >= FLEXIBLE) {
            return varint() - 1;
        }
        at += 4;
        return at > end ? 0 : bytes.getInt(at - 4);
    }

    private int shortHere() {
        at += 2;
        return at > end ? 0 : bytes.getShort(at - 2);
    }

    private int varint() {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE - 4; shift += 7) {
            if (at >= end) {
                at = end + 1;
                return 0;
            }
            byte its = bytes.get(at++);
            value |= (its & 0x7f) << shift;
            if (its >= 0) {
                return value;
            }
        }
        return value;
    }

    /** Tagged fields are none in practice; others are passed over. */
    private void skipTags() {
        if (version < FLEXIBLE) {
            return;
        }
        int tags = varint();
        for (int t = 0; t < tags && at < end; t++) {
            varint();
            int length = varint();
            at += Math.max(0, length);
        }
    }
}

package io.wirepath.flows.message.framer;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the records in the body of a Fetch response or a Produce request.
 *
 * <pre>
 *   Fetch      │ correlation id 4 │ tags (12+) │ throttle 4 (1+) │ error 2, session 4 (7+) │ topics: count 4, or varint (12+) │
 *   topic      │ name: length 2, or varint (12+); or id 16 (13+) │ partitions: count │
 *   partition  │ index 4 │ error 2 │ high watermark 8 │ last stable 8 (4+) │ log start 8 (5+) │
 *              │ aborted: count, 16 each (4+) │ preferred replica 4 (11+) │ records: length 4, or varint (12+) │ …
 *
 *   Produce    │ tags (9+) │ transactional id (3+) │ acks 2 │ timeout 4 │ topics: count 4, or varint (9+) │
 *   topic      │ name: length 2, or varint (9+); or id 16 (13+) │ partitions: count │
 *   partition  │ index 4 │ records: length 4, or varint (9+) │ …
 * </pre>
 *
 * Source: Apache Kafka documentation, "Kafka protocol guide". Not thread-safe.
 */
final class KafkaBody {

    private static final int FLEXIBLE_FETCH = 12;
    private static final int FLEXIBLE_PRODUCE = 9;
    private static final int TOPIC_IDS = 13;
    private static final int WITH_SESSIONS = 7;
    private static final int MAX_VERSION = 18;

    private final KafkaRecords records = new KafkaRecords();
    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int at;
    private int end;
    private int version;
    private boolean flexible;
    private boolean isFetch;
    private int topicFrom;
    private int topicTo;

    /**
     * The first topic with records that the latest look found, behind a word; null where it has an id alone, or none.
     */
    @Nullable
    String operation(String word) {
        return topicTo > topicFrom ? word + OperationName.ofTopic(bytes, topicFrom, topicTo) : null;
    }

    /** What the latest look found. */
    KafkaRecords records() {
        return records;
    }

    /**
     * Looks for the records of a Fetch response.
     *
     * @param from where the correlation id stands
     * @param to end of the bytes at hand: where they end before it is clear, the response is too long to be empty
     * @return whether there are any
     */
    boolean readFetch(ByteBuffer response, int from, int to, int ofVersion) {
        begin(response, from + 4, to, ofVersion, ofVersion >= FLEXIBLE_FETCH);
        isFetch = true;
        if (version > MAX_VERSION) {
            return true;
        }
        skipTags();
        at += version >= 1 ? 4 : 0;
        at += version >= WITH_SESSIONS ? 6 : 0;
        readTopics();
        return records.count() > 0 || at > end;
    }

    /**
     * Looks for the records of a Produce request.
     *
     * @param from where the acks stand
     * @param to end of the bytes at hand
     */
    void readProduce(ByteBuffer request, int from, int to, int ofVersion) {
        begin(request, from + 6, to, ofVersion, ofVersion >= FLEXIBLE_PRODUCE);
        isFetch = false;
        readTopics();
    }

    private void begin(ByteBuffer own, int from, int to, int ofVersion, boolean isFlexible) {
        records.clear();
        topicTo = topicFrom;
        bytes = own;
        at = from;
        end = to;
        version = ofVersion;
        flexible = isFlexible;
    }

    private void readTopics() {
        int topics = count();
        for (int t = 0; t < topics && at < end; t++) {
            int name = version >= TOPIC_IDS ? 16 : flexible ? count() : shortHere();
            int begins = at;
            skip(name);
            int ends = version >= TOPIC_IDS ? begins : at;
            int partitions = count();
            for (int p = 0; p < partitions && at < end; p++) {
                at += 4;
                if (isFetch) {
                    skipPartitionHead();
                }
                readRecords();
                if (topicTo == topicFrom && records.count() > 0) {
                    topicFrom = begins;
                    topicTo = ends;
                }
                skipTags();
            }
            skipTags();
        }
    }

    private void skipPartitionHead() {
        at += 2 + 8;
        if (version >= 4) {
            at += version >= 5 ? 16 : 8;
            int aborted = count();
            for (int a = 0; a < aborted && at < end; a++) {
                at += 16;
                skipTags();
            }
        }
        at += version >= 11 ? 4 : 0;
    }

    private void readRecords() {
        int length = count();
        if (length > 0 && at < end) {
            records.read(bytes, at, (int) Math.min(Integer.MAX_VALUE, (long) at + length), end);
        }
        skip(length);
    }

    private void skip(int length) {
        at = length > end - at ? end + 1 : at + Math.max(0, length);
    }

    /** A count or length: four bytes, or one more than it as a varint. */
    private int count() {
        if (flexible) {
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
            byte own = bytes.get(at++);
            value |= (own & 0x7f) << shift;
            if (own >= 0) {
                return value;
            }
        }
        return value;
    }

    /** Tagged fields are none in practice; others are passed over. */
    private void skipTags() {
        if (!flexible) {
            return;
        }
        int tags = varint();
        for (int t = 0; t < tags && at < end; t++) {
            varint();
            skip(varint());
        }
    }
}

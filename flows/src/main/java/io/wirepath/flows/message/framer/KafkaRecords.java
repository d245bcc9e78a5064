package io.wirepath.flows.message.framer;

import java.nio.ByteBuffer;

/**
 * Where the records of a Fetch response or a Produce request begin: each is a message of its own, for somebody else.
 * What one batch compresses stays together, and markers of transactions are no records.
 *
 * <pre>
 *   batch     │ base offset 8 │ length 4 │ leader epoch 4 │ magic 1 │ CRC 4 │ attributes 2 │ last offset 4 │ times 16 │
 *             │ producer 8 + 2 + 4 │ count 4 │ records …
 *   record    │ length: varint │ attributes 1 │ time: varint │ offset: varint │ key │ value │ headers │
 *   before magic 2   │ offset 8 │ size 4 │ CRC 4 │ magic 1 │ attributes 1 │ …        one record each
 * </pre>
 *
 * Source: Apache Kafka documentation, "Message format". Not thread-safe.
 */
final class KafkaRecords {

    private static final int MAGIC_AT = 16;
    private static final int ATTRIBUTES_AT = 21;
    private static final int COUNT_AT = 57;
    private static final int BATCH_HEADER = 61;
    private static final int COMPRESSED = 7;
    private static final int CONTROL = 1 << 5;
    /** So many are told apart; what comes behind belongs to the last. */
    static final int MOST = 128;

    private final int[] starts = new int[MOST];
    private int count;

    /** Forgets all. */
    void clear() {
        count = 0;
    }

    /** How many were found. */
    int count() {
        return count;
    }

    /** Where the record with this number begins; the first of a batch begins with the batch. */
    int start(int number) {
        return starts[number];
    }

    /**
     * Looks at the records of a partition.
     *
     * @param from where they begin
     * @param to where they end
     * @param end where the bytes at hand end
     */
    void read(ByteBuffer bytes, int from, int to, int end) {
        int last = Math.min(to, end);
        int at = from;
        while (at >= from && at < last) {
            if (at + MAGIC_AT >= last) {
                if (at == from) {
                    add(at);
                }
                return;
            }
            int next = at + 12 + bytes.getInt(at + 8);
            if (bytes.get(at + MAGIC_AT) < 2 || next <= at || at + BATCH_HEADER > last) {
                add(at);
            } else {
                readBatch(bytes, at, Math.min(next, last));
            }
            at = next > at ? next : last;
        }
    }

    private void readBatch(ByteBuffer bytes, int from, int to) {
        int attributes = bytes.getShort(from + ATTRIBUTES_AT);
        if ((attributes & CONTROL) != 0) {
            return;
        }
        add(from);
        int records = (attributes & COMPRESSED) != 0 ? 1 : bytes.getInt(from + COUNT_AT);
        int at = from + BATCH_HEADER;
        for (int r = 1; r < records; r++) {
            at = behind(bytes, at, to);
            if (at >= to) {
                return;
            }
            add(at);
        }
    }

    /** The end of the record that begins here; {@code to} where that is not before it. */
    private static int behind(ByteBuffer bytes, int from, int to) {
        int length = 0;
        int at = from;
        for (int shift = 0; at < to && shift < Integer.SIZE; shift += 7) {
            byte own = bytes.get(at++);
            length |= (own & 0x7f) << shift;
            if (own >= 0) {
                int bytesLeft = length >>> 1; // zigzag: a length is even
                return (length & 1) != 0 || bytesLeft == 0 || bytesLeft >= to - at ? to : at + bytesLeft;
            }
        }
        return to;
    }

    private void add(int start) {
        if (count < MOST) {
            starts[count++] = start;
        }
    }
}

package io.wirepath.causes.window;

import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongLongConsumer;

/**
 * The message records of one second, in the order in which they came. Grows by appending alone, so what was there when
 * a {@link #snapshot} was taken can be read by another thread while more is added.
 */
final class RecordBucket {

    private static final int FIRST_RECORDS = 64;
    private static final int MAX_RECORDS = 256;

    /**
     * Whole records.
     *
     * @param bytes the records one behind the other
     * @param records how many
     */
    record Piece(ByteBuffer bytes, int records) {}

    private final List<ByteBuffer> full = new ArrayList<>();
    private ByteBuffer open = allocate(FIRST_RECORDS);
    private int inOpen;

    /** Records by share. */
    private final Long2LongHashMap records = new Long2LongHashMap(0);

    private long leftOut;

    /** A message of this time had no room. */
    void leaveOut() {
        leftOut++;
    }

    /** How many messages of this time had no room. */
    long leftOut() {
        return leftOut;
    }

    /** Copies a record that takes of this share; gives the bytes of memory that this took. */
    long add(MessageRecord message, long share) {
        records.put(share, records.get(share) + 1);
        long taken = 0;
        if (inOpen * MessageCodec.LENGTH == open.capacity()) {
            full.add(open);
            open = allocate(Math.min(2 * inOpen, MAX_RECORDS));
            taken = open.capacity();
            inOpen = 0;
        }
        open.put(inOpen * MessageCodec.LENGTH, message.bytes(), message.offset(), MessageCodec.LENGTH);
        inOpen++;
        return taken;
    }

    /** Shows how many records took of which share. */
    void forEachShare(LongLongConsumer each) {
        records.forEachLong(each);
    }

    /** Bytes of memory that the records take. */
    long heldBytes() {
        return full.stream().mapToLong(ByteBuffer::capacity).sum() + open.capacity();
    }

    /** What is in here now. */
    List<Piece> snapshot() {
        List<Piece> pieces = new ArrayList<>();
        full.forEach(each -> pieces.add(new Piece(each, each.capacity() / MessageCodec.LENGTH)));
        pieces.add(new Piece(open, inOpen));
        return pieces;
    }

    private static ByteBuffer allocate(int records) {
        return ByteBuffer.allocate(records * MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    }
}

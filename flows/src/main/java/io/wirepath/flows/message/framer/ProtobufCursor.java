package io.wirepath.flows.message.framer;

import java.nio.ByteBuffer;

/**
 * Goes through the fields of a message of Protocol Buffers where it stands.
 *
 * <pre>
 *   field │ key: number and kind, varint │ kind 0: varint; 2: length varint, bytes
 * </pre>
 *
 * Fields of other kinds, which no message has that is read here, and blocks beyond 2 GB, which none may have, end it.
 *
 * <p>Source: Protocol Buffers, "Encoding". Reused; not thread-safe.
 */
final class ProtobufCursor {

    private static final int LONGEST_VARINT = 10;

    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int at;
    private int end;
    private int field;
    private long number;
    private int from;

    /** Begins with what stands between two places. */
    ProtobufCursor on(ByteBuffer own, int begin, int stop) {
        bytes = own;
        at = begin;
        end = stop;
        return this;
    }

    /** Goes on within the block that the latest field is, as far as it is there. */
    void enter() {
        at = from;
        end = (int) Math.min(end, from + number);
    }

    /** The number here, behind which the cursor stands then; -1 if it is cut, too long or has 64 bits. */
    long varint() {
        long value = 0;
        for (int i = 0; i < LONGEST_VARINT && at < end; i++) {
            int own = bytes.get(at++);
            value |= (long) (own & 0x7f) << 7 * i;
            if (own >= 0) {
                return value < 0 ? -1 : value;
            }
        }
        return -1;
    }

    /** Goes to the next field; false at the end, where the number of a field is cut, and where none begins. */
    boolean next() {
        long key = at < end ? varint() : -1;
        int kind = (int) key & 7;
        field = (int) (key >>> 3);
        if (key <= 7 || kind != 0 && kind != 2) {
            return false;
        }
        number = varint();
        from = at;
        boolean fits = number >= 0 && (kind == 0 || number <= Integer.MAX_VALUE);
        at = fits && kind == 2 ? (int) Math.min(end, at + number) : at;
        return fits;
    }

    /** Goes to the next field with this number, or to the end. */
    boolean find(int wanted) {
        while (next()) {
            if (field == wanted) {
                return true;
            }
        }
        return false;
    }

    /** Number of the latest field. */
    int field() {
        return field;
    }

    /** Value of the latest field; of a block its length. */
    long number() {
        return number;
    }

    /** Where the next field, or the block of the latest one, begins. */
    int from() {
        return from;
    }

    /** Where the cursor stands. */
    int at() {
        return at;
    }

    /** Whether the latest field is a block, and there whole. */
    boolean isBlock() {
        return at > from && number == at - from;
    }

    /** Of a signed number as it is written, the lowest bit its sign. */
    static long signed(long written) {
        return written >>> 1 ^ -(written & 1);
    }
}

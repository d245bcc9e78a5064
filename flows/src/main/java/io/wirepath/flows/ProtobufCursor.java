package io.wirepath.flows;

import java.nio.ByteBuffer;

/**
 * Goes through the fields of a message of Protocol Buffers where it stands.
 *
 * <pre>
 *   field │ key: number and kind, varint │ kind 0: varint; 1: 8 bytes; 2: length varint, bytes; 5: 4 bytes
 * </pre>
 *
 * Fields of other kinds, and blocks beyond 2 GB, which none may have, end it. Numbers of 64 bits, which are negative or
 * a fraction, are read as 0.
 *
 * <p>Source: Protocol Buffers, "Encoding". Reused; not thread-safe.
 */
public final class ProtobufCursor {

    private static final int LONGEST_VARINT = 10;
    private static final int HIGHEST_FIELD = (1 << 29) - 1;

    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int BLOCK = 2;
    private static final int FIXED_32 = 5;

    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int at;
    private int end;
    private int kind;
    private int field;
    private long number;
    private int from;
    private boolean broken;

    /** Begins with what stands between two places. */
    public ProtobufCursor on(ByteBuffer own, int begin, int stop) {
        bytes = own;
        at = begin;
        end = stop;
        kind = VARINT;
        broken = false;
        return this;
    }

    /** Goes on within the block that the latest field is, as far as it is there. */
    public void enter() {
        at = from;
        end = (int) Math.min(end, from + number);
    }

    /** The number here, behind which the cursor stands then; -1 if it is cut, too long or has 64 bits. */
    public long varint() {
        return number(-1);
    }

    private long number(long ofAllBits) {
        long value = 0;
        for (int i = 0; i < LONGEST_VARINT && at < end; i++) {
            int own = bytes.get(at++);
            value |= (long) (own & 0x7f) << 7 * i;
            if (own >= 0) {
                return value < 0 ? ofAllBits : value;
            }
        }
        return -1;
    }

    /** Goes to the next field; false at the end, where the number of a field is cut, and where none begins. */
    public boolean next() {
        if (at >= end) {
            return false;
        }
        long key = varint();
        kind = (int) key & 7;
        field = (int) (key >>> 3);
        number = key <= 7 || key >>> 3 > HIGHEST_FIELD
                ? -1
                : switch (kind) {
                    case VARINT -> number(0);
                    case FIXED_64 -> fixed(Long.BYTES);
                    case BLOCK -> varint();
                    case FIXED_32 -> fixed(Integer.BYTES);
                    default -> -1;
                };
        from = at;
        broken = number < 0 || kind == BLOCK && number > Integer.MAX_VALUE;
        at = !broken && kind == BLOCK ? (int) Math.min(end, at + number) : at;
        return !broken;
    }

    /** The number of so many bytes here, the low one first. */
    private long fixed(int width) {
        if (end - at < width) {
            return -1;
        }
        long value = width == Long.BYTES
                ? Long.reverseBytes(bytes.getLong(at))
                : Integer.toUnsignedLong(Integer.reverseBytes(bytes.getInt(at)));
        at += width;
        return Math.max(0, value);
    }

    /** Whether the fields went up to the end, the latest of them there whole. */
    public boolean isWhole() {
        return at == end && !broken && !isCut();
    }

    /** Whether the latest field is a block of which the end is not there. */
    public boolean isCut() {
        return kind == BLOCK && number > at - from;
    }

    /** Whether the latest field is a block, as of other messages, of text or of bytes. */
    public boolean isOfBytes() {
        return kind == BLOCK;
    }

    /** Goes to the next field with this number, or to the end. */
    public boolean find(int wanted) {
        while (next()) {
            if (field == wanted) {
                return true;
            }
        }
        return false;
    }

    /** Number of the latest field. */
    public int field() {
        return field;
    }

    /** Value of the latest field; of a block its length. */
    public long number() {
        return number;
    }

    /** Where the next field, or the block of the latest one, begins. */
    public int from() {
        return from;
    }

    /** Where the cursor stands. */
    public int at() {
        return at;
    }

    /** Whether the latest field is a block, and there whole. */
    public boolean isBlock() {
        return at > from && number == at - from;
    }

    /** Of a signed number as it is written, the lowest bit its sign. */
    public static long signed(long written) {
        return written >>> 1 ^ -(written & 1);
    }
}

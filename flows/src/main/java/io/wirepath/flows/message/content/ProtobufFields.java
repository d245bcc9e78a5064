package io.wirepath.flows.message.content;

/**
 * The fields of bytes that are a message of Protocol Buffers to the last byte.
 *
 * <pre>
 *   field │ key: number and kind, varint │ kind 0: varint; 1: 8 bytes; 2: length varint, bytes; 5: 4 bytes
 * </pre>
 *
 * Source: Protocol Buffers, "Encoding". Not thread-safe.
 */
final class ProtobufFields {

    private static final int DEEPEST = 4;
    private static final int LONGEST_VARINT = 10;
    private static final int HIGHEST_FIELD = 1 << 16;

    private final TokenHashes tokens;
    private int at;

    ProtobufFields(TokenHashes tokens) {
        this.tokens = tokens;
    }

    /** Takes the numbers and words of a message; false, and nothing is taken, if these bytes are none. */
    boolean read(byte[] bytes, int from, int to) {
        if (!walk(bytes, from, to, false, 0)) {
            return false;
        }
        walk(bytes, from, to, true, 0);
        return true;
    }

    private boolean walk(byte[] bytes, int from, int to, boolean takes, int depth) {
        at = from;
        while (at < to) {
            long key = varint(bytes, to);
            long field = key >>> 3;
            if (key < 0 || field == 0 || field > HIGHEST_FIELD) {
                return false;
            }
            boolean good = switch ((int) key & 7) {
                case 0 -> number(varint(bytes, to), takes);
                case 1 -> fixed(bytes, to, Long.BYTES, takes);
                case 2 -> block(bytes, to, takes, depth);
                case 5 -> fixed(bytes, to, Integer.BYTES, takes);
                default -> false;
            };
            if (!good) {
                return false;
            }
        }
        return from < to;
    }

    private boolean number(long value, boolean takes) {
        if (takes && value >= BinaryContent.SMALLEST_NUMBER) {
            tokens.addNumber(value, true);
        }
        return value >= 0;
    }

    private boolean fixed(byte[] bytes, int to, int width, boolean takes) {
        if (at + width > to) {
            return false;
        }
        long value = BinaryContent.little(bytes, at, width);
        at += width;
        // one that is negative, or a fraction, is no number that others write in digits
        return number(value < 0 ? 0 : value, takes);
    }

    private boolean block(byte[] bytes, int to, boolean takes, int depth) {
        long length = varint(bytes, to);
        int from = at;
        if (length < 0 || length > to - from) {
            return false;
        }
        int end = from + (int) length;
        if (takes && length > 1) {
            if (depth < DEEPEST
                    && !BinaryContent.allPrintable(bytes, from, end)
                    && walk(bytes, from, end, false, depth + 1)) {
                walk(bytes, from, end, true, depth + 1);
            } else if (BinaryContent.allPrintable(bytes, from, end)) {
                tokens.addText(bytes, from, end, 2);
            }
        }
        at = end;
        return true;
    }

    /** The varint here; -1 if it is cut, too long or has 64 bits. */
    private long varint(byte[] bytes, int to) {
        long value = 0;
        for (int i = 0; i < LONGEST_VARINT && at < to; i++) {
            int b = bytes[at++];
            value |= (long) (b & 0x7f) << 7 * i;
            if (b >= 0) {
                return value < 0 ? 0 : value;
            }
        }
        return -1;
    }
}

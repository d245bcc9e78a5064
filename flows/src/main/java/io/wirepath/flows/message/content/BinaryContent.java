package io.wirepath.flows.message.content;

/**
 * Reads binary content: the words in it, in one or two bytes a character, its numbers, and n-grams.
 *
 * <p>A word inside binary content has at least {@value #SHORTEST_WORD} characters, since shorter runs are there by
 * chance; behind its own length 2 do. Numbers are taken where a message of Protocol Buffers says so, and where 4 or 8
 * bytes in either order have zeros in their high bytes: those may be there by chance. Numbers below
 * {@value #SMALLEST_NUMBER} say nothing. Not thread-safe.
 */
final class BinaryContent {

    static final int SMALLEST_NUMBER = 1000;

    private static final int SHORTEST_WORD = 4;
    private static final int GRPC_PREFIX = 5;

    /** Places in a message that are looked at for one of gRPC; bounds the work. */
    private static final int MAX_PLACES = 16;

    private static final int MAX_ZEROS = Integer.BYTES;

    private final TokenHashes tokens;
    private final EncodedText text;
    private final ProtobufFields protobuf;
    private final byte[] narrow = new byte[Unpacking.LIMIT];

    BinaryContent(TokenHashes tokens, EncodedText text) {
        this.tokens = tokens;
        this.text = text;
        protobuf = new ProtobufFields(tokens);
    }

    void read(byte[] bytes, int from, int to) {
        protobuf.read(bytes, from, to);
        int at = from;
        int places = 0;
        while (at < to) {
            if (bytes[at] == 0 && places < MAX_PLACES) {
                places += readGrpc(bytes, at, to) ? 1 : 0;
            }
            if (isCharacter(bytes[at])) {
                at = readSpan(bytes, from, at, to);
            } else {
                at++;
            }
        }
        readWide(bytes, from, to);
        readNumbers(bytes, from, Math.min(to, from + TokenHashes.BINARY_LIMIT));
        tokens.addGrams(bytes, from, to);
    }

    /**
     * Takes a message of gRPC, behind a byte that says whether it is compressed, and its length; whether one may be
     * here.
     */
    private boolean readGrpc(byte[] bytes, int at, int to) {
        if (at + GRPC_PREFIX < to && bytes[at + 1] == 0 && bytes[at + 2] == 0) {
            int length = (bytes[at + 3] & 0xff) << 8 | bytes[at + 4] & 0xff;
            if (length > 0 && at + GRPC_PREFIX + length <= to) {
                protobuf.read(bytes, at + GRPC_PREFIX, at + GRPC_PREFIX + length);
                return true;
            }
        }
        return false;
    }

    /** Takes the words of the printable bytes that begin here; returns where they end. */
    private int readSpan(byte[] bytes, int begin, int from, int to) {
        int end = from;
        while (end < to && isCharacter(bytes[end])) {
            end++;
        }
        int length = lengthBefore(bytes, begin, from);
        int first = bytes[from];
        if (length >= 2 && length <= end - from) {
            text.read(bytes, from, from + length, 2);
            text.read(bytes, from + length, end, SHORTEST_WORD);
        } else if (end - from - 1 >= first) {
            text.read(bytes, from + 1, from + 1 + first, 2);
            text.read(bytes, from + 1 + first, end, SHORTEST_WORD);
        } else if (end - from >= SHORTEST_WORD) {
            text.read(bytes, from, end, SHORTEST_WORD);
        }
        return end;
    }

    /** A length in the byte before, or in the first of the four bytes before with the low one first. */
    private static int lengthBefore(byte[] bytes, int begin, int from) {
        int length = from > begin ? bytes[from - 1] & 0xff : 0;
        boolean little = length == 0 && from - Integer.BYTES >= begin && bytes[from - 2] == 0 && bytes[from - 3] == 0;
        return little ? bytes[from - Integer.BYTES] & 0xff : length;
    }

    /** Takes words in two bytes a character, of which one is 0. */
    private void readWide(byte[] bytes, int from, int to) {
        int at = from;
        while (at + 2 * SHORTEST_WORD <= to) {
            int length = 0;
            int order = isCharacter(bytes[at]) ? 0 : 1;
            while (at + 2 * length + 2 <= to
                    && isCharacter(bytes[at + 2 * length + order])
                    && bytes[at + 2 * length + 1 - order] == 0) {
                narrow[length] = bytes[at + 2 * length + order];
                length++;
            }
            if (length >= SHORTEST_WORD) {
                text.read(narrow, 0, length, 2);
            }
            at += Math.max(1, 2 * length - 1);
        }
    }

    /** Takes numbers whose high bytes are zeros: those end, or begin, where the number does. */
    private void readNumbers(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] != 0) {
                if (at > from && bytes[at - 1] == 0) {
                    readNumbers(bytes, at, 1, zeros(bytes, at, -1, from - 1), to);
                }
                if (at + 1 < to && bytes[at + 1] == 0) {
                    readNumbers(bytes, at, -1, zeros(bytes, at, 1, to), from - 1);
                }
            }
        }
    }

    private static int zeros(byte[] bytes, int at, int step, int end) {
        int zeros = 0;
        for (int i = at + step; i != end && bytes[i] == 0 && zeros < MAX_ZEROS; i += step) {
            zeros++;
        }
        return zeros;
    }

    /** Takes the numbers of two to four bytes whose highest byte is here, and the others in this direction. */
    private void readNumbers(byte[] bytes, int highest, int step, int zeros, int end) {
        long value = bytes[highest] & 0xff;
        int at = highest + step;
        for (int count = 2; count <= Integer.BYTES && at != end; count++) {
            value = value << Byte.SIZE | bytes[at] & 0xff;
            at += step;
            int width = count < Integer.BYTES ? Integer.BYTES : Long.BYTES;
            if (value >= SMALLEST_NUMBER && zeros >= width - count) {
                tokens.addNumber(value, false);
            }
        }
    }

    /** Printable, and on one line: the ends of lines are lengths and kinds of fields more often. */
    private static boolean isCharacter(int b) {
        return b >= ' ' && b < 0x7f;
    }

    static boolean allPrintable(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!TokenHashes.isPrintable(bytes[i])) {
                return false;
            }
        }
        return true;
    }
}

package io.wirepath.flows.message.content;

/**
 * Reads the words of a text, also those that are escaped as in a URL ({@code %2C}), and those in base64 or hexadecimal
 * digits that decode to printable characters. Sources: RFC 3986 §2.1; RFC 4648 §4, §5, §8. Not thread-safe.
 */
final class EncodedText {

    /** A shorter run decodes to something printable by chance too often. */
    private static final int SHORTEST_ENCODED = 16;

    private static final byte[] BASE64 = base64();

    private final TokenHashes tokens;
    private final byte[] plain = new byte[Unpacking.LIMIT];
    private final byte[] decoded = new byte[Unpacking.LIMIT];

    EncodedText(TokenHashes tokens) {
        this.tokens = tokens;
    }

    /**
     * Takes the words of a text of at most {@link Unpacking#LIMIT} bytes.
     *
     * @param least how many characters a word has at least
     */
    void read(byte[] bytes, int from, int to, int least) {
        int escape = from;
        while (escape < to && bytes[escape] != '%') {
            escape++;
        }
        if (escape < to) {
            int length = unescape(bytes, from, to);
            readPlain(plain, 0, length, least);
        } else {
            readPlain(bytes, from, to, least);
        }
    }

    /** Takes the words between encoded runs, and of these what is in them instead. */
    private void readPlain(byte[] bytes, int from, int to, int least) {
        int read = from;
        int run = from;
        for (int at = from; at <= to; at++) {
            if (at == to || BASE64[bytes[at] & 0xff] < 0) {
                int length = at - run >= SHORTEST_ENCODED ? decode(bytes, run, at) : 0;
                if (length > 0) {
                    tokens.addText(bytes, read, run, least);
                    tokens.addText(decoded, 0, length, 2);
                    read = at;
                }
                run = at + 1;
            }
        }
        tokens.addText(bytes, read, to, least);
    }

    private int decode(byte[] bytes, int from, int to) {
        int length = hex(bytes, from, to);
        return length > 0 ? length : base64(bytes, from, to);
    }

    private int unescape(byte[] bytes, int from, int to) {
        int length = 0;
        for (int at = from; at < to; at++) {
            int b = bytes[at];
            if (b == '%' && at + 2 < to) {
                int high = Character.digit(bytes[at + 1], 16);
                int low = Character.digit(bytes[at + 2], 16);
                if (high >= 0 && low >= 0) {
                    b = high << 4 | low;
                    at += 2;
                }
            }
            plain[length++] = (byte) b;
        }
        return length;
    }

    /** Decodes a run of hexadecimal digits; 0 if it is none or not printable. */
    private int hex(byte[] bytes, int from, int to) {
        int length = 0;
        for (int at = from; at + 1 < to; at += 2) {
            int value = Character.digit(bytes[at], 16) << 4 | Character.digit(bytes[at + 1], 16);
            if (value < 0 || !TokenHashes.isPrintable(value)) {
                return 0;
            }
            decoded[length++] = (byte) value;
        }
        return length;
    }

    /** Decodes a run of base64; 0 if it is not printable. */
    private int base64(byte[] bytes, int from, int to) {
        int length = 0;
        int bits = 0;
        int value = 0;
        for (int at = from; at < to; at++) {
            value = value << 6 | BASE64[bytes[at] & 0xff];
            bits += 6;
            if (bits >= Byte.SIZE) {
                bits -= Byte.SIZE;
                int b = value >>> bits & 0xff;
                if (!TokenHashes.isPrintable(b)) {
                    return 0;
                }
                decoded[length++] = (byte) b;
            }
        }
        return length;
    }

    private static byte[] base64() {
        byte[] values = new byte[256];
        for (int b = 0; b < values.length; b++) {
            int value = -1;
            if (b >= 'A' && b <= 'Z') {
                value = b - 'A';
            } else if (b >= 'a' && b <= 'z') {
                value = b - 'a' + 26;
            } else if (b >= '0' && b <= '9') {
                value = b - '0' + 52;
            } else if (b == '+' || b == '-') {
                value = 62;
            } else if (b == '/' || b == '_') {
                value = 63;
            }
            values[b] = (byte) value;
        }
        return values;
    }
}

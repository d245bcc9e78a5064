package io.wirepath.flows.message.content;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Undoes compression and WebSocket's mask, up to {@value #LIMIT} bytes. What is damaged or cut gives what is before the
 * damage.
 *
 * <pre>
 *   gzip  │ 1f 8b │ 08 │ flags 1 │ 6 bytes │ extra: length 2, bytes │ name 0 │ comment 0 │ checksum 2 │ deflate …
 *   zlib  │ 78 │ flags 1 │ deflate …               as a 16 bit number a multiple of 31
 *   frame │ final 1, compressed 1, code │ mask 1, length 7 │ (length 2 or 8) │ (mask 4) │ payload
 * </pre>
 *
 * Sources: RFC 1950, 1951, 1952; RFC 6455 §5.2; RFC 7692 §7.2.2 (only what does not refer to earlier messages). Not
 * thread-safe.
 */
final class Unpacking {

    static final int LIMIT = 4096;

    private static final int STEP = 256;
    private static final int GZIP_HEAD = 10;
    private static final int GZIP_CHECKSUM = 2;
    private static final int GZIP_EXTRA = 4;
    private static final int GZIP_NAME = 8;
    private static final int GZIP_COMMENT = 16;

    /** How far into a body compression may begin: behind the length of a chunk, or the prefix of gRPC. */
    private static final int BEGINS_WITHIN = 16;

    private byte[] out = new byte[0];
    private byte[] other = new byte[0];
    private @Nullable Inflater inflater;

    /** What was unpacked last. */
    byte[] bytes() {
        return out;
    }

    /** Unpacks content whose beginning is compressed; how many bytes, 0 if none is. */
    int inflate(byte[] bytes, int from, int to) {
        if (to - from > 2 && bytes[from] == 0x78 && ((0x78 << 8) + (bytes[from + 1] & 0xff)) % 31 == 0) {
            return inflateRaw(bytes, from + 2, to);
        }
        int last = Math.min(to - GZIP_HEAD, from + BEGINS_WITHIN);
        for (int at = from; at < last; at++) {
            if (bytes[at] == 0x1f && bytes[at + 1] == (byte) 0x8b && bytes[at + 2] == 8) {
                return inflateRaw(bytes, behindGzipHead(bytes, at, to), to);
            }
        }
        return 0;
    }

    private static int behindGzipHead(byte[] bytes, int from, int to) {
        int flags = bytes[from + 3];
        int at = from + GZIP_HEAD;
        if ((flags & GZIP_EXTRA) != 0 && at + 2 <= to) {
            at += 2 + (bytes[at] & 0xff) + ((bytes[at + 1] & 0xff) << 8);
        }
        for (int texts = flags & (GZIP_NAME | GZIP_COMMENT); texts != 0; texts &= texts - 1) {
            while (at < to && bytes[at] != 0) {
                at++;
            }
            at++;
        }
        return (flags & GZIP_CHECKSUM) != 0 ? at + 2 : at;
    }

    private int inflateRaw(byte[] bytes, int from, int to) {
        if (from >= to) {
            return 0;
        }
        if (out.length == 0) {
            out = new byte[LIMIT];
        }
        Inflater raw = inflater;
        if (raw == null) {
            raw = new Inflater(/* nowrap= */ true);
            inflater = raw;
        } else {
            raw.reset();
        }
        raw.setInput(bytes, from, to - from);
        int length = 0;
        try {
            for (int got = 1; got > 0 && length < LIMIT; length += got) {
                got = raw.inflate(out, length, Math.min(STEP, LIMIT - length));
            }
        } catch (DataFormatException damaged) {
            return length;
        }
        return length;
    }

    /** Takes the payload out of a message that is one frame of a WebSocket; how many bytes, 0 if it is none. */
    int webSocket(byte[] bytes, int length) {
        int first = length < 2 ? 0 : bytes[0] & 0xff;
        if ((first & 0xb0) != 0x80 || (first & 0x0f) != 1 && (first & 0x0f) != 2) {
            return 0;
        }
        boolean masked = bytes[1] < 0;
        int code = bytes[1] & 0x7f;
        int at = 2 + (code == 126 ? 2 : code == 127 ? 8 : 0);
        int mask = at;
        at += masked ? 4 : 0;
        int payload = code < 126 || length < 4 ? code : (bytes[2] & 0xff) << 8 | bytes[3] & 0xff;
        boolean whole = at + payload == length;
        if (code == 127 || !whole || payload == 0) {
            return 0;
        }
        if (other.length < payload) {
            other = new byte[LIMIT];
        }
        int count = Math.min(payload, other.length);
        for (int i = 0; i < count; i++) {
            other[i] = (byte) (masked ? bytes[at + i] ^ bytes[mask + (i & 3)] : bytes[at + i]);
        }
        if ((first & 0x40) != 0) {
            return inflateRaw(other, 0, count);
        }
        byte[] unmasked = other;
        other = out;
        out = unmasked;
        return count;
    }
}

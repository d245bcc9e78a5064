package io.wirepath.flows.message.content;

import java.util.ArrayDeque;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks compressed messages of WebSockets, which as a rule refer to earlier ones of their direction
 * (permessage-deflate with context takeover): each direction keeps what it unpacked last, 32 KiB in zlib. A message
 * that is not whole, that is longer than {@value Unpacking#LIMIT} bytes or that unpacks to far more than it holds loses
 * its direction: what follows is not read.
 *
 * <pre>
 *   message: frame …      first frame: compressed 1; the last: final 1; the payloads together, and 00 00 ff ff, are deflate
 * </pre>
 *
 * Sources: RFC 6455 §5.2, RFC 7692 §7.2. Not thread-safe; one per shard.
 */
public final class WebSocketContent {

    /**
     * Directions that are unpacked at a time, some 44 KB each: 22 MB in the sixteen shards. Further ones are not read.
     */
    static final int MAX = 32;

    /** Text shrinks to a tenth or so; more than this is an attack. */
    private static final int MAX_RATIO = 32;

    private static final long FREE_BYTES = 1 << 16;
    private static final int COMPRESSED = 0x40;
    private static final int MASKED = 0x80;
    private static final byte[] TAIL = {0, 0, (byte) 0xff, (byte) 0xff};

    private final ArrayDeque<Inflater> free = new ArrayDeque<>();
    private int made;
    private final byte[] in = new byte[Unpacking.LIMIT + TAIL.length];
    private final byte[] out = new byte[Unpacking.LIMIT];
    private final byte[] rest = new byte[Unpacking.LIMIT];

    /** What was unpacked last. */
    public byte[] bytes() {
        return out;
    }

    /**
     * Unpacks a message.
     *
     * @param whole whether these are all its bytes
     * @return how many bytes of it {@link #bytes} holds, at most {@value Unpacking#LIMIT}; 0 if it is not compressed or
     *     cannot be read
     */
    public int read(DeflateContext context, byte[] bytes, int length, boolean whole) {
        if (length < 2 || (bytes[0] & COMPRESSED) == 0 || context.lost) {
            return 0;
        }
        int packed = whole ? payload(bytes, length) : 0;
        Inflater inflater = packed == 0 ? null : inflater(context);
        if (inflater == null) {
            lose(context);
            return 0;
        }
        System.arraycopy(TAIL, 0, in, packed, TAIL.length);
        inflater.setInput(in, 0, packed + TAIL.length);
        context.packed += packed;
        int read = inflate(context, inflater);
        if (read < 0) {
            lose(context);
            return 0;
        }
        return read;
    }

    /** Unpacks all, since later messages may refer to it; -1 if it is damaged or too much. */
    private int inflate(DeflateContext context, Inflater inflater) {
        int read = 0;
        try {
            while (true) {
                boolean full = read == out.length;
                int got = full ? inflater.inflate(rest) : inflater.inflate(out, read, out.length - read);
                read += full ? 0 : got;
                context.unpacked += got;
                if (context.unpacked > FREE_BYTES + MAX_RATIO * context.packed) {
                    return -1;
                }
                if (inflater.finished()) {
                    inflater.reset();
                    return read;
                }
                if (got == 0) {
                    return read;
                }
            }
        } catch (DataFormatException damaged) {
            return -1;
        }
    }

    /** Puts the payloads of all frames together, unmasked; how many bytes, 0 if a frame is not whole. */
    private int payload(byte[] bytes, int length) {
        int at = 0;
        int count = 0;
        while (at < length) {
            int code = length - at < 2 ? 0x7f : bytes[at + 1] & 0x7f;
            int header = code < 126 ? 2 : 4;
            boolean masked = code != 0x7f && (bytes[at + 1] & MASKED) != 0;
            int begins = at + header + (masked ? 4 : 0);
            if (code == 0x7f || begins > length) {
                return 0;
            }
            int size = code < 126 ? code : (bytes[at + 2] & 0xff) << 8 | bytes[at + 3] & 0xff;
            if (begins + size > length) {
                return 0;
            }
            for (int i = 0; i < size; i++) {
                in[count++] = (byte) (masked ? bytes[begins + i] ^ bytes[begins - 4 + (i & 3)] : bytes[begins + i]);
            }
            at = begins + size;
        }
        return count;
    }

    private @Nullable Inflater inflater(DeflateContext context) {
        if (context.inflater == null) {
            context.inflater = free.poll();
            if (context.inflater == null && made < MAX) {
                made++;
                context.inflater = new Inflater(/* nowrap= */ true);
            }
        }
        return context.inflater;
    }

    /** A message of the direction could not be read, or the connection is over. */
    public void lose(DeflateContext context) {
        context.lost = true;
        Inflater inflater = context.inflater;
        if (inflater != null) {
            inflater.reset();
            free.push(inflater);
            context.inflater = null;
        }
    }
}

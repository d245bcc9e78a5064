package io.wirepath.flows.message.framer.hpack;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the header blocks of one direction of an HTTP/2 connection from its frames, whose bytes come in any pieces,
 * and decodes each that is complete (RFC 9113 §6.2, §6.6, §6.10).
 *
 * <pre>
 *   HEADERS       │ [pad length 1] │ [priority 5] │ fragment │ [padding] │
 *   PUSH_PROMISE  │ [pad length 1] │ stream 4     │ fragment │ [padding] │
 *   CONTINUATION  │ fragment │
 * </pre>
 *
 * A block of more than {@value #LARGEST} bytes is not read. Not thread-safe.
 */
public final class HeaderBlock {

    /** Servers refuse far smaller ones. */
    static final int LARGEST = 1 << 15;

    /** Room that is kept from one connection to the next. */
    private static final int USUAL = 1 << 10;

    private static final int HEADERS = 1;
    private static final int PUSH_PROMISE = 5;
    private static final int END_HEADERS = 4;
    private static final int PADDED = 8;
    private static final int PRIORITY = 0x20;
    private static final int PRIORITY_BYTES = 5;
    private static final int STREAM_BYTES = 4;

    private final HpackDecoder decoder = new HpackDecoder();
    private final HeaderFields fields = new HeaderFields();
    private ByteBuffer block = ByteBuffer.allocate(0);
    private int length;
    private int frameAt;
    private int frameLeft;
    private int type;
    private int flags;
    private boolean lost;
    private boolean promise;

    /**
     * Starts on a new connection.
     *
     * @param keepsTexts whether methods and paths are wanted
     * @param keepsIdentifiers whether identifiers of a site's own tracing are
     */
    public void reset(boolean keepsTexts, boolean keepsIdentifiers) {
        decoder.reset(keepsTexts, keepsIdentifiers);
        length = 0;
        frameLeft = 0;
        lost = false;
        if (block.capacity() > USUAL) {
            block = ByteBuffer.allocate(0);
        }
    }

    /** A frame of a header block begins, whose payload has {@code size} bytes. */
    public void begin(int type, int flags, int size) {
        if (type == HEADERS || type == PUSH_PROMISE) {
            lost = false;
            length = 0;
            promise = type == PUSH_PROMISE;
        }
        this.type = type;
        this.flags = flags;
        frameAt = length;
        frameLeft = size;
        if (length + size > LARGEST) {
            lost = true;
        }
    }

    /**
     * Takes the next bytes of the frame; also called where it has none.
     *
     * @return the fields, once the block is complete and could be read; else null
     */
    public @Nullable HeaderFields take(ByteBuffer bytes, int offset, int count) {
        int taken = Math.min(count, frameLeft);
        frameLeft -= taken;
        if (!lost) {
            if (block.capacity() < length + taken) {
                block = ByteBuffer.allocate(Math.min(LARGEST, 2 * (length + taken) + 64))
                        .put(0, block, 0, length);
            }
            block.put(length, bytes, offset, taken);
            length += taken;
        }
        return frameLeft == 0 ? endFrame() : null;
    }

    /** The next bytes of the frame are missing. */
    public void miss(long count) {
        frameLeft -= (int) Math.min(count, frameLeft);
        lost = true;
        if (frameLeft == 0) {
            endFrame();
        }
    }

    /**
     * Frames are missing, and header blocks with them perhaps. What these would have added to the table is unknown;
     * most add nothing, once a connection has spoken for a while. So the entries of before are trusted until one stands
     * where it cannot, but name no identifiers.
     */
    public void lose() {
        decoder.doubt();
        length = 0;
        frameLeft = 0;
        lost = true;
    }

    private @Nullable HeaderFields endFrame() {
        if (!lost) {
            lost = !stripFrame();
        }
        if ((flags & END_HEADERS) == 0) {
            return null;
        }
        int blockEnd = length;
        length = 0;
        if (lost) {
            decoder.lose();
            return null;
        }
        return decoder.decode(block, 0, blockEnd, fields) && !promise ? fields : null;
    }

    /** Takes out what is not of the block; answers no where the lengths lie. */
    private boolean stripFrame() {
        if (type != HEADERS && type != PUSH_PROMISE) {
            return true;
        }
        int from = frameAt;
        int padding = 0;
        if ((flags & PADDED) != 0) {
            padding = from < length ? block.get(from) & 0xff : 0;
            from++;
        }
        if (type == PUSH_PROMISE) {
            from += STREAM_BYTES;
        } else if ((flags & PRIORITY) != 0) {
            from += PRIORITY_BYTES;
        }
        int count = length - padding - from;
        if (count < 0) {
            return false;
        }
        System.arraycopy(block.array(), from, block.array(), frameAt, count);
        length = frameAt + count;
        return true;
    }
}

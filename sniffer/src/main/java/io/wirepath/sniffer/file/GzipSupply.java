package io.wirepath.sniffer.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The content of gzip data (RFC 1952), one member after the other, decompressed straight into the reader's buffer.
 *
 * <pre>
 *   0  1f 8b   2  method (8)   3  flags   4  time   8  extra flags   9  system
 *  10  [FEXTRA: u16 length, bytes]  [FNAME: ...0]  [FCOMMENT: ...0]  [FHCRC: u16]
 *      deflate data
 *   0  u32 CRC-32 of the content    4  u32 length of the content mod 2^32
 * </pre>
 *
 * <p>Data that end early, are corrupt or do not match their checksum are damage; the content before that is given.
 * Zeros after the last member are padding.
 */
final class GzipSupply implements ByteSupply {

    private static final int INPUT_BYTES = 1 << 17;

    /** Most bytes inflated in one call, so that corrupt data cost little of the content before them. */
    private static final int STEP_BYTES = 1 << 15;

    private static final int FIXED_HEADER_BYTES = 10;
    private static final int DEFLATE = 8;
    private static final int FLAG_HEADER_CRC = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;

    private enum State {
        HEADER,
        CONTENT,
        ENDED
    }

    private final ByteSupply compressed;
    private final ByteBuffer input = ByteBuffer.allocateDirect(INPUT_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .limit(0);
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private State state = State.HEADER;
    private boolean firstMember = true;
    private @Nullable String damage;

    GzipSupply(ByteSupply compressed) {
        this.compressed = compressed;
    }

    /** Whether data that begin like this are gzip. */
    static boolean recognises(ByteBuffer head) {
        return head.remaining() >= 2 && head.get(0) == 0x1f && head.get(1) == (byte) 0x8b;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        while (into.hasRemaining() && state != State.ENDED) {
            if (state == State.HEADER) {
                readHeader();
            } else {
                int count = inflate(into);
                if (count > 0) {
                    return count;
                }
            }
        }
        return state == State.ENDED ? -1 : 0;
    }

    private int inflate(ByteBuffer into) throws IOException {
        if (inflater.needsInput()) {
            if (!input.hasRemaining() && !refill()) {
                end("the compressed data end in the middle");
                return 0;
            }
            inflater.setInput(input);
        }
        int from = into.position();
        int limit = into.limit();
        into.limit(Math.min(limit, from + STEP_BYTES));
        try {
            inflater.inflate(into);
        } catch (DataFormatException e) {
            end("the compressed data are corrupt (" + e.getMessage() + ")");
        }
        into.limit(limit);
        int count = into.position() - from;
        crc.update(into.slice(from, count));
        if (inflater.finished()) {
            readTrailer();
        } else if (inflater.needsDictionary()) {
            end("the compressed data need a preset dictionary");
        }
        return count;
    }

    private void readHeader() throws IOException {
        if (!firstMember && onlyPaddingFollows()) {
            end(null);
            return;
        }
        if (available(2) && !recognises(input.slice())) {
            end("bytes that are not gzip follow the gzip data");
            return;
        }
        if (!available(FIXED_HEADER_BYTES)) {
            end("the compressed data end in the middle of a gzip header");
            return;
        }
        int at = input.position();
        if (input.get(at + 2) != DEFLATE) {
            end("the compression method is not deflate");
            return;
        }
        int flags = input.get(at + 3);
        input.position(at + FIXED_HEADER_BYTES);
        if (!skipOptionalFields(flags)) {
            end("the compressed data end in the middle of a gzip header");
            return;
        }
        firstMember = false;
        inflater.reset();
        crc.reset();
        state = State.CONTENT;
    }

    private boolean skipOptionalFields(int flags) throws IOException {
        if ((flags & FLAG_EXTRA) != 0) {
            if (!available(2) || !skip(2 + (input.getShort(input.position()) & 0xffff))) {
                return false;
            }
        }
        if ((flags & FLAG_NAME) != 0 && !skipText()) {
            return false;
        }
        if ((flags & FLAG_COMMENT) != 0 && !skipText()) {
            return false;
        }
        return (flags & FLAG_HEADER_CRC) == 0 || skip(2);
    }

    private void readTrailer() throws IOException {
        if (!available(8)) {
            end("the compressed data end before their checksum");
            return;
        }
        int checksum = input.getInt();
        int length = input.getInt();
        if (checksum != (int) crc.getValue() || length != (int) inflater.getBytesWritten()) {
            end("the checksum of the compressed data does not match");
            return;
        }
        state = State.HEADER;
    }

    private boolean onlyPaddingFollows() throws IOException {
        while (input.hasRemaining() || refill()) {
            if (input.get(input.position()) != 0) {
                return false;
            }
            input.get();
        }
        return true;
    }

    private boolean skipText() throws IOException {
        while (available(1)) {
            if (input.get() == 0) {
                return true;
            }
        }
        return false;
    }

    private boolean skip(int length) throws IOException {
        for (int i = 0; i < length; i++) {
            if (!available(1)) {
                return false;
            }
            input.get();
        }
        return true;
    }

    private boolean available(int length) throws IOException {
        while (input.remaining() < length) {
            input.compact();
            int count = compressed.read(input);
            input.flip();
            if (count < 0) {
                return false;
            }
        }
        return true;
    }

    private boolean refill() throws IOException {
        input.clear();
        int count = compressed.read(input);
        input.flip();
        return count > 0;
    }

    private void end(@Nullable String reason) {
        state = State.ENDED;
        String below = compressed.damage();
        damage = below != null ? below : reason;
    }

    @Override
    public long bytesRead() {
        return compressed.bytesRead();
    }

    @Override
    public @Nullable String damage() {
        return damage;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        compressed.close();
    }
}

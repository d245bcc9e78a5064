package io.wirepath.sniffer.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * The decryption secrets blocks (DSB) of a pcapng capture, of which those with a TLS key log are handed on. A block may
 * be larger than a block of frames, so it is taken piece by piece.
 *
 * <pre>
 *   0  u32  type 10     4  u32  total length     8  u32  kind of secrets     12  u32  their length     16  secrets, padded to 4
 * </pre>
 */
final class PcapngSecrets {

    static final int TYPE = 10;
    static final int FIXED_BYTES = 20;

    static final int TLS_KEY_LOG = 0x544c534b;
    private static final int PIECE_BYTES = 1 << 12;

    /** Longest key log that is taken: of some 10,000 sessions. */
    private static final int MAX_BYTES = 1 << 24;

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private Consumer<byte[]> sink = taken -> {};
    private int left;

    void to(Consumer<byte[]> consumer) {
        sink = consumer;
    }

    /** Whether the inside of a block is being read. */
    boolean isOpen() {
        return left > 0;
    }

    /**
     * Begins with a block whose fixed part is there. One of other secrets, or that makes no sense, is passed over.
     *
     * @param total length of the block
     */
    void begin(RecordWindow window, ByteBuffer bytes, WireOrder order, int total) {
        int at = window.position();
        int length = order.length32(bytes, at + 12);
        boolean taken = order.int32(bytes, at + 8) == TLS_KEY_LOG && length <= Math.min(MAX_BYTES, total - FIXED_BYTES);
        if (!taken || length == 0) {
            window.skip(total);
            return;
        }
        window.take(FIXED_BYTES - Integer.BYTES);
        left = length;
    }

    /** Takes the next piece; false where it is not there yet. */
    boolean read(RecordWindow window, ByteBuffer bytes) throws IOException {
        int piece = Math.min(left, PIECE_BYTES);
        if (!window.has(piece)) {
            return false;
        }
        byte[] copy = new byte[piece];
        bytes.get(window.position(), copy);
        log.writeBytes(copy);
        window.take(piece);
        left -= piece;
        if (left == 0) {
            window.skip(PcapngRecords.padded(log.size()) - log.size() + Integer.BYTES);
            sink.accept(log.toByteArray());
            log.reset();
        }
        return true;
    }
}

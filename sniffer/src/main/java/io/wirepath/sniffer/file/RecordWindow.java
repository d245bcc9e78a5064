package io.wirepath.sniffer.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The part of a capture that lies in the present block, seen record by record.
 *
 * <pre>
 *  block  | carried over | records ...           | begun record |
 *         ^ 0                      ^ position()                 ^ limit = capacity, except at the end of the capture
 *  offset of position() in the capture: base + position
 * </pre>
 *
 * A format asks whether its next record is there in one piece with {@link #has(int)}. A no means that this block is
 * done: what remains of it, the beginning of a record, is carried over to the next block, or the capture has ended or
 * is damaged. The window is refilled until the block is full, however few bytes each read gives, so that where a block
 * ends depends on the bytes alone; or until a live supply says that there is nothing now.
 */
final class RecordWindow {

    private final ByteSupply supply;
    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private ByteBuffer carried = ByteBuffer.allocate(1 << 16).limit(0);
    private int position;
    private int limit;
    private long base;
    private long skipping;
    private int skipFrom;
    private boolean blockFull;
    private boolean waits;
    private boolean supplyEnded;
    private @Nullable String damage;

    RecordWindow(ByteSupply supply) {
        this.supply = supply;
    }

    /** Goes on in this block, whose content is overwritten. */
    void moveTo(ByteBuffer block) {
        base += position;
        int length = carried.remaining();
        block.clear().put(0, carried, 0, length);
        carried.limit(0);
        bytes = block;
        position = 0;
        skipFrom = 0;
        limit = length;
        blockFull = false;
        waits = false;
    }

    /** Keeps the beginning of the next record, before the block is handed over. */
    void leaveBlock() {
        int length = limit - position;
        if (length > carried.capacity()) {
            carried = ByteBuffer.allocate(Math.max(length, Math.min(bytes.capacity(), 2 * carried.capacity())));
        }
        carried.clear().put(0, bytes, position, length).limit(length);
    }

    /** Where the next record begins, in the block. */
    int position() {
        return position;
    }

    /** Offset of the next record in the capture. */
    long offset() {
        return base + position;
    }

    /**
     * Whether the next {@code length} bytes are in the block. If not, either {@link #ended} tells that there are no
     * more, or the block is done.
     *
     * @param length at least 1
     */
    boolean has(int length) throws IOException {
        return limit - position >= length && skipping == 0 || refilledTo(length);
    }

    private boolean refilledTo(int length) throws IOException {
        while (damage == null) {
            if (skipping > 0) {
                int count = (int) Math.min(skipping, limit - position);
                position += count;
                skipping -= count;
            }
            if (skipping == 0 && limit - position >= length) {
                return true;
            }
            if (skipping > 0) {
                forgetSkipped();
            } else if (length > bytes.capacity() - position) {
                endBlock(length);
                return false;
            }
            if (!readMore()) {
                return false;
            }
        }
        return false;
    }

    /** Bytes that are skipped need not stay in the block: the room behind the last frame is used again. */
    private void forgetSkipped() {
        int keep = skipFrom;
        base += position - keep;
        position = keep;
        limit = keep;
    }

    private void endBlock(int length) {
        blockFull = true;
        if (position == 0) {
            damage("a record of %d bytes does not fit a block of %d".formatted(length, bytes.capacity()));
        }
    }

    private boolean readMore() throws IOException {
        if (supplyEnded || waits || limit == bytes.capacity()) {
            blockFull |= waits || limit == bytes.capacity();
            return false;
        }
        bytes.limit(bytes.capacity()).position(limit);
        while (bytes.hasRemaining() && !supplyEnded && !waits) {
            int read = supply.read(bytes);
            supplyEnded = read < 0;
            waits = read == 0;
        }
        boolean some = bytes.position() > limit;
        limit = bytes.position();
        bytes.clear();
        return some;
    }

    /** Goes past the next {@code length} bytes, which are in the block. */
    void take(int length) {
        position += length;
    }

    /** Goes past the next {@code length} bytes, which may be more than a block or than the capture has. */
    void skip(long length) {
        skipFrom = position;
        skipping += length;
    }

    /** Ends the capture here: what follows makes no sense. */
    void damage(String reason) {
        damage = reason;
    }

    /** Whether there is nothing more to come, neither in this block nor in another. */
    boolean ended() {
        return damage != null || supplyEnded && !blockFull;
    }

    /** Whether a live supply had nothing more for this block. */
    boolean waits() {
        return waits;
    }

    /** Why the capture ended before its end; null if it did not, or has not yet. */
    @Nullable
    String damage() {
        if (damage != null || !ended()) {
            return damage;
        }
        String below = supply.damage();
        if (below != null) {
            return below;
        }
        return position < limit || skipping > 0 ? "the file ends in the middle of a record" : null;
    }
}

package io.wirepath.merge.log;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * A piece of a file in memory, which moves along with what is asked for. The file may grow meanwhile. Allocates nothing
 * once made. Used by one thread at a time.
 */
final class FileWindow {

    private static final int BYTES = 64 << 10;
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(BYTES).asReadOnlyBuffer();

    private final FileChannel file;
    private final ByteBuffer window =
            ByteBuffer.allocateDirect(BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    private final ByteBuffer zeros = ZEROS.duplicate();
    private long windowAt;
    private long fileBytes;

    FileWindow(FileChannel file) {
        this.file = file;
    }

    /** Length of the file, as it was when something was asked for behind its end. */
    long fileBytes() {
        return fileBytes;
    }

    /** Whether the file has so many bytes from this offset on. */
    boolean has(long at, long bytes) throws IOException {
        if (at + bytes > fileBytes) {
            fileBytes = file.size();
        }
        return at + bytes <= fileBytes;
    }

    /** Reads again what is asked for next: the file may have changed. */
    void forget() {
        window.limit(0);
    }

    /** The little-endian number at this offset; 0 behind the end of a file that became shorter. */
    int intAt(long at) throws IOException {
        return holds(at, Integer.BYTES) ? window.getInt((int) (at - windowAt)) : 0;
    }

    /**
     * The first place from this one on, in steps of four bytes, at which another number than 0 stands; where there is
     * none, the end that is given or that of the file.
     */
    long nonZero(long from, long end) throws IOException {
        long at = from;
        while (at < end && has(at, Integer.BYTES) && holds(at, Integer.BYTES)) {
            int begin = (int) (at - windowAt);
            if (window.getInt(begin) != 0) {
                return at;
            }
            int held = window.limit();
            int length = Math.max(Integer.BYTES, (int) Math.min(held - begin, end - at) & -Integer.BYTES);
            int zeroBytes = window.limit(begin + length).position(begin).mismatch(zeros.limit(length));
            window.clear().limit(held);
            at += zeroBytes < 0 ? length : zeroBytes & -Integer.BYTES;
        }
        return at;
    }

    /** Fills the buffer from its position to its limit with what begins at this offset. */
    void read(long at, ByteBuffer to) throws IOException {
        int length = to.remaining();
        boolean there;
        if (length <= BYTES) {
            there = holds(at, length);
            if (there) {
                to.put(to.position(), window, (int) (at - windowAt), length);
            }
        } else {
            there = fill(at, to);
            to.position(to.limit() - length);
        }
        if (!there) {
            throw new EOFException("the file became shorter while it was read");
        }
    }

    /** Moves so that these bytes are in it; false where the file does not have them. */
    private boolean holds(long at, int bytes) throws IOException {
        if (at < windowAt || at + bytes > windowAt + window.limit()) {
            windowAt = at;
            window.clear().limit((int) Math.min(BYTES, Math.max(bytes, fileBytes - at)));
            if (!fill(at, window)) {
                fileBytes = file.size();
            }
            window.flip();
        }
        return at + bytes <= windowAt + window.limit();
    }

    /** Reads until the buffer is full; false where the file ends before. */
    private boolean fill(long at, ByteBuffer to) throws IOException {
        long place = at - to.position();
        while (to.hasRemaining()) {
            if (file.read(to, place + to.position()) < 0) {
                return false;
            }
        }
        return true;
    }
}

package io.wirepath.merge.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Claims room on the disk for a file that is written through memory, where a full disk is a fault of the process and no
 * exception. So zeros are written ahead, by calls that can fail, and the memory behind them is sure.
 *
 * <pre>
 *  file  | documents, index | zeros that were claimed | a hole that may not be touched |
 *                           ^ in use                  ^ claimed
 * </pre>
 */
final class ClaimedRoom {

    /** Claimed at a time. */
    static final int STEP_BYTES = 1 << 20;

    private final FileChannel file;
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(64 << 10);
    private long claimed;

    /**
     * Claims what is in use already.
     *
     * @param inUse behind this place the file is a hole
     * @throws IOException when there is no room even for that
     */
    ClaimedRoom(FileChannel file, long inUse) throws IOException {
        this.file = file;
        ByteBuffer copy = ByteBuffer.allocate((int) inUse);
        long got = 0;
        while (copy.hasRemaining() && got >= 0) {
            got = file.read(copy, copy.position());
        }
        write(copy.position(copy.capacity()).flip(), 0);
        claimed = inUse;
    }

    /** Makes sure that there is room up to this place; false when there is not. */
    boolean claim(long end) {
        if (end <= claimed) {
            return true;
        }
        try {
            long target = Math.max(end, claimed + STEP_BYTES);
            while (claimed < target) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), target - claimed));
                claimed += file.write(zeros, claimed);
            }
            return true;
        } catch (IOException e) {
            return end <= claimed;
        }
    }

    private void write(ByteBuffer bytes, long at) throws IOException {
        long place = at;
        while (bytes.hasRemaining()) {
            place += file.write(bytes, place);
        }
    }
}

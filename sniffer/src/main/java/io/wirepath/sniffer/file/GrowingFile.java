package io.wirepath.sniffer.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The bytes of a file that is still written, until another follows it. */
final class GrowingFile implements ByteSupply {

    private final FileChannel channel;
    private final BooleanSupplier isFollowed;
    private volatile long bytesRead;

    /**
     * Reads from the beginning.
     *
     * @param isFollowed whether the writer went on to another file, asked at the end of this one
     */
    GrowingFile(Path file, BooleanSupplier isFollowed) throws IOException {
        this.isFollowed = isFollowed;
        channel = FileChannel.open(file, StandardOpenOption.READ);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public int read(ByteBuffer into) throws IOException {
        boolean wasFollowed = false;
        int count = channel.read(into);
        if (count < 0) {
            wasFollowed = isFollowed.getAsBoolean();
            // what was written before the writer went on is there by now
            count = channel.read(into);
        }
        if (count > 0) {
            bytesRead += count;
            return count;
        }
        if (wasFollowed) {
            return -1;
        }
        StreamedCapture.pause();
        return 0;
    }

    @Override
    public long bytesRead() {
        return bytesRead;
    }

    @Override
    public @Nullable String damage() {
        return null;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

package io.wirepath.sniffer.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The bytes of a capture, in order. Used by one thread, except {@link #bytesRead()}, which any thread may call. */
interface ByteSupply extends Closeable {

    /**
     * Puts some of the next bytes into the buffer, at its position.
     *
     * @return how many; 0 where there is room and nothing comes now, which a live one alone says; -1 at the end, or
     *     where nothing more can be read
     */
    int read(ByteBuffer into) throws IOException;

    /** Bytes taken so far from the file itself, before decompression. */
    long bytesRead();

    /** Why the bytes ended before their end, in words for a person; null if they did not. Valid after a -1. */
    @Nullable
    String damage();
}

package io.wirepath.sniffer.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a channel as they are. A read that fails after others succeeded is damage: what came before it counts.
 */
final class ChannelSupply implements ByteSupply {

    private final ReadableByteChannel channel;
    private volatile long bytesRead;
    private @Nullable String damage;

    ChannelSupply(ReadableByteChannel channel) {
        this.channel = channel;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public int read(ByteBuffer into) throws IOException {
        int count;
        try {
            count = channel.read(into);
        } catch (IOException e) {
            if (bytesRead == 0 || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            damage = "reading failed: " + e.getMessage();
            return -1;
        }
        if (count > 0) {
            bytesRead += count;
        }
        return count;
    }

    @Override
    public long bytesRead() {
        return bytesRead;
    }

    @Override
    public @Nullable String damage() {
        return damage;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

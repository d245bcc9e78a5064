package io.wirepath.sniffer.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Bytes whose beginning has been looked at, and is then given again. */
final class PeekedSupply implements ByteSupply {

    /** A live one has nothing for so many turns, some seconds, and may yet begin. */
    private static final int MAX_WAITS = 50;

    private final ByteSupply rest;
    private final ByteBuffer head;

    /** Takes the first {@code length} bytes, or as many as there are, to look at. */
    PeekedSupply(ByteSupply rest, int length) throws IOException {
        this.rest = rest;
        head = ByteBuffer.allocate(length);
        int waits = 0;
        for (int read = 0; head.hasRemaining() && read >= 0; ) {
            read = rest.read(head);
            waits += read == 0 ? 1 : 0;
            if (waits > MAX_WAITS) {
                throw new IOException("its beginning does not come");
            }
        }
        head.flip();
    }

    /** The first bytes, from the buffer's start to its limit; big-endian. */
    ByteBuffer head() {
        return head.duplicate().rewind();
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        if (!head.hasRemaining()) {
            return rest.read(into);
        }
        int count = Math.min(head.remaining(), into.remaining());
        into.put(into.position(), head, head.position(), count).position(into.position() + count);
        head.position(head.position() + count);
        return count;
    }

    @Override
    public long bytesRead() {
        return rest.bytesRead();
    }

    @Override
    public @Nullable String damage() {
        return rest.damage();
    }

    @Override
    public void close() throws IOException {
        rest.close();
    }
}

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

    /**
     * Takes the first {@code length} bytes, or as many as there are, to look at. Of a live one a header of pcap is
     * enough, which is shorter than one of pcapng: where no packet passes, no more comes.
     */
    PeekedSupply(ByteSupply rest, int length) throws IOException {
        this.rest = rest;
        head = ByteBuffer.allocate(length);
        int waits = 0;
        boolean goesOn = true;
        while (goesOn && head.hasRemaining()) {
            int read = rest.read(head);
            goesOn = read > 0 || read == 0 && !isHeaderOfPcap(head.duplicate().flip());
            waits += read == 0 ? 1 : 0;
            if (goesOn && waits > MAX_WAITS) {
                throw new IOException("its beginning does not come");
            }
        }
        head.flip();
    }

    private static boolean isHeaderOfPcap(ByteBuffer begun) {
        return begun.remaining() >= PcapVariant.FILE_HEADER_BYTES && PcapVariant.recognises(begun);
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

package io.wirepath.appliance.ship;

import io.wirepath.merge.spool.SpoolException;
import io.wirepath.merge.spool.SpoolReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Packs the documents of a spool into messages of some hundred kilobytes, and counts them. Not thread-safe. */
final class Batches {

    /** A batch is closed when it has so many bytes: large enough to compress well, small enough to flow evenly. */
    static final int BYTES = 256 << 10;

    private static final byte[] NOTHING = {};

    private final SpoolReader reader;
    private ByteBuffer filling = ByteBuffer.allocate(2 * BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long lastNumber;
    private long documents;
    private long bytes;

    /** Packs what this reader reads from now on. */
    Batches(SpoolReader reader) {
        this.reader = reader;
    }

    /** The next message; empty when the spool has nothing more now. */
    byte[] next() throws SpoolException {
        filling.clear().position(ShipMessage.DOCUMENTS_AT);
        int count = 0;
        while (filling.position() < BYTES && reader.next()) {
            put(reader.document());
            lastNumber = reader.number();
            count++;
        }
        if (count == 0) {
            return NOTHING;
        }
        byte[] message = ShipMessage.documents(filling, count);
        documents += count;
        bytes += message.length;
        return message;
    }

    private void put(ByteBuffer document) {
        int needed = Integer.BYTES + document.remaining();
        if (filling.remaining() < needed) {
            ByteBuffer larger =
                    ByteBuffer.allocate(filling.position() + 2 * needed).order(ByteOrder.LITTLE_ENDIAN);
            larger.put(filling.flip());
            filling = larger;
        }
        filling.putInt(document.remaining());
        filling.put(document);
    }

    /** Number of the last document that was packed; 0 before the first. */
    long lastNumber() {
        return lastNumber;
    }

    /** Documents that the spool's bounds deleted before they could be packed. */
    long missing() {
        return reader.documentsMissing();
    }

    /** Documents packed since the last call. */
    long takeDocuments() {
        long taken = documents;
        documents = 0;
        return taken;
    }

    /** Bytes packed since the last call. */
    long takeBytes() {
        long taken = bytes;
        bytes = 0;
        return taken;
    }
}

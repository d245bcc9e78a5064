package io.wirepath.merge.log;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The CRC-32C behind a document: tells a whole one from what is left of one. Allocates nothing. Used by one thread at a
 * time.
 */
public final class Seal {

    private final CRC32C sum = new CRC32C();

    /** The seal of the bytes from 0 to an end; position and limit stay. */
    int of(ByteBuffer document, int end) {
        int position = document.position();
        int limit = document.limit();
        sum.reset();
        sum.update(document.limit(end).position(0));
        document.limit(limit).position(position);
        return (int) sum.getValue();
    }

    /** Whether the buffer holds, from 0 to its limit, a document that was written to its end. */
    public boolean isOn(ByteBuffer document) {
        int end = document.limit() - LogDocument.SEAL_BYTES;
        return end >= LogDocument.PAYLOAD_AT && document.getInt(end) == of(document, end);
    }
}

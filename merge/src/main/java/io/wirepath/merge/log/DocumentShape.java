package io.wirepath.merge.log;

import java.nio.ByteBuffer;

/**
 * Walks over the payload of a document that a stranger may have written, and says whether it has the shape it must
 * have: every text ends inside it, every ordinal is known, and nothing is left over. What this says yes to can be
 * decoded without a further look.
 *
 * <pre>
 *  shape.at(payload, 11).skip(16).below(ORIGINS).text().isAll()
 * </pre>
 *
 * Allocates nothing. Used by one thread at a time.
 */
public final class DocumentShape {

    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int at;
    private int end;
    private boolean sound;

    /** Begins at this offset of a whole document, which lies from 0 to the buffer's limit. */
    public DocumentShape at(ByteBuffer document, int offset) {
        bytes = document;
        at = offset;
        end = document.limit() - LogDocument.SEAL_BYTES;
        sound = at <= end;
        return this;
    }

    /** So many bytes of any value. */
    public DocumentShape skip(int count) {
        sound &= count <= end - at;
        at += sound ? count : 0;
        return this;
    }

    /** A byte from 0 to one less than this. */
    public DocumentShape below(int bound) {
        skip(1);
        sound &= !sound || (bytes.get(at - 1) & 0xff) < bound;
        return this;
    }

    /** A text. */
    public DocumentShape text() {
        skip(u16());
        return this;
    }

    /** The number in the next byte, which is passed; 0 where the shape is broken. */
    public int u8() {
        skip(1);
        return sound ? bytes.get(at - 1) & 0xff : 0;
    }

    /** The number in the next two bytes, which are passed; 0 where the shape is broken. */
    public int u16() {
        skip(Short.BYTES);
        return sound ? bytes.getShort(at - Short.BYTES) & 0xffff : 0;
    }

    /** A list of counters, see {@link CounterCodec}. */
    public DocumentShape counters() {
        for (int left = u16(); left > 0 && sound; left--) {
            text().below(CounterCodec.KINDS.length).text().skip(Long.BYTES);
        }
        return this;
    }

    /** Whether all was sound so far. */
    public boolean isSound() {
        return sound;
    }

    /** Where the next byte is. */
    public int offset() {
        return at;
    }

    /** Whether all was sound, and the payload ends here. */
    public boolean isAll() {
        return sound && at == end;
    }
}

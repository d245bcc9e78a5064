package io.wirepath.flows.decode;

/**
 * The per-packet information header, little-endian: skipped; it names the link type of what follows.
 *
 * <pre>
 *   0 version   1 flags   2 length   4 link type   8 ...
 * </pre>
 */
final class PpiLayer implements Layer {

    private static final int SHORTEST = 8;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(SHORTEST)) {
            return cursor.tooShort(SHORTEST);
        }
        int length = cursor.u16LittleEndian(2);
        int linkType = cursor.i32LittleEndian(4);
        if (length < SHORTEST) {
            return cursor.end(DecodeCounter.BAD_HEADER_LENGTH);
        }
        if (!cursor.has(length)) {
            return cursor.tooShort(length);
        }
        cursor.skip(length);
        return LinkTypes.next(cursor, linkType);
    }
}

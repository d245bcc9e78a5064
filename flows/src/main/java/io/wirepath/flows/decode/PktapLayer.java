package io.wirepath.flows.decode;

/**
 * Apple's PKTAP header, little-endian: skipped; it names the link type of what follows.
 *
 * <pre>
 *   0 length of the header   4 type of the record: 1 packet   8 link type   12 ...
 * </pre>
 */
final class PktapLayer implements Layer {

    private static final int SHORTEST = 12;
    private static final int LONGEST = 0xffff;
    private static final int PACKET = 1;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(SHORTEST)) {
            return cursor.tooShort(SHORTEST);
        }
        int length = cursor.i32LittleEndian(0);
        if (length < SHORTEST || length > LONGEST) {
            return cursor.end(DecodeCounter.BAD_HEADER_LENGTH);
        }
        if (cursor.i32LittleEndian(4) != PACKET) {
            return cursor.end(DecodeCounter.NO_PAYLOAD);
        }
        if (!cursor.has(length)) {
            return cursor.tooShort(length);
        }
        int linkType = cursor.i32LittleEndian(8);
        cursor.skip(length);
        return LinkTypes.next(cursor, linkType);
    }
}

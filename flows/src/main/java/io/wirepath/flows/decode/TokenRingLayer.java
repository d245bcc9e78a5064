package io.wirepath.flows.decode;

/**
 * Token ring (IEEE 802.5), and FDDI, whose header is the same without the access byte and source routing.
 *
 * <pre>
 *   [0 access control]   frame control   destination (6)   source (6)   [route, if the source's first bit is set]   LLC
 *   route:  0 type (3 bits), length (5)   1 ...
 * </pre>
 *
 * @param fddi whether it is of FDDI, else of Token Ring
 */
record TokenRingLayer(boolean fddi) implements Layer {

    private static final int FDDI_BYTES = 13;
    private static final int TOKEN_RING_BYTES = 14;
    private static final int SOURCE_AT = 8;
    private static final int CONTENT_MASK = 0xc0;
    private static final int LLC_CONTENT = 0x40;
    private static final Layer LLC = new LlcLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        int header = fddi ? FDDI_BYTES : TOKEN_RING_BYTES;
        if (!cursor.has(header)) {
            return cursor.tooShort(header);
        }
        if ((cursor.u8(fddi ? 0 : 1) & CONTENT_MASK) != LLC_CONTENT) {
            return cursor.end(DecodeCounter.NOT_IP);
        }
        boolean routed = !fddi && (cursor.u8(SOURCE_AT) & 0x80) != 0;
        cursor.skip(header);
        if (routed) {
            if (!cursor.has(1) || !cursor.has(cursor.u8(0) & 0x1f)) {
                return cursor.tooShort(1);
            }
            cursor.skip(cursor.u8(0) & 0x1f);
        }
        return LLC;
    }
}

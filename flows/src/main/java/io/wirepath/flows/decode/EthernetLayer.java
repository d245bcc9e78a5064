package io.wirepath.flows.decode;

/**
 * Ethernet (IEEE 802.3 §3).
 *
 * <pre>
 *   0 destination   6 source   12 ether type, or length of what follows   14
 * </pre>
 */
final class EthernetLayer implements Layer {

    static final int HEADER_BYTES = 14;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        int typeOrLength = cursor.u16(12);
        cursor.skip(HEADER_BYTES);
        return EtherTypes.nextOrLength(cursor, typeOrLength);
    }
}

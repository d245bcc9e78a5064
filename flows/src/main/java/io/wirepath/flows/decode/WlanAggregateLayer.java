package io.wirepath.flows.decode;

/**
 * One of the packets in an aggregated 802.11 frame (A-MSDU, IEEE 802.11 §9.3.2.2). The decoder comes back for the rest.
 *
 * <pre>
 *   0 destination   6 source   12 length of the packet   14 LLC, packet   padded to a multiple of 4   the next
 * </pre>
 */
final class WlanAggregateLayer implements Layer {

    private static final int HEADER_BYTES = 14;
    private static final Layer LLC = new LlcLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        int length = cursor.u16(12);
        cursor.comeBack(HEADER_BYTES + length + 3 & ~3, HEADER_BYTES);
        cursor.skip(HEADER_BYTES);
        cursor.trim(length);
        return LLC;
    }
}

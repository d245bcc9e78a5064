package io.wirepath.flows.decode;

/**
 * The Prism header before 802.11, in the byte order of the host that captured; or an AVS header, which announces itself
 * in the same place.
 *
 * <pre>
 *   0 message code   4 length of the header   8 device ...
 * </pre>
 */
final class PrismLayer implements Layer {

    private static final int SHORTEST = 8;
    private static final int LONGEST = 0xffff;
    private static final Layer AVS = new AvsLayer();
    private static final Layer WLAN = new WlanLayer(false);

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(SHORTEST)) {
            return cursor.tooShort(SHORTEST);
        }
        if (AvsLayer.isAt(cursor)) {
            return AVS;
        }
        int bigEndian = cursor.i32(4);
        int length = bigEndian >= 0 && bigEndian <= LONGEST ? bigEndian : Integer.reverseBytes(bigEndian);
        if (length < SHORTEST || length > LONGEST) {
            return cursor.end(DecodeCounter.BAD_HEADER_LENGTH);
        }
        if (!cursor.has(length)) {
            return cursor.tooShort(length);
        }
        cursor.skip(length);
        return WLAN;
    }
}

package io.wirepath.flows.decode;

/**
 * The AVS header before 802.11: skipped.
 *
 * <pre>
 *   0 0x802110 and version   4 length of the header   8 ...
 * </pre>
 */
final class AvsLayer implements Layer {

    private static final int SHORTEST = 8;
    private static final int LONGEST = 0xffff;
    private static final int MAGIC = 0x80211000;
    private static final Layer WLAN = new WlanLayer(false);

    /** Whether an AVS header begins at the cursor, which has 4 bytes at least. */
    static boolean isAt(FrameCursor cursor) {
        return (cursor.i32(0) & 0xffff_fff0) == MAGIC;
    }

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(SHORTEST)) {
            return cursor.tooShort(SHORTEST);
        }
        int length = cursor.i32(4);
        if (!isAt(cursor) || length < SHORTEST || length > LONGEST) {
            return cursor.end(DecodeCounter.BAD_HEADER_LENGTH);
        }
        if (!cursor.has(length)) {
            return cursor.tooShort(length);
        }
        cursor.skip(length);
        return WLAN;
    }
}

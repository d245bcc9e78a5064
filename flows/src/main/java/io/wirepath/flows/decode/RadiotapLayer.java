package io.wirepath.flows.decode;

/**
 * Radiotap (radiotap.org), little-endian: skipped, but for the flag that says how the 802.11 header is padded.
 *
 * <pre>
 *   0 version 0   1 zero   2 length   4 present: bit 0 time (8 bytes, aligned), bit 1 flags (1 byte), bit 31 another present word
 * </pre>
 */
final class RadiotapLayer implements Layer {

    private static final int HEADER_BYTES = 8;
    private static final int TIME = 1;
    private static final int FLAGS = 2;
    private static final int DATA_PADDED = 0x20;
    private static final Layer WLAN = new WlanLayer(false);
    private static final Layer PADDED_WLAN = new WlanLayer(true);

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        int length = cursor.u16LittleEndian(2);
        if (length < HEADER_BYTES) {
            return cursor.end(DecodeCounter.BAD_HEADER_LENGTH);
        }
        if (!cursor.has(length)) {
            return cursor.tooShort(length);
        }
        boolean padded = isPadded(cursor, length);
        cursor.skip(length);
        return padded ? PADDED_WLAN : WLAN;
    }

    private static boolean isPadded(FrameCursor cursor, int length) {
        int present = cursor.i32LittleEndian(4);
        int at = HEADER_BYTES;
        for (int word = present; word < 0 && at + 4 <= length; at += 4) {
            word = cursor.i32LittleEndian(at);
        }
        if ((present & TIME) != 0) {
            at = (at + 7 & ~7) + 8;
        }
        return (present & FLAGS) != 0 && at < length && (cursor.u8(at) & DATA_PADDED) != 0;
    }
}

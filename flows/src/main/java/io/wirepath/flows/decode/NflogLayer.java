package io.wirepath.flows.decode;

/**
 * Linux netfilter's log: fields in the byte order of the host that captured, one of which is the IP packet.
 *
 * <pre>
 *   0 family   1 version 0   2 resource   4 fields
 *   field:  0 length, these 4 bytes included   2 type   4 value   padded to a multiple of 4
 * </pre>
 */
final class NflogLayer implements Layer {

    private static final int HEADER_BYTES = 4;
    private static final int FIELD_HEADER_BYTES = 4;
    private static final int PAYLOAD = 9;
    private static final Layer IP = new IpLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        cursor.skip(HEADER_BYTES);
        while (cursor.has(FIELD_HEADER_BYTES)) {
            boolean littleEndian = cursor.u16LittleEndian(0) <= cursor.onWire();
            int length = littleEndian ? cursor.u16LittleEndian(0) : cursor.u16(0);
            int type = littleEndian ? cursor.u16LittleEndian(2) : cursor.u16(2);
            if (length < FIELD_HEADER_BYTES) {
                return cursor.end(DecodeCounter.BAD_HEADER_LENGTH);
            }
            if (type == PAYLOAD) {
                cursor.skip(FIELD_HEADER_BYTES);
                cursor.trim(length - FIELD_HEADER_BYTES);
                return IP;
            }
            int padded = length + 3 & ~3;
            if (!cursor.has(padded)) {
                return cursor.tooShort(padded);
            }
            cursor.skip(padded);
        }
        return cursor.end(DecodeCounter.NO_PAYLOAD);
    }
}

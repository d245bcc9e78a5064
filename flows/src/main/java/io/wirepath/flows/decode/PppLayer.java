package io.wirepath.flows.decode;

/**
 * PPP (RFC 1661 §2), with or without the address and control bytes of RFC 1662 and with either width of protocol field.
 *
 * <pre>
 *   [0xff 0x03]   protocol: two bytes, or one if its lowest bit is set   payload
 *   multilink (RFC 1990):  0 begins, ends (2 bits), sequence (24)   4 PPP again, from its protocol field
 * </pre>
 */
final class PppLayer implements Layer {

    private static final int ADDRESS_AND_CONTROL = 0xff03;
    private static final int MULTILINK = 0x003d;
    private static final int MULTILINK_BYTES = 4;
    private static final int WHOLE = 0xc0;
    private static final Layer IP = new IpLayer();
    private static final Layer MPLS = new MplsLayer();
    private static final Layer SELF = new PppLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (cursor.has(2) && cursor.u16(0) == ADDRESS_AND_CONTROL) {
            cursor.skip(2);
        }
        if (!cursor.has(2)) {
            return cursor.tooShort(2);
        }
        boolean compressed = (cursor.u8(0) & 1) != 0;
        int protocol = compressed ? cursor.u8(0) : cursor.u16(0);
        cursor.skip(compressed ? 1 : 2);
        return switch (protocol) {
            case 0x0021, 0x0057 -> IP;
            case 0x0281, 0x0283 -> MPLS;
            case MULTILINK -> multilink(cursor);
            default -> cursor.end(DecodeCounter.NOT_IP);
        };
    }

    /** A packet that is whole in one multilink fragment leads on; pieces of one are not put together. */
    private static Layer multilink(FrameCursor cursor) {
        if (!cursor.has(MULTILINK_BYTES)) {
            return cursor.tooShort(MULTILINK_BYTES);
        }
        if ((cursor.u8(0) & WHOLE) != WHOLE) {
            return cursor.end(DecodeCounter.NOT_IP);
        }
        cursor.skip(MULTILINK_BYTES);
        return SELF;
    }
}

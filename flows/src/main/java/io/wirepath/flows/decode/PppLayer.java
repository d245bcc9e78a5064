package io.wirepath.flows.decode;

/**
 * PPP (RFC 1661 §2), with or without the address and control bytes of RFC 1662 and with either width of protocol field.
 *
 * <pre>
 *   [0xff 0x03]   protocol: two bytes, or one if its lowest bit is set   payload
 * </pre>
 */
final class PppLayer implements Layer {

    private static final int ADDRESS_AND_CONTROL = 0xff03;
    private static final Layer IP = new IpLayer();
    private static final Layer MPLS = new MplsLayer();

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
            default -> cursor.end(DecodeCounter.NOT_IP);
        };
    }
}

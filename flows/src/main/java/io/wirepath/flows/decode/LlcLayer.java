package io.wirepath.flows.decode;

/**
 * IEEE 802.2 logical link control, with SNAP (RFC 1042).
 *
 * <pre>
 *   0 DSAP   1 SSAP   2 control   3 organisation   6 ether type   8        (DSAP and SSAP 0xaa: SNAP)
 * </pre>
 */
final class LlcLayer implements Layer {

    private static final int LLC_BYTES = 3;
    private static final int SNAP_BYTES = 5;
    private static final int SNAP = 0xaaaa;
    private static final int IP_SAP = 0x0606;
    private static final int ENCAPSULATED_ETHERNET = 0x000000;
    private static final int BRIDGE_TUNNEL = 0x0000f8;
    private static final int BRIDGED = 0x0080c2;
    private static final int ATM = 100;
    private static final Layer ETHERNET = new EthernetLayer();
    private static final Layer IP = new IpLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(LLC_BYTES)) {
            return cursor.tooShort(LLC_BYTES);
        }
        int saps = cursor.u16(0);
        if (saps == IP_SAP && cursor.u8(2) == 0x03) {
            cursor.skip(LLC_BYTES);
            return IP;
        }
        if (saps != SNAP) {
            return cursor.end(DecodeCounter.NOT_IP);
        }
        cursor.skip(LLC_BYTES);
        return subnetworkAccess(cursor);
    }

    /** Decodes what follows LLC, or another header that announces it: organisation and type. */
    static Layer subnetworkAccess(FrameCursor cursor) {
        if (!cursor.has(SNAP_BYTES)) {
            return cursor.tooShort(SNAP_BYTES);
        }
        int organisation = cursor.i32(0) >>> 8;
        int type = cursor.u16(3);
        cursor.skip(SNAP_BYTES);
        if (organisation == BRIDGED && (type == 1 || type == 7)) {
            return bridged(cursor);
        }
        return organisation == ENCAPSULATED_ETHERNET || organisation == BRIDGE_TUNNEL
                ? EtherTypes.next(cursor, type)
                : cursor.end(DecodeCounter.NOT_IP);
    }

    /** An Ethernet frame over another medium (RFC 2684, RFC 2427); over ATM two bytes of padding come first. */
    private static Layer bridged(FrameCursor cursor) {
        if (cursor.linkType() == ATM && cursor.has(2)) {
            cursor.skip(2);
        }
        return ETHERNET;
    }
}

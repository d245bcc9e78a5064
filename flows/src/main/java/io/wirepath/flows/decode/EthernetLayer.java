package io.wirepath.flows.decode;

/**
 * Ethernet (IEEE 802.3 §3), and Cisco's inter-switch link, which its destination address 01:00:0c:00:00 or
 * 03:00:0c:00:00 tells and which holds an Ethernet frame after 26 bytes.
 *
 * <pre>
 *   0 destination   6 source   12 ether type, or length of what follows   14
 * </pre>
 */
final class EthernetLayer implements Layer {

    static final int HEADER_BYTES = 14;
    private static final int ISL = 0x01000c00;
    private static final int ISL_MASK = 0xfdff_ffff;
    private static final Layer INTER_SWITCH_LINK = new SkippedLayer(26, new EthernetLayer());

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        if ((cursor.i32(0) & ISL_MASK) == ISL && cursor.u8(4) == 0) {
            cursor.remark(DecodeRemark.FABRIC);
            return INTER_SWITCH_LINK;
        }
        int typeOrLength = cursor.u16(12);
        cursor.skip(HEADER_BYTES);
        return EtherTypes.nextOrLength(cursor, typeOrLength);
    }
}

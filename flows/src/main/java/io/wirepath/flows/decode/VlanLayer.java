package io.wirepath.flows.decode;

/**
 * One tag of 802.1Q, 802.1ad, or the older stackings; begins after the tag's ether type.
 *
 * <pre>
 *   0 priority (4 bits) and VLAN identifier (12)   2 ether type or length   4
 * </pre>
 */
final class VlanLayer implements Layer {

    private static final int HEADER_BYTES = 4;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        cursor.remark(DecodeRemark.VLAN_TAG);
        cursor.vlan(cursor.u16(0) & 0xfff);
        int typeOrLength = cursor.u16(2);
        cursor.skip(HEADER_BYTES);
        return EtherTypes.nextOrLength(cursor, typeOrLength);
    }
}

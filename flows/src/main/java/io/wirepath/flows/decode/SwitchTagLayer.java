package io.wirepath.flows.decode;

/**
 * A tag that switches use among themselves (802.1BR E-TAG, 802.1CB R-TAG, HSR, Cisco VN-Tag and metadata): skipped.
 *
 * <pre>
 *   0 tag ...   length - 2 ether type   length
 * </pre>
 */
record SwitchTagLayer(int length) implements Layer {

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(length)) {
            return cursor.tooShort(length);
        }
        cursor.remark(DecodeRemark.VLAN_TAG);
        int typeOrLength = cursor.u16(length - 2);
        cursor.skip(length);
        return EtherTypes.nextOrLength(cursor, typeOrLength);
    }
}

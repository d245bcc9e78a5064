package io.wirepath.sniffer.live;

import io.wirepath.sniffer.live.system.RingBlockLayout;
import java.nio.ByteBuffer;

/**
 * Puts a VLAN tag back into a frame from which the kernel took it.
 *
 * <pre>
 *  before  │ room: 4 │ destination 6 │ source 6 │ type ...
 *  after   │ destination 6 │ source 6 │ protocol 2 │ tag 2 │ type ...
 * </pre>
 */
final class VlanTag {

    /** How much longer the frame becomes, at its beginning. */
    static final int BYTES = 4;

    /** Where the tag belongs; a frame that was cut shorter has no place for it. */
    static final int INSERTED_AT = 12;

    private static final int CUSTOMER_TAG = 0x8100;

    private VlanTag() {}

    /** Protocol number of a ring frame's tag. */
    static int protocol(ByteBuffer fields, int frame, int status) {
        return (status & RingBlockLayout.STATUS_VLAN_PROTOCOL_VALID) == 0
                ? CUSTOMER_TAG
                : fields.getShort(frame + RingBlockLayout.FRAME_VLAN_PROTOCOL);
    }

    /** The tag of a ring frame. */
    static int tag(ByteBuffer fields, int frame) {
        return fields.getInt(frame + RingBlockLayout.FRAME_VLAN_TAG);
    }

    /** Moves both addresses to the front and puts the tag behind them. */
    static void insert(ByteBuffer bytes, int offset, int protocol, int tag) {
        long front = bytes.getLong(offset);
        int back = bytes.getInt(offset + Long.BYTES);
        bytes.putLong(offset - BYTES, front);
        bytes.putInt(offset - BYTES + Long.BYTES, back);
        bytes.putShort(offset + INSERTED_AT - BYTES, (short) protocol);
        bytes.putShort(offset + INSERTED_AT - BYTES + Short.BYTES, (short) tag);
    }
}

package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * An MPLS label stack (RFC 3032) and what is under it, which no field tells: IP by its version, else an Ethernet
 * pseudowire with or without control word (RFC 4448), whichever gives the more plausible Ethernet header.
 *
 * <pre>
 *   0 label (20 bits)  class (3)  bottom of stack (1)  time to live (8)   4   ... more labels
 *   control word: 0 zero (4 bits), flags and length   2 sequence number   4
 * </pre>
 */
final class MplsLayer implements Layer {

    private static final int LABEL_BYTES = 4;
    private static final int BOTTOM = 0x100;
    private static final int LABEL_SHIFT = 12;
    private static final int MAX_LABELS = 32;
    private static final int CONTROL_WORD_BYTES = 4;
    private static final int ETHER_TYPE_AT = 12;
    private static final Layer IP = new IpLayer();
    private static final Layer ETHERNET = new EthernetLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        boolean bottom = false;
        for (int labels = 0; !bottom; labels++) {
            if (labels == MAX_LABELS) {
                return cursor.end(DecodeCounter.TOO_DEEP);
            }
            if (!cursor.has(LABEL_BYTES)) {
                return cursor.tooShort(LABEL_BYTES);
            }
            bottom = (cursor.i32(0) & BOTTOM) != 0;
            cursor.outer(OuterLayer.Kind.MPLS, cursor.i32(0) >>> LABEL_SHIFT);
            cursor.skip(LABEL_BYTES);
        }
        cursor.remark(DecodeRemark.MPLS);
        return underTheStack(cursor);
    }

    private static Layer underTheStack(FrameCursor cursor) {
        if (!cursor.has(1)) {
            return cursor.tooShort(1);
        }
        if (IpLayer.isPlausible(cursor)) {
            return IP;
        }
        int version = cursor.u8(0) >>> 4;
        boolean plain = isEthernet(cursor, 0);
        boolean withControlWord = version == 0 && isEthernet(cursor, CONTROL_WORD_BYTES);
        if (withControlWord) {
            cursor.skip(CONTROL_WORD_BYTES);
        }
        if (plain || withControlWord) {
            return ETHERNET;
        }
        return version == 4 || version == 6 ? IP : cursor.notIpNorTunnel();
    }

    private static boolean isEthernet(FrameCursor cursor, int from) {
        int header = from + EthernetLayer.HEADER_BYTES;
        return cursor.has(header) && EtherTypes.isPlausible(cursor.u16(from + ETHER_TYPE_AT), cursor.onWire() - header);
    }
}

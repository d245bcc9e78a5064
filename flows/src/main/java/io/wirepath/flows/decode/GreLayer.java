package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * GRE (RFC 2784, 2890), its use for NVGRE (RFC 7637), ERSPAN and 802.11 frames (Aruba), and version 1, which PPTP uses
 * (RFC 2637 §4.1). Some clouds write version 1 over the layout of version 0; only PPP inside shows the real one.
 *
 * <pre>
 *   0 flags, version   2 protocol   4 [checksum, offset (4)] [key (4)] [sequence (4)] [routing]          plain
 *   0 flags, version   2 0x880b     4 payload length   6 call   8 [sequence (4)] [acknowledgment (4)]    PPTP
 * </pre>
 */
final class GreLayer implements Layer {

    private static final int CHECKSUM = 0x8000;
    private static final int ROUTING = 0x4000;
    private static final int KEY = 0x2000;
    private static final int SEQUENCE = 0x1000;
    private static final int ACKNOWLEDGMENT = 0x0080;
    private static final int VERSION = 0x0007;
    private static final int FIELD_BYTES = 4;

    private static final int ERSPAN_1_2 = 0x88be;
    private static final int ERSPAN_3 = 0x22eb;
    private static final int PPP_IN_GRE = 0x880b;
    private static final int ETHERNET_OVER_IP = 0x6400; // MikroTik's
    private static final int WCCP = 0x883e;
    private static final int FRAME_RELAY_IN_GRE = 0x6559;
    private static final int ARUBA_FIRST = 0x8200;
    private static final int ARUBA_LAST = 0x8370;

    private static final Layer ERSPAN = new ErspanLayer();
    private static final Layer ETHERNET = new EthernetLayer();
    private static final Layer PPP = new PppLayer();
    private static final Layer IP = new IpLayer();
    private static final Layer FRAME_RELAY = new FrameRelayLayer();
    private static final Layer WLAN = new WlanLayer(false);

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(FIELD_BYTES)) {
            return cursor.tooShort(FIELD_BYTES);
        }
        int flags = cursor.u16(0);
        if ((flags & VERSION) > 1) {
            return cursor.end(DecodeCounter.BAD_TUNNEL_HEADER);
        }
        boolean pointToPoint = (flags & VERSION) == 1 && cursor.u16(2) == PPP_IN_GRE;
        return pointToPoint ? pointToPoint(cursor, flags) : plain(cursor, flags);
    }

    private static Layer plain(FrameCursor cursor, int flags) {
        int keyAt = FIELD_BYTES + ((flags & (CHECKSUM | ROUTING)) != 0 ? FIELD_BYTES : 0);
        int sequenceAt = keyAt + ((flags & KEY) != 0 ? FIELD_BYTES : 0);
        int header = sequenceAt + ((flags & SEQUENCE) != 0 ? FIELD_BYTES : 0);
        if (!cursor.has(header)) {
            return cursor.tooShort(header);
        }
        cursor.remark(DecodeRemark.GRE);
        int protocol = cursor.u16(2);
        if ((flags & KEY) != 0) {
            keyed(cursor, cursor.i32(keyAt), protocol == EtherTypes.BRIDGED_ETHERNET);
        } else {
            cursor.outer(OuterLayer.Kind.GRE, OuterLayer.NO_ID);
        }
        cursor.skip(header);
        if ((flags & ROUTING) != 0 && !skipRouting(cursor)) {
            return cursor.tooShort(FIELD_BYTES);
        }
        if (cursor.onWire() <= 0) {
            return cursor.end(DecodeCounter.NO_PAYLOAD);
        }
        return payload(cursor, protocol, (flags & SEQUENCE) != 0);
    }

    private static void keyed(FrameCursor cursor, int key, boolean ethernet) {
        int network = ethernet ? key >>> 8 : key;
        cursor.virtualNetwork(network);
        cursor.outer(ethernet ? OuterLayer.Kind.NVGRE : OuterLayer.Kind.GRE, Integer.toUnsignedLong(network));
    }

    private static boolean skipRouting(FrameCursor cursor) {
        while (cursor.has(FIELD_BYTES)) {
            int length = cursor.u8(3);
            if (!cursor.has(FIELD_BYTES + length)) {
                return false;
            }
            cursor.skip(FIELD_BYTES + length);
            if (length == 0) {
                return true;
            }
        }
        return false;
    }

    private static Layer payload(FrameCursor cursor, int protocol, boolean numbered) {
        return switch (protocol) {
            case ERSPAN_1_2 -> numbered ? ERSPAN : erspan1(cursor);
            case ERSPAN_3 -> ERSPAN;
            case ETHERNET_OVER_IP -> ETHERNET;
            case WCCP -> redirected(cursor);
            case FRAME_RELAY_IN_GRE -> FRAME_RELAY;
            default -> isAruba(protocol) ? WLAN : EtherTypes.next(cursor, protocol);
        };
    }

    /** Aruba's access points send 802.11 frames to their controller, a number for each radio and network. */
    private static boolean isAruba(int protocol) {
        return protocol >= ARUBA_FIRST && protocol <= ARUBA_LAST && (protocol & 0x0f) == 0;
    }

    /** Type I has no header of its own. */
    private static Layer erspan1(FrameCursor cursor) {
        cursor.outer(OuterLayer.Kind.ERSPAN, OuterLayer.NO_ID);
        return ETHERNET;
    }

    /** WCCP version 2 puts 4 bytes before the packet, version 1 none; IP's version tells. */
    private static Layer redirected(FrameCursor cursor) {
        if (cursor.has(FIELD_BYTES) && cursor.u8(0) >>> 4 != 4) {
            cursor.skip(FIELD_BYTES);
        }
        return IP;
    }

    private static Layer pointToPoint(FrameCursor cursor, int flags) {
        int header = 2 * FIELD_BYTES
                + ((flags & SEQUENCE) != 0 ? FIELD_BYTES : 0)
                + ((flags & ACKNOWLEDGMENT) != 0 ? FIELD_BYTES : 0);
        if (!cursor.has(header)) {
            return cursor.tooShort(header);
        }
        cursor.remark(DecodeRemark.GRE);
        cursor.outer(OuterLayer.Kind.GRE, cursor.u16(6));
        int length = cursor.u16(4);
        cursor.skip(header);
        cursor.trim(length);
        return (flags & SEQUENCE) == 0 || length == 0 ? cursor.end(DecodeCounter.NO_PAYLOAD) : PPP;
    }
}

package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * The data channel of CAPWAP (RFC 5415 §4.3, RFC 5416): frames of wireless stations on their way to and from the
 * controller.
 *
 * <pre>
 *   0 version 4, type 4 (1: DTLS)   1 header length 5 (in words), radio 5, binding 5, native 1 | fragment 1, last 1, … keep-alive 1 …
 *   4 fragment 2, its offset 13 bits   8 [radio's address] [wireless information]
 *   then   native: a frame of the binding (1: 802.11)        else an Ethernet frame
 * </pre>
 *
 * Some access points write the two bytes of 802.11's frame control in the other order; {@link WlanLayer} notices.
 * Pieces of fragmented frames are not put together.
 */
final class CapwapLayer implements Layer {

    private static final int HEADER_BYTES = 8;
    private static final int NATIVE = 0x100;
    private static final int FRAGMENT = 0x80;
    private static final int KEEP_ALIVE = 0x08;
    private static final int BINDING_802_11 = 1;
    private static final int DTLS = 1;
    private static final Layer ETHERNET = new EthernetLayer();
    private static final Layer WLAN = new WlanLayer(false);

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES) || cursor.u8(0) > DTLS) {
            return cursor.notThisTunnel();
        }
        if (cursor.u8(0) == DTLS) {
            return cursor.plainUdp();
        }
        int flags = cursor.i32(0);
        int header = flags >>> 17 & 0x7c;
        boolean isNative = (flags & NATIVE) != 0;
        int binding = flags >>> 9 & 0x1f;
        if (header < HEADER_BYTES || !cursor.has(header)) {
            return cursor.notThisTunnel();
        }
        if ((flags & (FRAGMENT | KEEP_ALIVE)) != 0 || isNative && binding != BINDING_802_11) {
            return cursor.plainUdp();
        }
        cursor.remark(DecodeRemark.CAPWAP);
        cursor.outer(OuterLayer.Kind.CAPWAP, OuterLayer.NO_ID);
        cursor.skip(header);
        return isNative ? WLAN : ETHERNET;
    }
}

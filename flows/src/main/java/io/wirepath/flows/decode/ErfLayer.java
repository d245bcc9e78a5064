package io.wirepath.flows.decode;

/**
 * Extensible record format of Endace's capture cards.
 *
 * <pre>
 *   0 time 8   8 type 1 (0x80: extensions follow)   9 flags 1   10 length 2   12 lost 2   14 length on the wire 2   16
 *   extension: 8 bytes, 0x80 in the first: another one          Ethernet: 2 bytes more before the frame
 * </pre>
 *
 * Source: Endace, "Extensible Record Format types reference"; tcpdump.org/linktypes.
 */
final class ErfLayer implements Layer {

    private static final int HEADER_BYTES = 16;
    private static final int EXTENSION_BYTES = 8;
    private static final int MORE = 0x80;
    private static final int ETHERNET_PADDING = 2;
    private static final Layer HDLC = new HdlcLayer(true);
    private static final Layer ETHERNET = new SkippedLayer(ETHERNET_PADDING, new EthernetLayer());
    private static final Layer IP = new IpLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        int type = cursor.u8(8) & ~MORE;
        boolean more = (cursor.u8(8) & MORE) != 0;
        cursor.skip(HEADER_BYTES);
        while (more) {
            if (!cursor.has(EXTENSION_BYTES)) {
                return cursor.tooShort(EXTENSION_BYTES);
            }
            more = (cursor.u8(0) & MORE) != 0;
            cursor.skip(EXTENSION_BYTES);
        }
        return switch (type) {
            case 1, 10, 15 -> HDLC;
            case 2, 11, 16, 20 -> ETHERNET;
            case 22, 23 -> IP;
            default -> cursor.end(DecodeCounter.LINK_TYPE_NOT_DECODED);
        };
    }
}

package io.wirepath.flows.decode;

/**
 * The header that Juniper routers put before captured Ethernet frames.
 *
 * <pre>
 *   0 "MGC"   3 flags: 0x80 extensions, 0x02 no link header   4 [length of the extensions (2), extensions]
 * </pre>
 */
final class JuniperEthernetLayer implements Layer {

    private static final int HEADER_BYTES = 4;
    private static final int MAGIC = 0x4d4743;
    private static final int EXTENSIONS = 0x80;
    private static final int NO_LINK_HEADER = 0x02;
    private static final Layer ETHERNET = new EthernetLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES + 2)) {
            return cursor.tooShort(HEADER_BYTES + 2);
        }
        int flags = cursor.u8(3);
        if (cursor.i32(0) >>> 8 != MAGIC || (flags & NO_LINK_HEADER) != 0) {
            return cursor.end(DecodeCounter.LINK_TYPE_NOT_DECODED);
        }
        int header = HEADER_BYTES + ((flags & EXTENSIONS) != 0 ? 2 + cursor.u16(4) : 0);
        if (!cursor.has(header)) {
            return cursor.tooShort(header);
        }
        cursor.skip(header);
        return ETHERNET;
    }
}

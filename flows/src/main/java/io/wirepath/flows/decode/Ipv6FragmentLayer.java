package io.wirepath.flows.decode;

/**
 * The IPv6 fragment header (RFC 8200 §4.5).
 *
 * <pre>
 *   0 next header   1 zero   2 offset (13 bits), zero (2), more (1)   4 identification   8
 * </pre>
 *
 * An atomic fragment, which is first and last at once, is a whole packet and never waits for others (RFC 6946).
 */
final class Ipv6FragmentLayer implements Layer {

    private static final int HEADER_BYTES = 8;
    private static final int OFFSET_AND_MORE = 0xfff9;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        if ((cursor.u16(2) & OFFSET_AND_MORE) != 0) {
            return cursor.defragmentation.ipv6(cursor);
        }
        int nextHeader = cursor.u8(0);
        cursor.skip(HEADER_BYTES);
        return IpProtocols.next(cursor, nextHeader);
    }
}

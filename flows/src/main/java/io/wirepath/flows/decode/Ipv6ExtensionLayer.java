package io.wirepath.flows.decode;

/**
 * An IPv6 extension header that is skipped: hop-by-hop options, routing, destination options (RFC 8200 §4), mobility,
 * HIP, shim6.
 *
 * <pre>
 *   0 next header   1 length in units of 8 bytes, the first not counted   2 ...
 * </pre>
 */
final class Ipv6ExtensionLayer implements Layer {

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(2)) {
            return cursor.tooShort(2);
        }
        int nextHeader = cursor.u8(0);
        int length = (cursor.u8(1) + 1) << 3;
        if (!cursor.has(length)) {
            return cursor.tooShort(length);
        }
        cursor.skip(length);
        return IpProtocols.next(cursor, nextHeader);
    }
}

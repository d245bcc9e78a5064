package io.wirepath.flows.decode;

/**
 * BSD loopback, LINKTYPE_NULL and LINKTYPE_LOOP: an address family in the byte order of the host that captured, or in
 * network order. The families are small numbers, so the order shows.
 *
 * <pre>
 *   0 address family   4
 * </pre>
 */
final class LoopbackLayer implements Layer {

    private static final int HEADER_BYTES = 4;
    private static final Layer IP = new IpLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        int networkOrder = cursor.i32(0);
        int family = (networkOrder & 0xffff_0000) == 0 ? networkOrder : Integer.reverseBytes(networkOrder);
        cursor.skip(HEADER_BYTES);
        return switch (family) {
            case 2, 10, 23, 24, 28, 30 -> IP; // AF_INET; AF_INET6 of Linux, Windows, OpenBSD, FreeBSD, macOS
            default ->
                IpLayer.isPlausible(cursor) ? IP : cursor.end(DecodeCounter.NOT_IP); // some programs write anything
        };
    }
}

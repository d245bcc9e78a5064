package io.wirepath.flows.decode;

/**
 * Linux cooked capture version 2, LINKTYPE_LINUX_SLL2.
 *
 * <pre>
 *   0 protocol   2 zero   4 interface   8 ARPHRD_ type   10 packet type   11 address length   12 address (8)   20
 * </pre>
 */
final class LinuxCooked2Layer implements Layer {

    private static final int HEADER_BYTES = 20;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        int hardware = cursor.u16(8);
        int protocol = cursor.u16(0);
        cursor.skip(HEADER_BYTES);
        return CookedProtocols.next(cursor, hardware, protocol);
    }
}

package io.wirepath.flows.decode;

/**
 * Linux cooked capture, LINKTYPE_LINUX_SLL.
 *
 * <pre>
 *   0 packet type   2 ARPHRD_ type   4 address length   6 address (8)   14 protocol   16
 * </pre>
 */
final class LinuxCookedLayer implements Layer {

    private static final int HEADER_BYTES = 16;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        int hardware = cursor.u16(2);
        int protocol = cursor.u16(14);
        cursor.skip(HEADER_BYTES);
        return CookedProtocols.next(cursor, hardware, protocol);
    }
}

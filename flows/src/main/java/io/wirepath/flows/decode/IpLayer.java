package io.wirepath.flows.decode;

/**
 * IP of either version: what announces IP is often wrong about which, the first four bits are right.
 */
final class IpLayer implements Layer {

    private static final Layer IPV4 = new Ipv4Layer();
    private static final Layer IPV6 = new Ipv6Layer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(1)) {
            return cursor.onWire() == 0 ? cursor.end(DecodeCounter.NO_PAYLOAD) : cursor.tooShort(1);
        }
        return switch (cursor.u8(0) >>> 4) {
            case 4 -> IPV4;
            case 6 -> IPV6;
            default -> cursor.end(DecodeCounter.BAD_IP_VERSION);
        };
    }

    /** Whether the cursor stands at what looks like an IP header; for places where nothing announces it. */
    static boolean isPlausible(FrameCursor cursor) {
        if (!cursor.has(Ipv4Layer.HEADER_BYTES)) {
            return false;
        }
        return switch (cursor.u8(0) >>> 4) {
            case 4 -> (cursor.u8(0) & 0x0f) >= 5 && isPossible(cursor, cursor.u16(2), Ipv4Layer.HEADER_BYTES);
            case 6 -> isPossible(cursor, Ipv6Layer.HEADER_BYTES + cursor.u16(4), Ipv6Layer.HEADER_BYTES);
            default -> false;
        };
    }

    private static boolean isPossible(FrameCursor cursor, int total, int shortest) {
        boolean fits = total >= shortest && (total <= cursor.onWire() || cursor.captured() < cursor.onWire());
        return fits || total == 0;
    }
}

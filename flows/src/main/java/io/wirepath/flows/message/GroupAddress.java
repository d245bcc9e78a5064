package io.wirepath.flows.message;

/** Addresses that stand for many: whoever sends there waits for no one's answer. */
final class GroupAddress {

    private static final long V4_PREFIX = 0xffffL;

    private GroupAddress() {}

    /** Whether an address is a multicast one (RFC 5771, RFC 4291 §2.7), or the broadcast address of IPv4. */
    static boolean isGroup(long high, long low) {
        boolean v4 = high == 0 && low >>> Integer.SIZE == V4_PREFIX;
        int address = (int) low;
        return v4 ? address >>> 28 == 0xe || address == -1 : high >>> 56 == 0xff;
    }

    /** Whether the last byte of an address of IPv4 is that of the broadcast address of most networks. */
    static boolean mayBeBroadcast(long high, long low) {
        return high == 0 && low >>> Integer.SIZE == V4_PREFIX && (low & 0xff) == 0xff;
    }
}

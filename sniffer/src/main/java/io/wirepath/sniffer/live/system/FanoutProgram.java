package io.wirepath.sniffer.live.system;

/**
 * Tells the kernel which socket of a group gets a frame: by the sum of its two addresses, which is the same for both
 * directions of a connection and for each of its fragments.
 *
 * <pre>
 *  Ethernet: type at 12 ─ IPv4? ─► source + destination ────────────────┐
 *                       ─ IPv6? ─► sum of the eight words of both ──────┤
 *                       ─ 802.1Q, 802.1ad? ─► the same 4 bytes later ───┼─► × odd constant, upper half
 *                       ─ else ─► MAC addresses, the lower 4 bytes ─────┘
 * </pre>
 *
 * <p>Ports are left out: a fragment but the first has none, so with ports a connection's fragments would part from it.
 * The kernel's own {@code PACKET_FANOUT_HASH} uses ports where it finds them. The price is that all connections of two
 * hosts go to one socket. In a tunnel the outer addresses count, which also are the same in both directions.
 *
 * <p>Offsets count from the link layer's header (SKF_LL_OFF): a plain offset would count from there for a frame that
 * goes out, and from the network layer's header for one that comes in.
 */
final class FanoutProgram {

    /** Base of offsets from the link layer's header. */
    private static final int LINK = -0x200000;

    /** Base of offsets from the network layer's header. */
    private static final int NETWORK = -0x100000;

    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;
    private static final int[] TAGS = {0x8100, 0x88a8, 0x9100};
    private static final int TAGS_DEEP = 2;

    /** Odd, with its bits well spread: neighbours fall far apart. */
    private static final int SPREAD = 0x9e3779b1;

    private FanoutProgram() {}

    /** For frames with an Ethernet header. */
    static SocketFilter forEthernet() {
        SocketFilter.Builder program = otherwise();
        for (int tags = TAGS_DEEP; tags >= 0; tags--) {
            program = level(LINK + 14 + 4 * tags, tags < TAGS_DEEP, program);
        }
        return program.build();
    }

    /** For frames that begin with an IP header. */
    static SocketFilter forBareIp() {
        SocketFilter.Builder four = sum(NETWORK + 12, 2);
        SocketFilter.Builder six = sum(NETWORK + 8, 8);
        return new SocketFilter.Builder()
                .loadByte(NETWORK)
                .shiftRight(4)
                .jumpIfEqual(4, 0, four.length())
                .append(four)
                .jumpIfEqual(6, 0, six.length())
                .append(six)
                .returns(0)
                .build();
    }

    /** Looks at the type in front of {@code network}, and goes on with {@code next} if it is neither IP. */
    private static SocketFilter.Builder level(int network, boolean tagged, SocketFilter.Builder next) {
        SocketFilter.Builder four = sum(network + 12, 2);
        SocketFilter.Builder six = sum(network + 8, 8);
        SocketFilter.Builder level = new SocketFilter.Builder()
                .loadHalf(network - 2)
                .jumpIfEqual(IPV4, 0, four.length())
                .append(four)
                .jumpIfEqual(IPV6, 0, six.length())
                .append(six);
        if (!tagged) {
            return level.append(next);
        }
        SocketFilter.Builder other = otherwise();
        for (int i = 0; i < TAGS.length; i++) {
            // past the remaining comparisons, and past what is done when none of them is true
            level.jumpIfEqual(TAGS[i], TAGS.length - 1 - i + other.length(), 0);
        }
        return level.append(other).append(next);
    }

    private static SocketFilter.Builder otherwise() {
        return finish(new SocketFilter.Builder()
                .loadWord(LINK + 2)
                .keepInX()
                .loadWord(LINK + 8)
                .addX());
    }

    private static SocketFilter.Builder sum(int offset, int words) {
        SocketFilter.Builder sum = new SocketFilter.Builder().loadWord(offset);
        for (int i = 1; i < words; i++) {
            sum.keepInX().loadWord(offset + 4 * i).addX();
        }
        return finish(sum);
    }

    private static SocketFilter.Builder finish(SocketFilter.Builder sum) {
        return sum.multiply(SPREAD).shiftRight(16).returnsA();
    }
}

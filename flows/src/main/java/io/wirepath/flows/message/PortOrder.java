package io.wirepath.flows.message;

import java.util.BitSet;

/** How much two ports tell of which side is the server. */
final class PortOrder {

    /** Where the ports begin that clients of NFS and other services that trust a host take for themselves. */
    private static final int RESERVED_BEGIN = 512;

    private static final int WELL_KNOWN_END = 1024;

    /** Where the ephemeral ports of Linux begin; those of IANA (RFC 6335 §6) begin later, at 49152. */
    private static final int EPHEMERAL_BEGIN = 32768;

    /** Ports of services among those that clients may take, as IANA assigned them. */
    private static final BitSet SERVICES = services(
            512, 513, 514, 515, 520, 521, 524, 540, 543, 544, 546, 547, 548, 554, 563, 587, 593, 623, 631, 636, 646,
            749, 750, 853, 860, 873, 902, 989, 990, 992, 993, 994, 995);

    private PortOrder() {}

    private static BitSet services(int... ports) {
        BitSet set = new BitSet(WELL_KNOWN_END);
        for (int port : ports) {
            set.set(port);
        }
        return set;
    }

    /** Above 0 if direction 0, from {@code source} to {@code destination}, looks like the client's; below if not. */
    static int weight(int source, int destination) {
        return rank(source) - rank(destination);
    }

    private static int rank(int port) {
        if (port >= EPHEMERAL_BEGIN) {
            return 3;
        }
        if (port >= WELL_KNOWN_END) {
            return 1;
        }
        return port < RESERVED_BEGIN || SERVICES.get(port) ? 0 : 2;
    }
}

package io.wirepath.flows.decode;

/** The table of next protocols that NSH (RFC 8300 §2.2) and VXLAN-GPE share. */
final class NextProtocols {

    static final int ETHERNET = 3;

    private static final Layer IP = new IpLayer();
    private static final Layer ETHERNET_LAYER = new EthernetLayer();
    private static final Layer NSH = new NshLayer();
    private static final Layer MPLS = new MplsLayer();

    private NextProtocols() {}

    /** Whether the table has this number. */
    static boolean isOne(int protocol) {
        return protocol >= 1 && protocol <= 5;
    }

    static Layer next(FrameCursor cursor, int protocol) {
        return switch (protocol) {
            case 1, 2 -> IP;
            case ETHERNET -> ETHERNET_LAYER;
            case 4 -> NSH;
            case 5 -> MPLS;
            default -> cursor.end(DecodeCounter.NOT_IP);
        };
    }
}

package io.wirepath.flows.decode;

/** What the protocol field of a Linux cooked header means for the kind of hardware. */
final class CookedProtocols {

    private static final int ARPHRD_RADIOTAP = 803;
    private static final int ARPHRD_FRAME_RELAY = 770;
    private static final int ARPHRD_NETLINK = 824;
    private static final int ETH_P_802_2 = 0x0004;
    private static final int SMALLEST_ETHER_TYPE = 0x0600;
    private static final Layer LLC = new LlcLayer();
    private static final Layer RADIOTAP = new RadiotapLayer();
    private static final Layer FRAME_RELAY = new FrameRelayLayer();

    private CookedProtocols() {}

    static Layer next(FrameCursor cursor, int hardware, int protocol) {
        return switch (hardware) {
            case ARPHRD_RADIOTAP -> RADIOTAP;
            case ARPHRD_FRAME_RELAY -> FRAME_RELAY;
            case ARPHRD_NETLINK -> cursor.end(DecodeCounter.NOT_IP);
            default ->
                protocol >= SMALLEST_ETHER_TYPE
                        ? EtherTypes.next(cursor, protocol)
                        : protocol == ETH_P_802_2 ? LLC : cursor.end(DecodeCounter.NOT_IP);
        };
    }
}

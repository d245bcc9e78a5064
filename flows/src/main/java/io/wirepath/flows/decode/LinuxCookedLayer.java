package io.wirepath.flows.decode;

/**
 * The header that Linux puts in place of a link's when it captures on any interface (LINKTYPE_LINUX_SLL, SLL2), and
 * what its protocol field means for the kind of hardware.
 *
 * <pre>
 *   SLL   0 packet type   2 ARPHRD_ type   4 address length   6 address                14 protocol   16
 *   SLL2  0 protocol   2 reserved   4 interface   8 ARPHRD_ type   10 packet type   11 address length   12 address   20
 * </pre>
 *
 * @param bytes length of the header
 * @param hardwareAt place of the ARPHRD_ type
 * @param protocolAt place of the protocol
 */
record LinuxCookedLayer(int bytes, int hardwareAt, int protocolAt) implements Layer {

    /** LINKTYPE_LINUX_SLL. */
    static final Layer FIRST = new LinuxCookedLayer(16, 2, 14);

    /** LINKTYPE_LINUX_SLL2. */
    static final Layer SECOND = new LinuxCookedLayer(20, 8, 0);

    private static final int ARPHRD_RADIOTAP = 803;
    private static final int ARPHRD_FRAME_RELAY = 770;
    private static final int ARPHRD_NETLINK = 824;
    private static final int ETH_P_802_2 = 0x0004;
    private static final int SMALLEST_ETHER_TYPE = 0x0600;
    private static final Layer LLC = new LlcLayer();
    private static final Layer RADIOTAP = new RadiotapLayer();
    private static final Layer FRAME_RELAY = new FrameRelayLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(bytes)) {
            return cursor.tooShort(bytes);
        }
        int hardware = cursor.u16(hardwareAt);
        int protocol = cursor.u16(protocolAt);
        cursor.skip(bytes);
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

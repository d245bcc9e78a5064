package io.wirepath.flows.decode;

/** The table of ether types: IEEE 802 numbers. */
final class EtherTypes {

    static final int IPV4 = 0x0800;
    static final int ARP = 0x0806;
    static final int BRIDGED_ETHERNET = 0x6558;
    static final int VLAN = 0x8100;
    static final int IPV6 = 0x86dd;
    static final int MPLS = 0x8847;
    static final int MPLS_MULTICAST = 0x8848;
    static final int PPPOE_SESSION = 0x8864;
    static final int PROVIDER_VLAN = 0x88a8;

    /** A smaller number in place of an ether type is a length (IEEE 802.3 §3.2.6). */
    private static final int SMALLEST = 0x0600;

    private static final Layer IP = new IpLayer();
    private static final Layer ETHERNET = new EthernetLayer();
    private static final Layer VLAN_LAYER = new VlanLayer();
    private static final Layer MPLS_LAYER = new MplsLayer();
    private static final Layer PPPOE = new PppoeLayer();
    private static final Layer PPP = new PppLayer();
    private static final Layer BACKBONE = new ProviderBackboneLayer();
    private static final Layer NSH = new NshLayer();
    private static final Layer LLC = new LlcLayer();
    private static final Layer TAG_OF_6 = new SwitchTagLayer(6);
    private static final Layer TAG_OF_8 = new SwitchTagLayer(8);
    private static final Layer TRILL = new TrillLayer();
    private static final Layer FABRIC_PATH = new FabricPathLayer();

    private EtherTypes() {}

    /** The layer of what follows an ether type. */
    static Layer next(FrameCursor cursor, int etherType) {
        return switch (etherType) {
            case IPV4, IPV6 -> IP;
            case VLAN, PROVIDER_VLAN, 0x9100, 0x9200 -> VLAN_LAYER;
            case MPLS, MPLS_MULTICAST -> MPLS_LAYER;
            case PPPOE_SESSION -> PPPOE;
            case BRIDGED_ETHERNET -> ETHERNET;
            case 0x880b -> PPP;
            case 0x88e7 -> BACKBONE;
            case 0x894f -> NSH;
            case 0x8926, 0x892f, 0xf1c1 -> TAG_OF_6; // Cisco VN-Tag; HSR; 802.1CB
            case 0x8909, 0x893f -> TAG_OF_8; // Cisco metadata; 802.1BR E-TAG
            case 0x22f3 -> TRILL;
            case 0x8903 -> FABRIC_PATH;
            case 0x88e5 -> cursor.end(DecodeCounter.ENCRYPTED); // MACsec, 802.1AE
            case ARP -> cursor.end(DecodeCounter.ARP);
            default -> cursor.end(DecodeCounter.NOT_IP);
        };
    }

    /** The same for a field that may be a length, which LLC follows. */
    static Layer nextOrLength(FrameCursor cursor, int typeOrLength) {
        if (typeOrLength >= SMALLEST) {
            return next(cursor, typeOrLength);
        }
        cursor.trim(typeOrLength);
        return LLC;
    }

    /** Whether an Ethernet header that says this is likely to be one. */
    static boolean isPlausible(int typeOrLength, int bytesAfter) {
        return switch (typeOrLength) {
            case IPV4, IPV6, ARP, VLAN, PROVIDER_VLAN, MPLS, MPLS_MULTICAST, PPPOE_SESSION, 0x8863, 0x88cc, 0x9000 ->
                true;
            default -> typeOrLength > 2 && typeOrLength < SMALLEST && typeOrLength <= bytesAfter;
        };
    }
}

package io.wirepath.flows.decode;

/**
 * The table of link types: numbers of tcpdump.org/linktypes.html.
 */
final class LinkTypes {

    static final int ETHERNET = 1;
    static final int WLAN = 105;
    static final int PRISM = 119;
    static final int AVS = 163;

    private static final Layer ETHERNET_LAYER = new EthernetLayer();
    private static final Layer IP = new IpLayer();
    private static final Layer FAMILY = new LoopbackLayer();
    private static final Layer PPP = new PppLayer();
    private static final Layer HDLC = new HdlcLayer(false);
    private static final Layer CISCO_HDLC = new HdlcLayer(true);
    private static final Layer PPPOE = new PppoeLayer();
    private static final Layer LLC = new LlcLayer();
    private static final Layer WLAN_LAYER = new WlanLayer(false);
    private static final Layer RADIOTAP = new RadiotapLayer();
    private static final Layer PRISM_LAYER = new PrismLayer();
    private static final Layer AVS_LAYER = new AvsLayer();
    private static final Layer PPI = new PpiLayer();
    private static final Layer PKTAP = new PktapLayer();
    private static final Layer NFLOG = new NflogLayer();
    private static final Layer JUNIPER = new JuniperEthernetLayer();
    private static final Layer FRAME_RELAY = new FrameRelayLayer();
    private static final Layer MPLS = new MplsLayer();
    private static final Layer NET_ANALYZER = new SkippedLayer(4, ETHERNET_LAYER);
    private static final Layer ENC = new SkippedLayer(12, IP); // OpenBSD's decrypted IPsec
    private static final Layer PFLOG = new PflogLayer();
    private static final Layer TOKEN_RING = new TokenRingLayer(false);
    private static final Layer FDDI = new TokenRingLayer(true);
    private static final Layer FIREWIRE = new SwitchTagLayer(18); // Apple's IP over IEEE 1394: addresses, ether type

    private static final Layer ERF = new ErfLayer();

    private LinkTypes() {}

    /** The first layer of a frame of this link type. */
    static Layer next(FrameCursor cursor, int linkType) {
        return switch (linkType) {
            case ETHERNET -> ETHERNET_LAYER;
            case 12, 14, 101, 228, 229 ->
                IP; // LINKTYPE_RAW and the numbers that DLT_RAW has on some systems, IPV4, IPV6
            case 0, 108 -> FAMILY; // NULL, LOOP
            case 113 -> LinuxCookedLayer.FIRST;
            case 276 -> LinuxCookedLayer.SECOND;
            case 9 -> PPP;
            case 50 -> HDLC; // PPP_HDLC
            case 104, 112 -> CISCO_HDLC; // C_HDLC, and the number that BSD/OS had for it
            case 51 -> PPPOE;
            case 166, 204 -> skipDirection(cursor); // PPP_PPPD, PPP_WITH_DIR
            case 100, 11 -> LLC; // ATM_RFC1483
            case 107 -> FRAME_RELAY;
            case WLAN -> WLAN_LAYER;
            case 127 -> RADIOTAP;
            case PRISM -> PRISM_LAYER;
            case AVS -> AVS_LAYER;
            case 192 -> PPI;
            case 258 -> PKTAP;
            case 239 -> NFLOG;
            case 178 -> JUNIPER;
            case 219 -> MPLS;
            case 240 -> NET_ANALYZER;
            case 109 -> ENC;
            case 117 -> PFLOG;
            case 6 -> TOKEN_RING;
            case 10 -> FDDI;
            case 138 -> FIREWIRE;
            case 197 -> ERF;
            default -> cursor.end(DecodeCounter.LINK_TYPE_NOT_DECODED);
        };
    }

    private static Layer skipDirection(FrameCursor cursor) {
        if (!cursor.has(1)) {
            return cursor.tooShort(1);
        }
        cursor.skip(1);
        if (cursor.linkType() == 166 && cursor.has(1) && cursor.u8(0) == 0x03) {
            cursor.skip(1); // the direction stood in place of the address byte; this is the control byte
        }
        return PPP;
    }
}

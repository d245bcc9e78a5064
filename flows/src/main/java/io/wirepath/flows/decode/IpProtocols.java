package io.wirepath.flows.decode;

import io.wirepath.flows.IpProtocol;

/** The table of IP protocol numbers and IPv6 next headers: IANA "Assigned Internet Protocol Numbers". */
final class IpProtocols {

    private static final Layer TCP = new TcpLayer();
    private static final Layer UDP = new UdpLayer();
    private static final Layer IP = new IpLayer();
    private static final Layer GRE = new GreLayer();
    private static final Layer MPLS = new MplsLayer();
    private static final Layer ETHER_IP = new EtherIpLayer();
    private static final Layer AUTHENTICATION = new AuthenticationLayer();
    private static final Layer IPV6_OPTIONS = new Ipv6ExtensionLayer();
    private static final Layer IPV6_FRAGMENT = new Ipv6FragmentLayer();

    private IpProtocols() {}

    /** The layer of what an IP header, or an extension header, announces. */
    static Layer next(FrameCursor cursor, int protocol) {
        return switch (protocol) {
            case IpProtocol.TCP -> TCP;
            case IpProtocol.UDP -> UDP;
            case 4, 41 -> ipInIp(cursor);
            case 47 -> GRE;
            case 51 -> AUTHENTICATION;
            case 97 -> ETHER_IP;
            case 137 -> MPLS;
            case 1, 58 -> cursor.end(DecodeCounter.ICMP);
            case 50 -> cursor.end(DecodeCounter.ENCRYPTED); // ESP
            default -> cursor.ipv6 ? nextOfIpv6(cursor, protocol) : cursor.end(DecodeCounter.OTHER_IP_PROTOCOL);
        };
    }

    private static Layer nextOfIpv6(FrameCursor cursor, int nextHeader) {
        return switch (nextHeader) {
            case 0, 43, 60, 135, 139, 140 -> IPV6_OPTIONS; // hop by hop, routing, destination, mobility, HIP, shim6
            case 44 -> IPV6_FRAGMENT;
            case 59 -> cursor.end(DecodeCounter.NO_PAYLOAD);
            default -> cursor.end(DecodeCounter.OTHER_IP_PROTOCOL);
        };
    }

    private static Layer ipInIp(FrameCursor cursor) {
        cursor.remark(DecodeRemark.IP_IN_IP);
        return IP;
    }
}

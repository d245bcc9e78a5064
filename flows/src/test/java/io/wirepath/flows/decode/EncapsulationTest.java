package io.wirepath.flows.decode;

import static io.wirepath.flows.decode.Packets.ETHERNET;
import static io.wirepath.flows.decode.Packets.INNER;
import static io.wirepath.flows.decode.Packets.MACS;
import static io.wirepath.flows.decode.Packets.RAW;
import static io.wirepath.flows.decode.Packets.TCP_IN_IPV4;
import static io.wirepath.flows.decode.Packets.TCP_IN_IPV6;
import static io.wirepath.flows.decode.Packets.ethernet;
import static io.wirepath.flows.decode.Packets.ipv4;
import static io.wirepath.flows.decode.Packets.ipv6;
import static io.wirepath.flows.decode.Packets.length;
import static io.wirepath.flows.decode.Packets.tcp;
import static io.wirepath.flows.decode.Packets.tunnel;
import static io.wirepath.flows.decode.Packets.u16;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each encapsulation, around the same segment. */
class EncapsulationTest {

    private static final String V4 = "tcp 10.0.0.1:1000>10.0.0.2:80 data";
    private static final String V6 = "tcp [20010db8::1]:1000>[20010db8::2]:80 data";
    private static final String SNAP = "aaaa03 000000 0800";

    @ParameterizedTest(name = "{0}")
    @MethodSource({
        "links",
        "serialLinks",
        "capturedElsewhere",
        "tags",
        "ip",
        "tunnels",
        "udpTunnels",
        "otherUdpTunnels",
        "wireless",
        "wirelessInTunnels"
    })
    void findsTheInnermostSegment(String name, int linkType, String hex, String wanted) {
        Decoded decoded = Decoded.of(linkType, hex);

        assertEquals("USED_TCP=1", decoded.fates(), name);
        assertEquals(List.of(wanted), decoded.packets(), name);
    }

    static Stream<Arguments> links() {
        return Stream.of(
                arguments("Ethernet", ETHERNET, INNER, V4),
                arguments("Ethernet with padding", ETHERNET, INNER + "0000000000000000", V4),
                arguments(
                        "Ethernet 802.3 with SNAP",
                        ETHERNET,
                        ethernet(8 + length(TCP_IN_IPV4), SNAP + TCP_IN_IPV4),
                        V4),
                arguments(
                        "Ethernet 802.3 with IP as SAP",
                        ETHERNET,
                        ethernet(3 + length(TCP_IN_IPV4), "060603" + TCP_IN_IPV4),
                        V4),
                arguments("raw", RAW, TCP_IN_IPV4, V4),
                arguments("raw, OpenBSD's number", 12, TCP_IN_IPV6, V6),
                arguments("raw IPv4", 228, TCP_IN_IPV4, V4),
                arguments("raw IPv6", 229, TCP_IN_IPV6, V6),
                arguments("null, little-endian", 0, "02000000" + TCP_IN_IPV4, V4),
                arguments("null, big-endian, macOS' IPv6", 0, "0000001e" + TCP_IN_IPV6, V6),
                arguments("loop", 108, "00000018" + TCP_IN_IPV6, V6),
                arguments("Linux cooked", 113, "0000 0001 0006 0200000000010000 0800" + TCP_IN_IPV4, V4),
                arguments(
                        "Linux cooked with LLC", 113, "0000 0001 0006 0200000000010000 0004" + SNAP + TCP_IN_IPV4, V4),
                arguments(
                        "Linux cooked, tagged",
                        113,
                        "0000 0001 0006 0200000000010000 8100 0007 0800" + TCP_IN_IPV4,
                        V4 + " vlan 7"),
                arguments("Linux cooked 2", 276, "86dd 0000 00000002 0001 00 06 0200000000010000" + TCP_IN_IPV6, V6));
    }

    static Stream<Arguments> serialLinks() {
        return Stream.of(
                arguments("PPP", 9, "ff03 0021" + TCP_IN_IPV4, V4),
                arguments("PPP, compressed", 9, "57" + TCP_IN_IPV6, V6),
                arguments("PPP with MPLS", 9, "ff03 0281 00010140" + TCP_IN_IPV4, V4),
                arguments("PPP with direction", 204, "00 ff03 0021" + TCP_IN_IPV4, V4),
                arguments("pppd", 166, "01 03 0021" + TCP_IN_IPV4, V4),
                arguments("PPP in HDLC", 50, "ff03 0021" + TCP_IN_IPV4, V4),
                arguments("Cisco HDLC", 104, "0f00 0800" + TCP_IN_IPV4, V4),
                arguments("Cisco HDLC, another address", 104, "0000 0800" + TCP_IN_IPV4, V4),
                arguments("Cisco HDLC by its address", 50, "0f00 0800" + TCP_IN_IPV4, V4),
                arguments("ERF, HDLC", 197, "00".repeat(8) + "01 04 0000 0000 0000 0f00 0800" + TCP_IN_IPV4, V4),
                arguments(
                        "ERF, Ethernet with an extension",
                        197,
                        "00".repeat(8) + "82 04 0000 0000 0000" + "00".repeat(8) + "0000" + INNER,
                        V4),
                arguments("PPPoE", 51, "1100 0001" + u16(2 + length(TCP_IN_IPV4)) + "0021" + TCP_IN_IPV4, V4),
                arguments("frame relay", 107, "1841 03 cc" + TCP_IN_IPV4, V4),
                arguments("frame relay with SNAP", 107, "1841 03 00 80 000000 0800" + TCP_IN_IPV4, V4),
                arguments("frame relay, Cisco's", 107, "1841 0800" + TCP_IN_IPV4, V4),
                arguments("ATM with LLC", 100, SNAP + TCP_IN_IPV4, V4),
                arguments("MPLS", 219, "00010140" + TCP_IN_IPV4, V4));
    }

    static Stream<Arguments> capturedElsewhere() {
        return Stream.of(
                arguments("PKTAP", 258, "10000000 01000000 01000000 00000000" + INNER, V4),
                arguments(
                        "NFLOG",
                        239,
                        "02000000 0500 0a00 78000000" + littleEndian(4 + length(TCP_IN_IPV4)) + "0900" + TCP_IN_IPV4,
                        V4),
                arguments(
                        "NFLOG, big-endian", 239, "02000000" + u16(4 + length(TCP_IN_IPV4)) + "0009" + TCP_IN_IPV4, V4),
                arguments("Juniper Ethernet", 178, "4d474380 0003 010203" + INNER, V4),
                arguments("bridged Ethernet in ATM", 100, "aaaa03 0080c2 0007 0000" + INNER, V4),
                arguments("bridged Ethernet in frame relay", 107, "1841 03 00 80 0080c2 0007" + INNER, V4),
                arguments("PPP multilink, whole", 9, "ff03 003d c0000001 0021" + TCP_IN_IPV4, V4),
                arguments("OpenBSD's packet filter", 117, "3d02" + "00".repeat(62) + TCP_IN_IPV4, V4),
                arguments("OpenBSD's IPsec", 109, "00".repeat(12) + TCP_IN_IPV4, V4),
                arguments("token ring", 6, "1040 020000000001 020000000002" + SNAP + TCP_IN_IPV4, V4),
                arguments(
                        "token ring with route",
                        6,
                        "1040 020000000001 820000000002 06b0 00110022" + SNAP + TCP_IN_IPV4,
                        V4),
                arguments("FDDI", 10, "54 020000000001 020000000002" + SNAP + TCP_IN_IPV4, V4),
                arguments("IEEE 1394", 138, "00".repeat(16) + "0800" + TCP_IN_IPV4, V4),
                arguments("netANALYZER", 240, "00000000" + INNER, V4),
                arguments("per-packet information", 192, "00000800 01000000" + INNER, V4));
    }

    static Stream<Arguments> tags() {
        String pppoe = "1100 0001" + u16(2 + length(TCP_IN_IPV4)) + "0021" + TCP_IN_IPV4;
        return Stream.of(
                arguments("802.1Q", ETHERNET, MACS + "8100 6005 0800" + TCP_IN_IPV4, V4 + " vlan 5"),
                arguments("QinQ", ETHERNET, MACS + "88a8 0005 8100 0006 0800" + TCP_IN_IPV4, V4 + " vlan 6"),
                arguments(
                        "QinQinQ", ETHERNET, MACS + "9100 0005 8100 0006 8100 0007 86dd" + TCP_IN_IPV6, V6 + " vlan 7"),
                arguments("802.1Q with LLC", ETHERNET, MACS + "8100 0005 0034" + SNAP + TCP_IN_IPV4, V4 + " vlan 5"),
                arguments("802.1ah", ETHERNET, MACS + "88a8 0005 88e7 00000123" + INNER, V4 + " vlan 5"),
                arguments("VN-Tag", ETHERNET, MACS + "8926 00000000 0800" + TCP_IN_IPV4, V4),
                arguments("E-TAG", ETHERNET, MACS + "893f 000000000000 0800" + TCP_IN_IPV4, V4),
                arguments("PPPoE", ETHERNET, MACS + "8864" + pppoe + "0000", V4),
                arguments(
                        "PPPoE over QinQ with a trailer",
                        ETHERNET,
                        MACS + "88a8 0005 8100 0006 8864" + pppoe + "0102030405060708090a0b0c0d0e",
                        V4 + " vlan 6"),
                arguments("MPLS", ETHERNET, MACS + "8847 00010040 00020140" + TCP_IN_IPV4, V4),
                arguments("MPLS with IPv6", ETHERNET, MACS + "8847 00010140" + TCP_IN_IPV6, V6),
                arguments("Ethernet in MPLS", ETHERNET, MACS + "8847 00010140" + INNER, V4),
                arguments("Ethernet in MPLS with control word", ETHERNET, MACS + "8847 00010140 00000001" + INNER, V4),
                arguments("802.1CB", ETHERNET, MACS + "f1c1 0000 0001 0800" + TCP_IN_IPV4, V4),
                arguments("HSR", ETHERNET, MACS + "892f 0034 0001 0800" + TCP_IN_IPV4, V4),
                arguments("TRILL", ETHERNET, MACS + "22f3 003f 0001 0002" + INNER, V4),
                arguments("TRILL with options", ETHERNET, MACS + "22f3 007f 0001 0002 00000000" + INNER, V4),
                arguments("FabricPath", ETHERNET, MACS + "8903 0420" + INNER, V4),
                arguments("ISL", ETHERNET, "01000c000000 020000000001 0060" + "00".repeat(12) + INNER, V4),
                arguments("NSH", ETHERNET, MACS + "894f 0fc2 01 01 00000100" + TCP_IN_IPV4, V4),
                arguments(
                        "NSH with context", ETHERNET, MACS + "894f 0fc6 01 03 00000100" + "00".repeat(16) + INNER, V4));
    }

    static Stream<Arguments> ip() {
        String options = ipv4(6, tcp("data")).replace(" ", "").replaceFirst("4500002c", "46000030");
        String withOptions = options.substring(0, 40) + "01010100" + options.substring(40);
        return Stream.of(
                arguments("IPv4 options", RAW, withOptions, V4),
                arguments("IPv4 of length 0 (offload)", RAW, TCP_IN_IPV4.replaceFirst("002c", "0000"), V4),
                arguments("IPv6 of length 0 (offload)", RAW, TCP_IN_IPV6.replaceFirst("0018", "0000"), V6),
                arguments("IPv6 hop by hop", RAW, ipv6(0, "06 00 010400000000" + tcp("data")), V6),
                arguments("IPv6 routing", RAW, ipv6(43, "06 02 0401 00000000" + "00".repeat(16) + tcp("data")), V6),
                arguments(
                        "IPv6 three headers",
                        RAW,
                        ipv6(0, "2b 00 010400000000 3c 00 000000000000 06 00 010400000000" + tcp("data")),
                        V6),
                arguments("IPv6 atomic fragment", RAW, ipv6(44, "06 00 0000 00000001" + tcp("data")), V6),
                arguments(
                        "IPv6 authenticated",
                        RAW,
                        ipv6(51, "06 04 0000 00000001 00000001" + "00".repeat(12) + tcp("data")),
                        V6),
                arguments(
                        "IPv4 authenticated",
                        RAW,
                        ipv4(51, "06 04 0000 00000001 00000001" + "00".repeat(12) + tcp("data")),
                        V4),
                arguments("4in4", RAW, ipv4(4, TCP_IN_IPV4), V4),
                arguments("6in4", RAW, ipv4(41, TCP_IN_IPV6), V6),
                arguments("4in6", RAW, ipv6(4, TCP_IN_IPV4), V4),
                arguments("6in6", RAW, ipv6(41, TCP_IN_IPV6), V6));
    }

    static Stream<Arguments> tunnels() {
        String ppp = "ff03 0021" + TCP_IN_IPV4;
        return Stream.of(
                arguments("GRE", RAW, ipv4(47, "0000 0800" + TCP_IN_IPV4), V4),
                arguments("GRE with checksum", RAW, ipv4(47, "8000 86dd 00000000" + TCP_IN_IPV6), V6),
                arguments("GRE with key and sequence", RAW, ipv4(47, "3000 0800 00000001 00000002" + TCP_IN_IPV4), V4),
                arguments(
                        "GRE with routing",
                        RAW,
                        ipv4(47, "4000 0800 00000000 0800 0004 0a000009 00000000" + TCP_IN_IPV4),
                        V4),
                arguments("GRE in IPv6", RAW, ipv6(47, "0000 0800" + TCP_IN_IPV4), V4),
                arguments("GRE with Ethernet", RAW, ipv4(47, "0000 6558" + INNER), V4),
                arguments("NVGRE", RAW, ipv4(47, "2000 6558 00123401" + INNER), V4),
                arguments("GRE with MPLS", RAW, ipv4(47, "0000 8847 00010140" + TCP_IN_IPV4), V4),
                arguments("GRE version 1 with IP", RAW, ipv4(47, "3001 0800 00010285 0a01fb10" + TCP_IN_IPV4), V4),
                arguments("PPTP", RAW, ipv4(47, "3081 880b" + u16(length(ppp)) + "0001 00000001 00000001" + ppp), V4),
                arguments("Ethernet over IP, MikroTik's", RAW, ipv4(47, "2001 6400 0042 0100" + INNER), V4),
                arguments("WCCP", RAW, ipv4(47, "0000 883e 00000000" + TCP_IN_IPV4), V4),
                arguments("ERSPAN I", RAW, ipv4(47, "0000 88be" + INNER), V4),
                arguments("ERSPAN II", RAW, ipv4(47, "1000 88be 00000001 1000 0064 00000000" + INNER), V4),
                arguments("ERSPAN III", RAW, ipv4(47, "1000 22eb 00000001 2000 0064 00000000 0000 0000" + INNER), V4),
                arguments(
                        "ERSPAN III with platform header",
                        RAW,
                        ipv4(47, "1000 22eb 00000001 2000 0064 00000000 0000 0001 0000000000000000" + INNER),
                        V4),
                arguments(
                        "ERSPAN III with IP",
                        RAW,
                        ipv4(47, "1000 22eb 00000001 2000 0064 00000000 0000 0800" + TCP_IN_IPV4),
                        V4),
                arguments("EtherIP", RAW, ipv4(97, "3000" + INNER), V4),
                arguments("MPLS in IP", RAW, ipv4(137, "00010140" + TCP_IN_IPV4), V4));
    }

    static Stream<Arguments> udpTunnels() {
        String gtp = "00000007";
        return Stream.of(
                arguments("VXLAN", ETHERNET, tunnel(4789, "08000000 00007b00" + INNER), V4),
                arguments("VXLAN on Linux' old port", ETHERNET, tunnel(8472, "08000000 00007b00" + INNER), V4),
                arguments("VXLAN with group policy", ETHERNET, tunnel(4789, "88000001 00007b00" + INNER), V4),
                arguments("VXLAN with reserved bits", ETHERNET, tunnel(4789, "ffffffff 00007bff" + INNER), V4),
                arguments("VXLAN without its flag", ETHERNET, tunnel(4789, "00000000 00007b00" + INNER), V4),
                arguments("VXLAN-GPE", ETHERNET, tunnel(4790, "0c000001 00007b00" + TCP_IN_IPV4), V4),
                arguments(
                        "VXLAN-GPE with NSH",
                        ETHERNET,
                        tunnel(4790, "0c000004 00007b00 0fc2 01 01 00000100" + TCP_IN_IPV4),
                        V4),
                arguments("GENEVE", ETHERNET, tunnel(6081, "0000 6558 00007b00" + INNER), V4),
                arguments("GENEVE with reserved bits", ETHERNET, tunnel(6081, "003f 6558 00007b07" + INNER), V4),
                arguments(
                        "GENEVE with options",
                        ETHERNET,
                        tunnel(6081, "0240 0800 00007b00 0102 80 01 00000001" + TCP_IN_IPV4),
                        V4),
                arguments("GTP-U", ETHERNET, tunnel(2152, "30 ff" + u16(length(TCP_IN_IPV4)) + gtp + TCP_IN_IPV4), V4),
                arguments(
                        "GTP-U with sequence",
                        ETHERNET,
                        tunnel(2152, "32 ff" + u16(4 + length(TCP_IN_IPV4)) + gtp + "0001 00 00" + TCP_IN_IPV4),
                        V4),
                arguments(
                        "GTP-U with extensions",
                        ETHERNET,
                        tunnel(
                                2152,
                                "34 ff" + u16(12 + length(TCP_IN_IPV4)) + gtp + "0000 00 85 01 1000 85 01 1000 00"
                                        + TCP_IN_IPV4),
                        V4));
    }

    static Stream<Arguments> otherUdpTunnels() {
        return Stream.of(
                arguments("Teredo", ETHERNET, tunnel(3544, TCP_IN_IPV6), V6),
                arguments(
                        "Teredo with indications",
                        ETHERNET,
                        tunnel(3544, "0001 0000 0000000000000000 00 0000 1234 0a000009" + TCP_IN_IPV6),
                        V6),
                arguments("TZSP", ETHERNET, tunnel(37008, "0100 0001 00 0a01ff 01" + INNER), V4),
                arguments("L2TP", ETHERNET, tunnel(1701, "0002 0001 0001 ff03 0021" + TCP_IN_IPV4), V4),
                arguments(
                        "L2TP with all fields",
                        ETHERNET,
                        tunnel(1701, "4a02 003e 0001 0001 00000000 0002 0000 0021" + TCP_IN_IPV4),
                        V4),
                arguments("LISP", ETHERNET, tunnel(4341, "80000000 00000000" + TCP_IN_IPV4), V4),
                arguments("AYIYA", ETHERNET, tunnel(5072, "4152 11 29 00000000" + "00".repeat(36) + TCP_IN_IPV6), V6),
                arguments("MPLS in UDP", ETHERNET, tunnel(6635, "00010140" + TCP_IN_IPV4), V4),
                arguments("GRE in UDP", ETHERNET, tunnel(4754, "0000 0800" + TCP_IN_IPV4), V4),
                arguments(
                        "VXLAN in VXLAN",
                        ETHERNET,
                        tunnel(4789, "08000000 00007b00" + tunnel(4789, "08000000 00007c00" + INNER)),
                        V4));
    }

    static Stream<Arguments> wirelessInTunnels() {
        String addresses = "0000 020000000001 020000000002 020000000003 0000";
        String data = addresses + SNAP + TCP_IN_IPV4;
        String aggregate = "8801" + addresses + "8000" + MACS + "0034" + SNAP + TCP_IN_IPV4;
        return Stream.of(
                arguments("802.11 in GRE, Aruba's", RAW, ipv4(47, "0000 8200 0801" + data), V4),
                arguments("802.11 aggregate in GRE", RAW, ipv4(47, "0000 8370" + aggregate), V4),
                arguments("frame relay in GRE", RAW, ipv4(47, "0000 6559 1841 03 cc" + TCP_IN_IPV4), V4),
                arguments("CAPWAP", ETHERNET, tunnel(5247, "00100300 00000000 0801" + data), V4),
                arguments("CAPWAP, frame control swapped", ETHERNET, tunnel(5247, "00100300 00000000 0108" + data), V4),
                arguments(
                        "CAPWAP with wireless information",
                        ETHERNET,
                        tunnel(5247, "00200320 00000000 04 01020304 000000 0801" + data),
                        V4),
                arguments("CAPWAP with Ethernet", ETHERNET, tunnel(5247, "00100200 00000000" + INNER), V4));
    }

    static Stream<Arguments> wireless() {
        String header = "0000 020000000001 020000000002 020000000003 0000";
        String data = "0801" + header + SNAP + TCP_IN_IPV4;
        return Stream.of(
                arguments("802.11", 105, data, V4),
                arguments(
                        "802.11 between access points", 105, "0803" + header + "020000000004" + SNAP + TCP_IN_IPV4, V4),
                arguments("802.11 with QoS", 105, "8801" + header + "0000" + SNAP + TCP_IN_IPV4, V4),
                arguments(
                        "802.11 with QoS and HT control",
                        105,
                        "8881" + header + "0000 00000000" + SNAP + TCP_IN_IPV4,
                        V4),
                arguments(
                        "802.11 aggregate",
                        105,
                        "8801" + header + "8000" + MACS + "0034" + SNAP + TCP_IN_IPV4 + "ffff",
                        V4),
                arguments("radiotap", 127, "0000 0800 00000000" + data, V4),
                arguments("radiotap with check sum", 127, "0000 0900 02000000 10" + data + "deadbeef", V4),
                arguments(
                        "radiotap with padded header",
                        127,
                        "0000 1100 03000000 0000000000000000 20" + "8801" + header + "0000 0000" + SNAP + TCP_IN_IPV4,
                        V4),
                arguments("Prism", 119, "44000000 10000000 0000000000000000" + data, V4),
                arguments("AVS", 163, "80211001 00000010 0000000000000000" + data, V4),
                arguments("AVS under Prism's number", 119, "80211001 00000010 0000000000000000" + data, V4));
    }

    private static String littleEndian(int value) {
        return u16(Short.reverseBytes((short) value));
    }
}

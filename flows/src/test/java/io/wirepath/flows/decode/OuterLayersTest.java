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
import static io.wirepath.flows.decode.Packets.udp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.wirepath.flows.OuterLayer;
import io.wirepath.flows.OuterLayers;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is kept of the layers around a packet. */
class OuterLayersTest {

    private static final String V4 = "10.0.0.1>10.0.0.2";
    private static final String V6 = "2001:db8::1>2001:db8::2";
    private static final String PPPOE = "1100 0001" + u16(2 + length(TCP_IN_IPV4)) + "0021" + TCP_IN_IPV4;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"tags", "tunnels", "udpTunnels", "stacks"})
    void keepsKindIdentifierAndAddresses(String name, int linkType, String hex, String wanted) {
        Decoded decoded = Decoded.of(linkType, hex);
        assertEquals(1, decoded.index().count(), name);
        assertEquals(wanted, outer(decoded, 0), name);
    }

    static Stream<Arguments> tags() {
        return Stream.of(
                arguments("none", ETHERNET, INNER, ""),
                arguments("QinQ", ETHERNET, MACS + "88a8 0005 8100 0006 0800" + TCP_IN_IPV4, "vlan 5, vlan 6"),
                arguments(
                        "802.1ah", ETHERNET, MACS + "88a8 0005 88e7 00000123" + INNER, "vlan 5, provider-backbone 291"),
                arguments("MPLS", ETHERNET, MACS + "8847 00010040 00020140" + TCP_IN_IPV4, "mpls 16, mpls 32"),
                arguments("PPPoE", ETHERNET, MACS + "8864" + PPPOE, "pppoe 1"),
                arguments("NSH", ETHERNET, MACS + "894f 0fc2 01 01 00000100" + TCP_IN_IPV4, "nsh 1"),
                arguments("TRILL", ETHERNET, MACS + "22f3 003f 0001 0002" + INNER, "fabric"));
    }

    static Stream<Arguments> tunnels() {
        return Stream.of(
                arguments("6in4", RAW, ipv4(41, TCP_IN_IPV6), "ip-in-ip " + V4),
                arguments("4in6", RAW, ipv6(4, TCP_IN_IPV4), "ip-in-ip " + V6),
                arguments("GRE", RAW, ipv4(47, "0000 0800" + TCP_IN_IPV4), "gre " + V4),
                arguments("GRE key", RAW, ipv6(47, "2000 0800 fffffffe" + TCP_IN_IPV4), "gre 4294967294 " + V6),
                arguments("NVGRE", RAW, ipv4(47, "2000 6558 00123401" + INNER), "nvgre 4660 " + V4),
                arguments("ERSPAN I", RAW, ipv4(47, "0000 88be" + INNER), "gre " + V4 + ", erspan"),
                arguments(
                        "ERSPAN II",
                        RAW,
                        ipv4(47, "1000 88be 00000001 1000 0464 00000000" + INNER),
                        "gre " + V4 + ", erspan 100"),
                arguments("EtherIP", RAW, ipv4(97, "3000" + INNER), "ether-ip " + V4),
                arguments("MPLS in IP", RAW, ipv4(137, "00010140" + TCP_IN_IPV4), "mpls 16 " + V4));
    }

    static Stream<Arguments> udpTunnels() {
        return Stream.of(
                arguments("VXLAN", ETHERNET, tunnel(4789, "08000000 00007b00" + INNER), "vxlan 123 " + V4),
                arguments("GENEVE", ETHERNET, tunnel(6081, "0000 6558 00007b00" + INNER), "geneve 123 " + V4),
                arguments(
                        "GTP-U",
                        ETHERNET,
                        tunnel(2152, "30 ff" + u16(length(TCP_IN_IPV4)) + "80000007" + TCP_IN_IPV4),
                        "gtp-u 2147483655 " + V4),
                arguments("Teredo", ETHERNET, tunnel(3544, TCP_IN_IPV6), "teredo " + V4),
                arguments("TZSP", ETHERNET, tunnel(37008, "0100 0001 01" + INNER), "tzsp " + V4),
                arguments("L2TP", ETHERNET, tunnel(1701, "0002 0001 0002 ff03 0021" + TCP_IN_IPV4), "l2tp 65538 " + V4),
                arguments("LISP", ETHERNET, tunnel(4341, "80000000 00000000" + TCP_IN_IPV4), "lisp " + V4),
                arguments("LISP instance", ETHERNET, tunnel(4341, "88000000 00000500" + TCP_IN_IPV4), "lisp 5 " + V4),
                arguments(
                        "AYIYA",
                        ETHERNET,
                        tunnel(5072, "4152 11 29 00000000" + "00".repeat(36) + TCP_IN_IPV6),
                        "ayiya " + V4));
    }

    static Stream<Arguments> stacks() {
        String vxlan = "08000000 00007b00";
        return Stream.of(
                arguments(
                        "mirrored by ERSPAN, in VXLAN, in a VLAN",
                        ETHERNET,
                        MACS + "8100 0007 0800"
                                + ipv4(
                                        47,
                                        "1000 88be 00000001 1000 0001 00000000"
                                                + tunnel(4789, vxlan + ethernet(0x8100, "0009 86dd" + TCP_IN_IPV6))),
                        "vlan 7, gre " + V4 + ", erspan 1, vxlan 123 " + V4 + ", vlan 9"),
                arguments(
                        "a tunnel's port without the tunnel",
                        ETHERNET,
                        MACS + "8100 0007 0800" + ipv4(17, udp(4789, "ffffffff ffffffff" + "00".repeat(40))),
                        "vlan 7"),
                arguments(
                        "a tunnel that breaks off inside",
                        ETHERNET,
                        tunnel(4789, vxlan + MACS + "8100 0007 0800" + "15 00"),
                        ""),
                arguments(
                        "more than are kept",
                        ETHERNET,
                        MACS + "8100 0001".repeat(9) + "0800" + TCP_IN_IPV4,
                        "vlan 1, ".repeat(7) + "vlan 1"));
    }

    @Test
    void keepsTheLayersAroundFragments() {
        String content = udp(4789, "08000000 00007b00" + INNER);
        String first = content.replace(" ", "").substring(0, 64);
        String second = content.replace(" ", "").substring(64);
        Decoded decoded = new Decoded(DecodeSettings.defaults())
                .frame(ETHERNET, MACS + "8100 0007 0800" + ipv4(17, 9, 0x2000, first))
                .frame(ETHERNET, MACS + "8100 0007 0800" + ipv4(17, 9, 4, second));
        assertEquals("vlan 7, vxlan 123 " + V4, outer(decoded, 0));
    }

    @Test
    void tellsPacketsOfOneBlockApart() {
        String tunnelled = ipv4(47, "2000 0800 00000001" + ipv4(6, tcp("data")));
        Decoded decoded = new Decoded(DecodeSettings.defaults()).frame(RAW, tunnelled);
        assertEquals("gre 1 " + V4, outer(decoded, 0));
        assertEquals("", outer(decoded.frame(RAW, TCP_IN_IPV4), 0));
    }

    private static String outer(Decoded decoded, int packet) {
        OuterLayers layers = new OuterLayers();
        if (decoded.index().outerCount(packet) == 0) {
            return "";
        }
        return decoded.index().outer(packet, layers).toList().stream()
                .map(OuterLayersTest::show)
                .collect(Collectors.joining(", "));
    }

    private static String show(OuterLayer layer) {
        return layer.kind().text()
                + (layer.id() == OuterLayer.NO_ID ? "" : " " + layer.id())
                + (layer.hasAddresses() ? " " + layer.source() + ">" + layer.destination() : "");
    }
}

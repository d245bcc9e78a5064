package io.wirepath.flows.decode;

import static io.wirepath.flows.decode.Packets.ETHERNET;
import static io.wirepath.flows.decode.Packets.INNER;
import static io.wirepath.flows.decode.Packets.MACS;
import static io.wirepath.flows.decode.Packets.RAW;
import static io.wirepath.flows.decode.Packets.TCP_IN_IPV4;
import static io.wirepath.flows.decode.Packets.bytes;
import static io.wirepath.flows.decode.Packets.ethernet;
import static io.wirepath.flows.decode.Packets.ipv4;
import static io.wirepath.flows.decode.Packets.ipv6;
import static io.wirepath.flows.decode.Packets.tcp;
import static io.wirepath.flows.decode.Packets.text;
import static io.wirepath.flows.decode.Packets.tunnel;
import static io.wirepath.flows.decode.Packets.udp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Where frames end that hold no segment, or one that is damaged. */
class FateTest {

    @ParameterizedTest(name = "{0}")
    @MethodSource({"frames", "damagedFrames"})
    void endsInOneCounter(String name, int linkType, String hex, String wanted) {
        assertEquals(wanted + "=1", Decoded.of(linkType, hex).fates(), name);
    }

    static Stream<Arguments> frames() {
        String wlan = "0000 020000000001 020000000002 020000000003 0000";
        return Stream.of(
                arguments("ARP", ETHERNET, ethernet(0x0806, "0001"), "ARP"),
                arguments("LLDP", ETHERNET, ethernet(0x88cc, "0207"), "NOT_IP"),
                arguments("spanning tree", ETHERNET, ethernet(38, "424203 0000"), "NOT_IP"),
                arguments("PPPoE discovery", ETHERNET, ethernet(0x8863, "1109 0000 0000"), "NOT_IP"),
                arguments("SLARP", 104, "8f00 8035 00000002 00000001 00000000 ffff", "NOT_IP"),
                arguments("LCP", 9, "ff03 c021 01010004", "NOT_IP"),
                arguments("ICMP", RAW, ipv4(1, "0800 0000 00000000"), "ICMP"),
                arguments("ICMPv6", RAW, ipv6(58, "8000 0000 00000000"), "ICMP"),
                arguments("SCTP", RAW, ipv4(132, "00000000"), "OTHER_IP_PROTOCOL"),
                arguments("IPv6 options in IPv4", RAW, ipv4(60, "06 00 010400000000"), "OTHER_IP_PROTOCOL"),
                arguments("no next header", RAW, ipv6(59, ""), "NO_PAYLOAD"),
                arguments("keep-alive of GRE", RAW, ipv4(47, "0000 0800"), "NO_PAYLOAD"),
                arguments("acknowledgment of PPTP", RAW, ipv4(47, "2081 880b 0000 0001 00000001"), "NO_PAYLOAD"),
                arguments("ESP", RAW, ipv4(50, "00000001 00000001"), "ENCRYPTED"),
                arguments("MACsec", ETHERNET, ethernet(0x88e5, "00000000"), "ENCRYPTED"),
                arguments("protected 802.11", 105, "0841" + wlan + "00000000", "ENCRYPTED"),
                arguments("802.11 beacon", 105, "8000" + wlan, "WLAN_NOT_DATA"),
                arguments("802.11 without data", 105, "c801" + wlan + "0000", "WLAN_NOT_DATA"),
                arguments("USB", 189, "00", "LINK_TYPE_NOT_DECODED"),
                arguments("user's link type", 147, INNER, "LINK_TYPE_NOT_DECODED"));
    }

    static Stream<Arguments> damagedFrames() {
        return Stream.of(
                arguments("empty frame", ETHERNET, "", "HEADER_TRUNCATED"),
                arguments("IPv4 header ends early", RAW, "4500002c", "HEADER_TRUNCATED"),
                arguments("TCP header ends early", RAW, ipv4(6, "03e8 0050"), "HEADER_TRUNCATED"),
                arguments("IPv4 header too short", RAW, "44" + TCP_IN_IPV4.substring(2), "BAD_HEADER_LENGTH"),
                arguments(
                        "IPv4 shorter than its header",
                        RAW,
                        TCP_IN_IPV4.replaceFirst("002c", "0013"),
                        "BAD_HEADER_LENGTH"),
                arguments("TCP header too short", RAW, ipv4(6, tcp("").replace("5018", "4018")), "BAD_HEADER_LENGTH"),
                arguments(
                        "TCP header longer than its packet",
                        RAW,
                        ipv4(6, tcp("").replace("5018", "f018")),
                        "BAD_HEADER_LENGTH"),
                arguments("UDP shorter than its header", RAW, ipv4(17, "03e8 0050 0007 0000"), "BAD_HEADER_LENGTH"),
                arguments(
                        "IP version 5", ETHERNET, ethernet(0x0800, "55" + TCP_IN_IPV4.substring(2)), "BAD_IP_VERSION"),
                arguments("GRE version 2", RAW, ipv4(47, "0002 0800" + TCP_IN_IPV4), "BAD_TUNNEL_HEADER"),
                arguments(
                        "ERSPAN of unknown type",
                        RAW,
                        ipv4(47, "1000 88be 00000001 5000 0064 00000000" + INNER),
                        "BAD_TUNNEL_HEADER"),
                arguments("fifty tags", ETHERNET, MACS + "81000001".repeat(50) + "0800" + TCP_IN_IPV4, "TOO_DEEP"),
                arguments("endless labels", ETHERNET, MACS + "8847" + "00010040".repeat(100), "TOO_DEEP"));
    }

    @Test
    void tellsACutHeaderFromATruncatedOne() {
        byte[] frame = bytes(INNER);
        Decoded decoded = new Decoded(DecodeSettings.defaults());

        decoded.frame(ETHERNET, Arrays.copyOf(frame, 40), frame.length, 0);

        assertEquals("HEADER_CUT=1", decoded.fates());
    }

    @Test
    void usesEveryPacketOfAnAggregatedFrame() {
        String header = "8801 0000 020000000001 020000000002 020000000003 0000 8000";
        String snap = "aaaa03 000000";
        String arp = MACS + "000a" + snap + "0806 0001";
        String tcp = MACS + "0034" + snap + "0800" + TCP_IN_IPV4 + "0000"; // padded to a multiple of 4
        String udp = MACS + "0026" + snap + "0800" + ipv4(17, udp(53, text("hi")));

        Decoded decoded = Decoded.of(105, header + arp + tcp + udp + "deadbeef");

        assertEquals("USED_TCP=1", decoded.fates());
        assertEquals(
                List.of("tcp 10.0.0.1:1000>10.0.0.2:80 data", "udp 10.0.0.1:1000>10.0.0.2:53 hi"), decoded.packets());
    }

    @ParameterizedTest(name = "captured {0}")
    @MethodSource("cuts")
    void countsTheBytesThatTheCaptureCut(int captured, String wanted) {
        byte[] frame = bytes(ethernet(0x0800, ipv4(6, tcp("0123456789"))));
        Decoded decoded = new Decoded(DecodeSettings.defaults());

        decoded.frame(ETHERNET, Arrays.copyOf(frame, captured), frame.length, 0);

        assertEquals(List.of("tcp 10.0.0.1:1000>10.0.0.2:80 " + wanted), decoded.packets());
    }

    static Stream<Arguments> cuts() {
        return Stream.of(
                arguments(64, "0123456789"),
                arguments(63, "012345678 cut 1"),
                arguments(55, "0 cut 9"),
                arguments(54, " cut 10"));
    }

    @Test
    void usesASegmentWhoseOptionsWereCut() {
        byte[] frame = bytes(ipv4(6, tcp("optsdata").replace("5018", "6018")));
        Decoded decoded = new Decoded(DecodeSettings.defaults());

        decoded.frame(RAW, Arrays.copyOf(frame, 42), frame.length, 0);

        assertEquals(List.of("tcp 10.0.0.1:1000>10.0.0.2:80  cut 4"), decoded.packets());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("udpLengths")
    void takesTheShorterOfTheLengthsOfUdpAndIp(int length, String wanted) {
        String datagram = udp(53, text("abcdef")).replaceFirst("000e", Packets.u16(length));

        assertEquals(
                List.of("udp 10.0.0.1:1000>10.0.0.2:53 " + wanted),
                Decoded.of(RAW, ipv4(17, datagram)).packets());
    }

    static Stream<Arguments> udpLengths() {
        return Stream.of(
                arguments(14, "abcdef"),
                arguments(10, "ab"),
                arguments(8, ""),
                arguments(0, "abcdef"),
                arguments(99, "abcdef"));
    }

    @ParameterizedTest(name = "port {0}")
    @MethodSource("notTunnels")
    void usesUdpOnATunnelsPortThatIsNoTunnel(int port, String payload) {
        Decoded decoded = Decoded.of(ETHERNET, tunnel(port, text(payload)));

        assertEquals("USED_UDP=1", decoded.fates());
        assertEquals(List.of("udp 10.0.0.1:1000>10.0.0.2:" + port + " " + payload), decoded.packets());
    }

    static Stream<Arguments> notTunnels() {
        return Stream.of(4789, 8472, 4790, 6081, 2152, 3544, 37008, 1701, 4341, 5072, 6635, 4754)
                .flatMap(port -> Stream.of(
                        arguments(port, ""),
                        arguments(port, "hi"),
                        arguments(port, "hello, this is no tunnel at all")));
    }

    @Test
    void returnsToTheOuterDatagramWhenTheTunnelFailsInside() {
        Decoded decoded = Decoded.of(ETHERNET, tunnel(4789, "08000000 00007b00" + text("too short")));

        assertEquals("USED_UDP=1", decoded.fates());
        assertEquals("VXLAN=1 TUNNEL_GUESS_WRONG=1", decoded.remarks());
    }

    @Test
    void staysInATunnelWhoseInnerPacketIsBroken() {
        String inner = ethernet(0x0800, ipv4(6, tcp("").replace("5018", "4018")));

        assertEquals(
                "BAD_HEADER_LENGTH=1",
                Decoded.of(ETHERNET, tunnel(4789, "08000000 00007b00" + inner)).fates());
    }

    @Test
    void looksForTunnelsOnlyOnThePortsThatAreSet() {
        String frame = tunnel(4789, "08000000 00007b00" + INNER);
        DecodeSettings off = DecodeSettings.defaults().withPorts(UdpTunnel.VXLAN, Set.of());
        DecodeSettings other = DecodeSettings.defaults().withPorts(UdpTunnel.VXLAN, Set.of(9999));

        assertEquals("USED_UDP=1", new Decoded(off).frame(ETHERNET, frame).fates());
        assertEquals("USED_UDP=1", new Decoded(other).frame(ETHERNET, frame).fates());
        assertEquals(
                "USED_TCP=1",
                new Decoded(other)
                        .frame(ETHERNET, tunnel(9999, "08000000 00007b00" + INNER))
                        .fates());
    }

    @Test
    void tellsTenantsApartOnlyWhereTheOperatorSaysSo() {
        String tenant1 = tunnel(4789, "08000000 00000100" + INNER);
        String tenant2 = tunnel(4789, "08000000 00000200" + INNER);
        Decoded together = new Decoded(DecodeSettings.defaults());
        Decoded apart = new Decoded(DecodeSettings.defaults().withKey(false, true));

        assertEquals(scope(together, tenant1), scope(together, tenant2));
        assertNotEquals(scope(apart, tenant1), scope(apart, tenant2));
        assertEquals(scope(apart, tenant1), scope(apart, tenant1));
    }

    @Test
    void tellsVlansApartOnlyWhereTheOperatorSaysSo() {
        String vlan1 = MACS + "8100 0001 0800" + TCP_IN_IPV4;
        String vlan2 = MACS + "8100 0002 0800" + TCP_IN_IPV4;
        Decoded together = new Decoded(DecodeSettings.defaults());
        Decoded apart = new Decoded(DecodeSettings.defaults().withKey(true, false));

        assertEquals(scope(together, vlan1), scope(together, vlan2));
        assertNotEquals(scope(apart, vlan1), scope(apart, vlan2));
        assertNotEquals(scope(apart, vlan1), scope(apart, INNER));
    }

    private static long scope(Decoded decoded, String frame) {
        decoded.frame(ETHERNET, frame);
        return decoded.index().scope(0);
    }
}

package io.wirepath.flows.decode;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Builds packets as hexadecimal text, header by header, with the lengths filled in. Blanks are allowed anywhere. */
final class Packets {

    static final int ETHERNET = 1;
    static final int RAW = 101;

    /** From 10.0.0.1:1000 to 10.0.0.2:80, sequence number 1, payload "data". */
    static final String TCP_IN_IPV4 = ipv4(6, tcp("data"));

    static final String TCP_IN_IPV6 = ipv6(6, tcp("data"));
    static final String MACS = "020000000002 020000000001";
    static final String INNER = ethernet(0x0800, TCP_IN_IPV4);

    private Packets() {}

    static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    static int length(String hex) {
        return hex.replace(" ", "").length() / 2;
    }

    static String text(String ascii) {
        return HexFormat.of().formatHex(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    static String u16(int value) {
        return "%04x".formatted(value & 0xffff);
    }

    static String ethernet(int type, String payload) {
        return MACS + u16(type) + payload;
    }

    static String ipv4(int protocol, String payload) {
        return ipv4(protocol, 7, 0, payload);
    }

    static String ipv4(int protocol, int identification, int flagsAndOffset, String payload) {
        return "45 00" + u16(20 + length(payload)) + u16(identification) + u16(flagsAndOffset)
                + "40%02x 0000".formatted(protocol) + "0a000001 0a000002" + payload;
    }

    static String ipv6(int nextHeader, String payload) {
        return "60000000" + u16(length(payload)) + "%02x40".formatted(nextHeader)
                + "20010db8 00000000 00000000 00000001" + "20010db8 00000000 00000000 00000002" + payload;
    }

    static String tcp(String ascii) {
        return "03e8 0050 00000001 00000000 5018 ffff 0000 0000" + text(ascii);
    }

    static String udp(int destinationPort, String payload) {
        return "03e8" + u16(destinationPort) + u16(8 + length(payload)) + "0000" + payload;
    }

    /** A tunnel over UDP, in IPv4, in Ethernet. */
    static String tunnel(int port, String content) {
        return ethernet(0x0800, ipv4(17, udp(port, content)));
    }
}

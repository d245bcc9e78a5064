package io.wirepath.flows.decode;

import io.wirepath.sniffer.Counter;

/**
 * The fate of a frame in the decoder. Every frame is in exactly one of these: frames in = the sum of all.
 *
 * <p>{@link #FRAGMENT_WAITING} also shrinks: a fragment moves from it to {@link #FRAGMENT_USED},
 * {@link #FRAGMENT_TIMED_OUT} or {@link #FRAGMENT_EVICTED}. So the sum holds at any moment, and at the end of a capture
 * those still waiting are the fragments whose datagrams never became whole.
 */
public enum DecodeCounter implements Counter {
    USED_TCP(Kind.FLOW, "Frames whose innermost packet is a TCP segment; all are used."),
    USED_UDP(Kind.FLOW, "Frames whose innermost packet is a UDP datagram; all are used."),
    FRAGMENT_USED(Kind.FLOW, "IP fragments of datagrams that a later frame completed."),

    ARP(Kind.FLOW, "ARP frames: no messages in them."),
    NOT_IP(Kind.FLOW, "Frames that carry another network protocol than IP (LLDP, spanning tree, IS-IS, LCP, …)."),
    ICMP(Kind.FLOW, "ICMP and ICMPv6 packets: no messages in them."),
    OTHER_IP_PROTOCOL(Kind.FLOW, "IP packets of a transport that is not followed (IGMP, OSPF, SCTP, VRRP, …)."),
    NO_PAYLOAD(
            Kind.FLOW,
            "IP packets or tunnel packets without content, such as keep-alives and acknowledgments of a tunnel."),
    WLAN_NOT_DATA(Kind.FLOW, "802.11 management, control and empty data frames."),
    FRAGMENT_DUPLICATE(Kind.ANOMALY, "Identical copies of IP fragments, such as those a mirror port makes."),

    ENCRYPTED(
            Kind.LOSS,
            "Frames whose content is encrypted at or below IP (ESP, MACsec, protected 802.11); not decoded."),
    LINK_TYPE_NOT_DECODED(Kind.LOSS, "Frames of a link type that is not decoded."),
    HEADER_CUT(Kind.LOSS, "Frames that the capture cut (snapshot length) inside a header."),
    HEADER_TRUNCATED(Kind.LOSS, "Frames that ended inside a header though the capture did not cut them.", true),
    BAD_HEADER_LENGTH(Kind.LOSS, "Packets with an impossible header or total length.", true),
    BAD_IP_VERSION(Kind.LOSS, "Packets announced as IP whose version is neither 4 nor 6.", true),
    BAD_TUNNEL_HEADER(Kind.LOSS, "Tunnel headers (GRE, NSH, EtherIP, …) of an unknown version or form.", true),
    TOO_DEEP(Kind.LOSS, "Frames with more nested headers than the limit.", true),

    FRAGMENT_WAITING(
            Kind.LOSS,
            "IP fragments that wait for the rest of their datagram, or waited for it when the capture ended."),
    FRAGMENT_TIMED_OUT(Kind.LOSS, "IP fragments whose datagram was not completed in time."),
    FRAGMENT_EVICTED(Kind.LOSS, "IP fragments discarded to stay within the memory limit of defragmentation."),
    FRAGMENT_CUT(Kind.LOSS, "IP fragments, not the first of their datagram, that the capture cut (snapshot length)."),
    FRAGMENT_MALFORMED(
            Kind.LOSS, "IP fragments without bytes, or not the last and not a multiple of eight bytes long."),
    FRAGMENT_OVERLONG(Kind.LOSS, "IP fragments beyond the longest possible datagram (ping of death)."),
    FRAGMENT_CONTRADICTED(
            Kind.LOSS,
            "IP fragments that differ from earlier ones in the same place, or in where the datagram ends; the first"
                    + " ones win.");

    private final Meaning meaning;
    private final boolean disproves;

    DecodeCounter(Kind kind, String sentence) {
        this(kind, sentence, false);
    }

    DecodeCounter(Kind kind, String sentence, boolean disproves) {
        meaning = new Meaning(kind, sentence);
        this.disproves = disproves;
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }

    /** Whether this end shows that a guess about what a UDP port carries was wrong. */
    boolean disprovesGuess() {
        return disproves;
    }
}

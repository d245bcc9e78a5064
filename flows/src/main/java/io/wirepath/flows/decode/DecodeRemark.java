package io.wirepath.flows.decode;

import io.wirepath.sniffer.Counter;

/**
 * What the decoder saw on the way and is worth telling. A frame may give several remarks or none; they change no
 * frame's fate, which is its {@link DecodeCounter}.
 */
public enum DecodeRemark implements Counter {
    VLAN_TAG(Kind.FLOW, "802.1Q, 802.1ad and switch-internal tags read."),
    PROVIDER_BACKBONE(Kind.FLOW, "802.1ah (MAC in MAC) headers read."),
    MPLS(Kind.FLOW, "MPLS label stacks read."),
    PPPOE(Kind.FLOW, "PPPoE session headers read."),
    IP_IN_IP(Kind.FLOW, "IP headers found directly inside IP (4in4, 6in4, 4in6, 6in6)."),
    GRE(Kind.FLOW, "GRE headers read, those of NVGRE, PPTP and ERSPAN included."),
    ERSPAN(Kind.FLOW, "ERSPAN headers read."),
    VXLAN(Kind.FLOW, "VXLAN headers read."),
    GENEVE(Kind.FLOW, "GENEVE headers read."),
    GTP_U(Kind.FLOW, "GTP-U user packets read."),
    TEREDO(Kind.FLOW, "Teredo packets read."),
    NSH(Kind.FLOW, "Network service headers read."),
    TZSP(Kind.FLOW, "TZSP headers read."),
    L2TP(Kind.FLOW, "L2TP data headers read."),
    LISP(Kind.FLOW, "LISP data headers read."),
    AYIYA(Kind.FLOW, "AYIYA headers read."),
    CAPWAP(Kind.FLOW, "CAPWAP data headers read."),
    FABRIC(Kind.FLOW, "TRILL, FabricPath and ISL headers read."),
    TUNNEL_GUESS_WRONG(
            Kind.ANOMALY, "UDP datagrams on a tunnel's port that did not parse as the tunnel; used as plain UDP."),
    PAYLOAD_CUT(Kind.LOSS, "Packets used of which the capture holds only the beginning (snapshot length)."),
    LENGTH_FROM_FRAME(
            Kind.ANOMALY, "IP packets with a length field of 0 (segmentation offload): the frame's length was taken."),
    UDP_LENGTH_WRONG(Kind.ANOMALY, "UDP datagrams whose length field disagrees with IP's; IP's was taken."),
    FRAGMENT_OVERLAP(Kind.ANOMALY, "IP fragments used that partly cover equal bytes of earlier ones."),
    FRAGMENT_CONFLICT(
            Kind.ANOMALY, "IP fragments used that partly cover other bytes of earlier ones; the first bytes win.");

    private final Meaning meaning;

    DecodeRemark(Kind kind, String sentence) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}

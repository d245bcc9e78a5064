package io.wirepath.flows.decode;

/** A tunnel over UDP that is recognised by its port; {@link DecodeSettings#defaults()} has the usual ones. */
public enum UdpTunnel {
    /** RFC 7348. */
    VXLAN,
    /** draft-ietf-nvo3-vxlan-gpe. */
    VXLAN_GPE,
    /** RFC 8926. */
    GENEVE,
    /** 3GPP TS 29.281. */
    GTP_U,
    /** RFC 4380. */
    TEREDO,
    /** TaZmen Sniffer Protocol: remote capture. */
    TZSP,
    /** RFC 2661. */
    L2TP,
    /** RFC 9300. */
    LISP,
    /** draft-massar-v6ops-ayiya. */
    AYIYA,
    /** RFC 7510. */
    MPLS,
    /** RFC 8086. */
    GRE,
    /** RFC 5415 §4.3, data channel. */
    CAPWAP
}

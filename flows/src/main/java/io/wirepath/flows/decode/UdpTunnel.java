package io.wirepath.flows.decode;

import java.util.Set;

/** A tunnel over UDP that is recognised by port, with the ports it has by default. */
public enum UdpTunnel {
    /** RFC 7348; 8472 is Linux' port from before the RFC. */
    VXLAN(new VxlanLayer(), 4789, 8472),
    /** draft-ietf-nvo3-vxlan-gpe. */
    VXLAN_GPE(new VxlanLayer(), 4790),
    /** RFC 8926. */
    GENEVE(new GeneveLayer(), 6081),
    /** 3GPP TS 29.281. */
    GTP_U(new GtpULayer(), 2152),
    /** RFC 4380. */
    TEREDO(new TeredoLayer(), 3544),
    /** TaZmen Sniffer Protocol: remote capture. */
    TZSP(new TzspLayer(), 37008),
    /** RFC 2661. */
    L2TP(new L2tpLayer(), 1701),
    /** RFC 9300. */
    LISP(new LispLayer(), 4341),
    /** RFC 7510. */
    MPLS(new MplsLayer(), 6635),
    /** RFC 8086. */
    GRE(new GreLayer(), 4754);

    private final Layer layer;
    private final Set<Integer> defaultPorts;

    UdpTunnel(Layer layer, Integer... defaultPorts) {
        this.layer = layer;
        this.defaultPorts = Set.of(defaultPorts);
    }

    /** Ports where it is looked for unless the settings say otherwise. */
    public Set<Integer> defaultPorts() {
        return defaultPorts;
    }

    Layer layer() {
        return layer;
    }
}

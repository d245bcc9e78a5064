package io.wirepath.flows;

import java.util.Locale;

/**
 * One layer around the innermost packet of a connection: a tunnel, a tag or a label.
 *
 * @param kind what it is
 * @param id its identifier, 0 to 2³² - 1, or {@link #NO_ID}; {@link Kind} says which field that is
 * @param sourceHigh address of the tunnel's sender, IPv4 as ::ffff:a.b.c.d; 0 where no IP header carries the layer
 * @param sourceLow lower 64 bits of it
 * @param destinationHigh address of the tunnel's receiver, in the same form
 * @param destinationLow lower 64 bits of it
 */
public record OuterLayer(
        Kind kind, long id, long sourceHigh, long sourceLow, long destinationHigh, long destinationLow) {

    /** Value of {@link #id} where the layer has none. */
    public static final long NO_ID = -1;

    /**
     * The kinds of layers, each with what identifies one. The order is that of the wire form: new ones go to the end.
     */
    public enum Kind {
        /** 802.1Q, 802.1ad: VLAN identifier. */
        VLAN,
        /** 802.1ah: service identifier. */
        PROVIDER_BACKBONE,
        /** MPLS: label. */
        MPLS,
        /** PPPoE: session. */
        PPPOE,
        /** IP directly inside IP: none. */
        IP_IN_IP,
        /** GRE: key, if there is one; PPTP: call. */
        GRE,
        /** GRE with Ethernet and a key, as NVGRE: virtual subnet. */
        NVGRE,
        /** ERSPAN: session; type I has none. */
        ERSPAN,
        /** VXLAN, VXLAN-GPE: network. */
        VXLAN,
        /** GENEVE: network. */
        GENEVE,
        /** GTP-U: tunnel endpoint of the receiver. */
        GTP_U,
        /** Teredo: none. */
        TEREDO,
        /** Network service header: service path. */
        NSH,
        /** TZSP: none. */
        TZSP,
        /** L2TP: tunnel in the upper 16 bits, session in the lower ones. */
        L2TP,
        /** LISP: instance, if there is one. */
        LISP,
        /** AYIYA: none. */
        AYIYA,
        /** Ethernet in IP: none. */
        ETHER_IP,
        /** TRILL, FabricPath: none. */
        FABRIC,
        /** CAPWAP: none. */
        CAPWAP;

        private static final Kind[] KINDS = values();

        private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

        /** Its name in output, such as {@code gtp-u}. */
        public String text() {
            return text;
        }

        static Kind of(int ordinal) {
            return KINDS[ordinal];
        }
    }

    /** Whether an IP header of its own carries the layer, so that the addresses are known. */
    public boolean hasAddresses() {
        return (sourceHigh | sourceLow | destinationHigh | destinationLow) != 0;
    }

    /** Address of the tunnel's sender as text. */
    public String source() {
        return AddressText.of(sourceHigh, sourceLow);
    }

    /** Address of the tunnel's receiver as text. */
    public String destination() {
        return AddressText.of(destinationHigh, destinationLow);
    }
}

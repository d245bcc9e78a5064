package io.wirepath.flows.decode;

import io.wirepath.flows.defrag.DefragSettings;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * What an operator may set of decoding.
 *
 * @param tunnelPorts UDP ports on which each tunnel is looked for; a tunnel without an entry is not looked for
 * @param maxLayers headers that a frame may have inside each other, at least 4; more end in
 *     {@link DecodeCounter#TOO_DEEP}
 * @param vlanInKey whether equal addresses in different VLANs are different hosts; if not, a conversation that the
 *     mirror shows in two VLANs is one
 * @param vniInKey whether equal addresses in different virtual networks (VXLAN, GENEVE, NVGRE, GRE key, I-SID) are
 *     different hosts
 * @param defrag bounds of defragmentation
 */
public record DecodeSettings(
        Map<UdpTunnel, Set<Integer>> tunnelPorts,
        int maxLayers,
        boolean vlanInKey,
        boolean vniInKey,
        DefragSettings defrag) {

    /** Deepest real stacks (a mirrored, tunnelled, labelled, tagged frame) have some 20 headers. */
    public static final int DEFAULT_MAX_LAYERS = 48;

    private static final int FEWEST_LAYERS = 4;

    /** Checks the ports and the bound. */
    public DecodeSettings {
        tunnelPorts = Map.copyOf(tunnelPorts);
        if (maxLayers < FEWEST_LAYERS) {
            throw new IllegalArgumentException(
                    "at least " + FEWEST_LAYERS + " layers must be allowed, not " + maxLayers);
        }
        tunnelPorts.forEach((tunnel, ports) -> ports.forEach(port -> {
            if (port < 1 || port > 65_535) {
                throw new IllegalArgumentException(port + " is not a UDP port, but is among those of " + tunnel);
            }
        }));
    }

    /** Each tunnel on its usual ports, addresses mean the same in all VLANs and virtual networks. */
    public static DecodeSettings defaults() {
        Map<UdpTunnel, Set<Integer>> ports = new EnumMap<>(UdpTunnel.class);
        ports.put(UdpTunnel.VXLAN, Set.of(4789, 8472)); // 8472 is Linux' port from before the RFC
        ports.put(UdpTunnel.VXLAN_GPE, Set.of(4790));
        ports.put(UdpTunnel.GENEVE, Set.of(6081));
        ports.put(UdpTunnel.GTP_U, Set.of(2152));
        ports.put(UdpTunnel.TEREDO, Set.of(3544));
        ports.put(UdpTunnel.TZSP, Set.of(37008));
        ports.put(UdpTunnel.L2TP, Set.of(1701));
        ports.put(UdpTunnel.LISP, Set.of(4341));
        ports.put(UdpTunnel.AYIYA, Set.of(5072));
        ports.put(UdpTunnel.MPLS, Set.of(6635));
        ports.put(UdpTunnel.GRE, Set.of(4754));
        ports.put(UdpTunnel.CAPWAP, Set.of(5247));
        return new DecodeSettings(ports, DEFAULT_MAX_LAYERS, false, false, DefragSettings.defaults());
    }

    /** The same, with what tells equal addresses apart. */
    public DecodeSettings withKey(boolean vlan, boolean vni) {
        return new DecodeSettings(tunnelPorts, maxLayers, vlan, vni, defrag);
    }

    /** The same, with other ports for a tunnel; an empty set means that it is not looked for. */
    public DecodeSettings withPorts(UdpTunnel tunnel, Set<Integer> ports) {
        Map<UdpTunnel, Set<Integer>> changed = new EnumMap<>(UdpTunnel.class);
        changed.putAll(tunnelPorts);
        changed.put(tunnel, Set.copyOf(ports));
        return new DecodeSettings(changed, maxLayers, vlanInKey, vniInKey, defrag);
    }

    /** The same, with other bounds of defragmentation. */
    public DecodeSettings withDefrag(DefragSettings bounds) {
        return new DecodeSettings(tunnelPorts, maxLayers, vlanInKey, vniInKey, bounds);
    }
}

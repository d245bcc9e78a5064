package io.wirepath.flows.decode;

import java.util.Map;
import java.util.Set;

/** The table of UDP ports that carry tunnels: open addressing, so that a look-up touches one cache line. */
final class UdpTunnels {

    private static final int FREE = 0;

    private final int[] port;
    private final Layer[] layer;
    private final int mask;

    UdpTunnels(Map<UdpTunnel, Set<Integer>> tunnelPorts) {
        int ports = tunnelPorts.values().stream().mapToInt(Set::size).sum();
        int size = Integer.highestOneBit(Math.max(8, ports * 4)) * 2;
        port = new int[size];
        layer = new Layer[size];
        mask = size - 1;
        for (UdpTunnel tunnel : UdpTunnel.values()) {
            tunnelPorts.getOrDefault(tunnel, Set.of()).stream().sorted().forEach(p -> put(p, layerOf(tunnel)));
        }
    }

    private static Layer layerOf(UdpTunnel tunnel) {
        return switch (tunnel) {
            case VXLAN -> new VxlanLayer(false);
            case VXLAN_GPE -> new VxlanLayer(true);
            case GENEVE -> new GeneveLayer();
            case GTP_U -> new GtpULayer();
            case TEREDO -> new TeredoLayer();
            case TZSP -> new TzspLayer();
            case L2TP -> new L2tpLayer();
            case LISP -> new LispLayer();
            case AYIYA -> new AyiyaLayer();
            case MPLS -> new MplsLayer();
            case GRE -> new GreLayer();
            case CAPWAP -> new CapwapLayer();
        };
    }

    private void put(int newPort, Layer newLayer) {
        int at = newPort & mask;
        while (port[at] != FREE && port[at] != newPort) {
            at = at + 1 & mask;
        }
        port[at] = newPort;
        layer[at] = newLayer;
    }

    /** The tunnel that one of the ports tells, the destination's first; {@link Layer#DONE} if none does. */
    Layer of(int sourcePort, int destinationPort) {
        Layer found = of(destinationPort);
        return found == Layer.DONE ? of(sourcePort) : found;
    }

    private Layer of(int wanted) {
        int at = wanted & mask;
        while (port[at] != FREE) {
            if (port[at] == wanted) {
                return layer[at];
            }
            at = at + 1 & mask;
        }
        return Layer.DONE;
    }
}

package io.wirepath.causes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The nodes of an analysis: what causes messages. By default a node is a host, that is an address.
 *
 * <p>Filled while the message table is built, read-only afterwards.
 */
public final class NodeTable {

    /**
     * One node.
     *
     * @param address the address as text, without port
     * @param name host name, or the address where none is known
     * @param traced whether a sniffer stood at this node, so that its own delays are known apart from the network's
     */
    public record Node(String address, String name, boolean traced) {

        /** Name and address together, or the address alone. */
        public String label() {
            return name.equals(address) ? address : name + " (" + address + ")";
        }
    }

    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Integer> byAddress = new HashMap<>();

    /** Number of the node with this address; adds it when it is new. */
    public int add(String address, String name, boolean traced) {
        Integer known = byAddress.putIfAbsent(address, nodes.size());
        if (known != null) {
            return known;
        }
        nodes.add(new Node(address, name, traced));
        return nodes.size() - 1;
    }

    /** Number of nodes. */
    public int size() {
        return nodes.size();
    }

    public Node get(int node) {
        return nodes.get(node);
    }

    /** Names by address, of those that have one. */
    public Map<String, String> names() {
        Map<String, String> names = new HashMap<>();
        for (Node node : nodes) {
            if (!node.name().equals(node.address())) {
                names.put(node.address(), node.name());
            }
        }
        return names;
    }

    /** Number of the node with this address, or -1. */
    public int find(String address) {
        return byAddress.getOrDefault(address, -1);
    }
}

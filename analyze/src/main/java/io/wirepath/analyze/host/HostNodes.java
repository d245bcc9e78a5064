package io.wirepath.analyze.host;

import io.wirepath.causes.NodeTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The nodes that a host of a log is: those of its name or its address, or else those whose names agree with it up to
 * the first point ({@code dps1} and {@code dps1.lbl.gov}), upper and lower case alike. Immutable.
 */
public final class HostNodes {

    private final Map<String, List<Integer>> whole = new HashMap<>();
    private final Map<String, List<Integer>> label = new HashMap<>();

    /** The hosts of these nodes. */
    public HostNodes(NodeTable nodes) {
        for (int node = 0; node < nodes.size(); node++) {
            String name = key(nodes.get(node).name());
            put(whole, name, node);
            put(whole, key(nodes.get(node).address()), node);
            put(label, label(name), node);
        }
    }

    /** The nodes of this host; none where no message came from or went to it. */
    public List<Integer> of(String host) {
        List<Integer> exact = whole.get(key(host));
        return exact != null ? exact : label.getOrDefault(label(key(host)), List.of());
    }

    /** Whether two names are of one host. */
    public static boolean isSame(String one, String other) {
        return key(one).equals(key(other)) || label(key(one)).equals(label(key(other)));
    }

    private static void put(Map<String, List<Integer>> to, String key, int node) {
        List<Integer> list = to.computeIfAbsent(key, unseen -> new ArrayList<>());
        if (!list.contains(node)) {
            list.add(node);
        }
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** An address is no name with labels. */
    private static String label(String name) {
        int point = name.indexOf('.');
        boolean isName = point > 0 && !name.matches("[0-9.:]+");
        return isName ? name.substring(0, point) : name;
    }
}

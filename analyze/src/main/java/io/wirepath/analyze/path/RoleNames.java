package io.wirepath.analyze.path;

import static java.util.stream.Collectors.toSet;

import io.wirepath.causes.NodeTable;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Gives roles names that a person would: what the names of the replicas have in common ({@code app1}, {@code app2} →
 * {@code app}), the name that all of them have, or the protocol and port that is served where nodes have no names.
 */
final class RoleNames {

    private static final int SHORTEST_NAME = 2;

    private final NodeTable nodes;
    private final Set<String> taken = new HashSet<>();

    /** Names roles of these nodes, otherwise than by names that are given already. */
    RoleNames(NodeTable nodes, Collection<String> given) {
        this.nodes = nodes;
        taken.add(RoleAggregation.CLIENT);
        taken.addAll(given);
    }

    /**
     * Name of the role that these nodes play, different from all names given before.
     *
     * @param service what they serve, for nodes without names
     * @param shared whether another role without a name serves it, too: then the addresses tell them apart
     */
    String next(List<Integer> members, String service, boolean shared) {
        String name = common(members);
        if (name.isEmpty()) {
            name = service + (shared ? " " + addresses(members) : "");
        }
        if (taken.contains(name)) {
            name = name + " " + addresses(members);
        }
        String unique = name;
        for (int i = 2; !taken.add(unique); i++) {
            unique = name + " #" + i;
        }
        return unique;
    }

    /** Whether these nodes have a name in common. */
    boolean haveName(List<Integer> members) {
        return !common(members).isEmpty();
    }

    /** The first address, and how many others there are; the same in any order. */
    private String addresses(List<Integer> members) {
        String first = members.stream()
                .map(node -> nodes.get(node).address())
                .min(Comparator.naturalOrder())
                .orElse("");
        return members.size() == 1 ? first : first + " +" + (members.size() - 1);
    }

    private String common(List<Integer> members) {
        List<NodeTable.Node> own = members.stream()
                .map(nodes::get)
                .filter(node -> !node.name().equals(node.address()))
                .toList();
        if (own.isEmpty()) {
            return "";
        }
        Set<String> given =
                own.stream().map(node -> ServiceName.given(node.name())).collect(toSet());
        if (given.size() == 1 && own.size() == members.size()) {
            return given.iterator().next();
        }
        Set<String> services =
                own.stream().map(node -> ServiceName.of(node).label()).collect(toSet());
        return services.size() == 1 ? services.iterator().next() : beginning(own);
    }

    private static String beginning(List<NodeTable.Node> nodes) {
        String prefix = firstLabel(nodes.get(0).name());
        for (NodeTable.Node node : nodes) {
            String name = firstLabel(node.name());
            int same = 0;
            while (same < prefix.length() && same < name.length() && prefix.charAt(same) == name.charAt(same)) {
                same++;
            }
            prefix = prefix.substring(0, same);
        }
        int end = prefix.length();
        while (end > 0 && !Character.isLetter(prefix.charAt(end - 1))) {
            end--;
        }
        return end >= SHORTEST_NAME ? prefix.substring(0, end) : "";
    }

    private static String firstLabel(String name) {
        int dot = name.indexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}

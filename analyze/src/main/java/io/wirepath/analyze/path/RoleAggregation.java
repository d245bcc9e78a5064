package io.wirepath.analyze.path;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts together the nodes that do the same work: what WAP5 §2.5.1 and Figure 3 describe and leave undone.
 *
 * <p>All clients are one role. Servers begin in groups by the fixed ports they serve; then a group is split wherever
 * its nodes call, or are called by, different groups, until nothing is split any more. This is the refinement of a
 * partition (Paige and Tarjan, 1987) with one difference: a call that a node lacks only counts if it served
 * so much that it should have made {@value RoleProfile#TELLING_CALLS} of them. So a replica that missed a rare call
 * stays with its role. Names are evidence of which service a node is of ({@link ServiceName}); where they say nothing,
 * what the same callers ask for is ({@link RolePart}). Immutable; safe to share.
 */
public final class RoleAggregation {

    /** Name of the role of all clients. */
    public static final String CLIENT = "CLIENT";

    private static final int MAX_ROUNDS = 16;

    private final int[] roleOf;
    private final List<RoleSummary> roles;

    private RoleAggregation(int[] roleOf, List<RoleSummary> roles) {
        this.roleOf = roleOf;
        this.roles = roles;
    }

    /** Finds the roles of the nodes of these messages. */
    public static RoleAggregation of(MessageTable messages, FixedPorts ports) {
        return of(messages, null, ports, new RoleMemory());
    }

    /** The same; roles keep the names that they had before, and what they are called now is remembered. */
    public static RoleAggregation of(
            MessageTable messages, @Nullable CallTable calls, FixedPorts ports, RoleMemory memory) {
        Traffic traffic = new Traffic(messages, calls, ports);
        int[] group = groupsByPorts(messages, ports, traffic);
        int groups = count(group);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            int[] split = split(group, messages.nodes(), ports, traffic);
            int after = count(split);
            group = split;
            if (after == groups) {
                break;
            }
            groups = after;
        }
        return named(group, messages.nodes(), ports, traffic, memory);
    }

    /** Name of the role of this node. */
    public String name(int node) {
        return roles.get(roleOf[node]).name();
    }

    /** Number of the role of this node in {@link #roles}. */
    public int role(int node) {
        return roleOf[node];
    }

    /** All roles with their nodes, in order of their first nodes. */
    public List<RoleSummary> roles() {
        return roles;
    }

    private static int[] groupsByPorts(MessageTable messages, FixedPorts ports, Traffic traffic) {
        Map<String, Integer> numbers = new HashMap<>();
        int[] group = new int[messages.nodes().size()];
        for (int node = 0; node < group.length; node++) {
            String key = ports.isClient(node) ? CLIENT : traffic.mainPorts(node).toString();
            group[node] = numbers.computeIfAbsent(key, unseen -> numbers.size());
        }
        return group;
    }

    private static int count(int[] group) {
        return (int) Arrays.stream(group).distinct().count();
    }

    private static int[] split(int[] group, NodeTable names, FixedPorts ports, Traffic traffic) {
        Map<Integer, List<Integer>> byGroup = new TreeMap<>();
        for (int node = 0; node < group.length; node++) {
            byGroup.computeIfAbsent(group[node], unseen -> new ArrayList<>()).add(node);
        }
        int[] split = new int[group.length];
        int next = 0;
        for (List<Integer> nodes : byGroup.values()) {
            nodes.sort(Comparator.comparing((Integer node) ->
                            ServiceName.of(names.get(node)).label().isEmpty())
                    .thenComparing(node -> -traffic.served(node)));
            List<RolePart> parts = new ArrayList<>();
            for (int node : nodes) {
                RolePart own = new RolePart(names.get(node), traffic.profile(node, group), traffic.asked(node));
                List<RolePart> alike = ports.isClient(node)
                        ? parts
                        : parts.stream().filter(part -> part.isLike(own)).toList();
                // a node without a name that could be of several services is of none that is known
                RolePart part = alike.size() == 1 || !alike.isEmpty() && own.hasName() ? alike.get(0) : own;
                if (part == own) {
                    parts.add(own);
                } else {
                    part.add(own);
                }
                split[node] = next + parts.indexOf(part);
            }
            next += parts.size();
        }
        return split;
    }

    private static RoleAggregation named(
            int[] group, NodeTable nodes, FixedPorts ports, Traffic traffic, RoleMemory memory) {
        Map<Integer, Integer> numbers = new HashMap<>();
        List<List<Integer>> members = new ArrayList<>();
        int[] roleOf = new int[group.length];
        for (int node = 0; node < group.length; node++) {
            roleOf[node] = numbers.computeIfAbsent(group[node], unseen -> numbers.size());
            if (roleOf[node] == members.size()) {
                members.add(new ArrayList<>());
            }
            members.get(roleOf[node]).add(node);
        }
        return new RoleAggregation(roleOf, summaries(members, nodes, ports, traffic, memory));
    }

    private static List<RoleSummary> summaries(
            List<List<Integer>> members, NodeTable nodes, FixedPorts ports, Traffic traffic, RoleMemory memory) {
        List<List<String>> addresses = members.stream()
                .map(role ->
                        role.stream().map(node -> nodes.get(node).address()).toList())
                .toList();
        Map<Integer, String> kept = memory.keptNames(addresses);
        Set<String> given =
                memory.namesBeside(addresses.stream().flatMap(List::stream).collect(toSet()));
        given.addAll(kept.values());
        RoleNames names = new RoleNames(nodes, given);
        Map<String, Long> unnamed = members.stream()
                .filter(list -> !ports.isClient(list.get(0)) && !names.haveName(list))
                .collect(groupingBy(list -> traffic.service(list.get(0)), counting()));
        List<RoleSummary> roles = new ArrayList<>();
        for (int role = 0; role < members.size(); role++) {
            List<Integer> list = members.get(role);
            boolean clients = ports.isClient(list.get(0));
            String name = clients ? CLIENT : kept.get(role);
            if (name == null) {
                String service = traffic.service(list.get(0));
                name = names.next(list, service, unnamed.getOrDefault(service, 0L) > 1);
            }
            roles.add(new RoleSummary(name, List.copyOf(list)));
            for (int node : clients ? List.<Integer>of() : list) {
                memory.remember(nodes.get(node).address(), name);
            }
        }
        return List.copyOf(roles);
    }
}

package io.wirepath.causes.joint.scene;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.linking.OwnerLinks;
import io.wirepath.flows.Median;
import io.wirepath.flows.Role;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.collections.LongArrayList;

/**
 * Finds nodes that do the same work, so that they can share what is learnt: from addresses, ports and lengths alone.
 *
 * <p>Two nodes that make calls are replicas when they serve the same ports, for the same groups, call the same groups
 * at the same ports, and see requests and responses of about the same length. Nodes that serve nothing are all clients
 * and form one group. Nodes that make no call stay apart.
 */
final class ReplicaGroups {

    /** Traffic of less than this share of a node's says nothing about what it is for. */
    private static final double RARE = 0.02;
    /** Medians of lengths may differ by this factor. */
    private static final double ALIKE = 1.25;

    private final MessageTable messages;
    private final int[] group;
    private final Map<Integer, NodeTraffic> traffic = new HashMap<>();

    private ReplicaGroups(MessageTable messages) {
        this.messages = messages;
        group = new int[messages.nodes().size()];
    }

    /** What one node serves and calls: keys of peer and port, with how often. */
    private static final class NodeTraffic {
        final Map<Long, Integer> served = new HashMap<>();
        final Map<Long, Integer> called = new HashMap<>();
        final LongArrayList requestBytes = new LongArrayList();
        final LongArrayList responseBytes = new LongArrayList();
    }

    /** Group of each node, named by one of its members. */
    static int[] of(MessageTable messages) {
        ReplicaGroups groups = new ReplicaGroups(messages);
        groups.watch();
        groups.groupClients();
        while (groups.merge()) {
            // Merging callees can make callers alike, and the other way round.
        }
        return groups.group;
    }

    private void watch() {
        for (int row = 0; row < messages.size(); row++) {
            if (!OwnerLinks.opens(messages, row)) {
                continue;
            }
            int from = messages.source(row);
            int to = messages.destination(row);
            long port = messages.destinationPort(row);
            node(from).called.merge((long) to << Integer.SIZE | port, 1, Integer::sum);
            NodeTraffic server = node(to);
            server.served.merge((long) from << Integer.SIZE | port, 1, Integer::sum);
            server.requestBytes.addLong(messages.lengthBytes(row));
            int response = messages.partner(row);
            if (messages.role(row) == Role.REQUEST && response != MessageTable.NONE) {
                server.responseBytes.addLong(messages.lengthBytes(response));
            }
        }
    }

    private NodeTraffic node(int number) {
        return traffic.computeIfAbsent(number, n -> new NodeTraffic());
    }

    private void groupClients() {
        int client = MessageTable.NONE;
        for (int n = 0; n < group.length; n++) {
            group[n] = n;
            NodeTraffic own = traffic.get(n);
            if (own == null || own.served.isEmpty()) {
                client = client == MessageTable.NONE ? n : client;
                group[n] = client;
            }
        }
    }

    private boolean merge() {
        Map<List<Set<Long>>, List<Integer>> alike = new HashMap<>();
        boolean merged = false;
        for (int n = 0; n < group.length; n++) {
            NodeTraffic own = traffic.get(n);
            if (own == null || own.served.isEmpty() || own.called.isEmpty() || group[n] != n) {
                continue;
            }
            Set<Long> serves = peers(own.served);
            Set<Long> calls = peers(own.called);
            addSelf(group[n], serves, calls);
            List<Set<Long>> shape = List.of(ports(own.served), serves, calls);
            List<Integer> others = alike.computeIfAbsent(shape, s -> new java.util.ArrayList<>());
            for (int other : others) {
                if (group[n] == n && sameLengths(own, node(other))) {
                    replace(n, other);
                    merged = true;
                }
            }
            others.add(n);
        }
        return merged;
    }

    /** Among equal peers each has all others but itself: with itself they have the same. */
    private static void addSelf(int self, Set<Long> serves, Set<Long> calls) {
        Set<Long> mutual = new HashSet<>(serves);
        mutual.retainAll(calls);
        for (long peer : mutual) {
            long own = (long) self << Integer.SIZE | (int) peer;
            serves.add(own);
            calls.add(own);
        }
    }

    private void replace(int from, int to) {
        for (int n = 0; n < group.length; n++) {
            group[n] = group[n] == from ? group[to] : group[n];
        }
    }

    private static boolean sameLengths(NodeTraffic one, NodeTraffic other) {
        return alike(Median.upper(one.requestBytes.toLongArray()), Median.upper(other.requestBytes.toLongArray()))
                && alike(
                        Median.upper(one.responseBytes.toLongArray()), Median.upper(other.responseBytes.toLongArray()));
    }

    private static boolean alike(long one, long other) {
        return Math.max(one, other) <= ALIKE * (double) Math.min(one, other);
    }

    private static Set<Long> ports(Map<Long, Integer> served) {
        Set<Long> ports = new TreeSet<>();
        long all = total(served);
        served.forEach((key, count) -> {
            if (count >= RARE * all) {
                ports.add(key & 0xffff);
            }
        });
        return ports;
    }

    private Set<Long> peers(Map<Long, Integer> by) {
        Map<Long, Integer> grouped = new HashMap<>();
        by.forEach((key, count) -> {
            long peer = group[(int) (key >>> Integer.SIZE)];
            grouped.merge(peer << Integer.SIZE | key.intValue(), count, Integer::sum);
        });
        Set<Long> peers = new HashSet<>();
        long all = total(by);
        grouped.forEach((key, count) -> {
            if (count >= RARE * all) {
                peers.add(key);
            }
        });
        return peers;
    }

    private static long total(Map<Long, Integer> by) {
        long all = 0;
        for (int count : by.values()) {
            all += count;
        }
        return all;
    }
}

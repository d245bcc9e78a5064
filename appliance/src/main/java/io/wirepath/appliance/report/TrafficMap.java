package io.wirepath.appliance.report;

import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.TimeSpan;
import io.wirepath.flows.Role;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Who talks to whom: the edges of the node map, counted from the messages. */
public final class TrafficMap {

    /**
     * Traffic from one node to another.
     *
     * @param from number of the sending node
     * @param to number of the receiving node
     * @param messages messages sent
     * @param requests those of them that ask
     * @param bytes their length in bytes
     */
    public record Edge(int from, int to, long messages, long requests, long bytes) {

        private Edge plus(boolean request, long length) {
            return new Edge(from, to, messages + 1, requests + (request ? 1 : 0), bytes + length);
        }
    }

    private TrafficMap() {}

    /** The edges of the messages that began in this time, in order of the nodes' numbers. */
    public static List<Edge> edges(MessageTable messages, TimeSpan begun) {
        Map<Long, Edge> edges = new TreeMap<>();
        for (int row = 0; row < messages.size(); row++) {
            if (!begun.holds(messages, row)) {
                continue;
            }
            int from = messages.source(row);
            int to = messages.destination(row);
            long key = (long) from << 32 | to;
            Edge edge = edges.getOrDefault(key, new Edge(from, to, 0, 0, 0));
            edges.put(key, edge.plus(messages.role(row) == Role.REQUEST, messages.lengthBytes(row)));
        }
        return edges.values().stream()
                .sorted(Comparator.comparingInt(Edge::from).thenComparingInt(Edge::to))
                .toList();
    }
}

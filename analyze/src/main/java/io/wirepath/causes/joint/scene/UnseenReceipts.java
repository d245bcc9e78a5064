package io.wirepath.causes.joint.scene;

import io.wirepath.causes.DisjointSets;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Finds nodes that work for a service by ways that nobody watched: they call, were seen to receive nothing, and yet
 * what they send lies within the tasks of that service, as no clock shifted at random would have it. A service is what
 * one caller finds at one port.
 *
 * <pre>
 *  api    ├──────────── task ────────────┤      seen
 *  inv        ┊  ├─call─┤   ├─call─┤  ┊         api ─► inv was not: nobody stands at their switch
 *
 *  excess = (share of calls within a task − the same share with the calls moved in time) / (1 − the latter)      ≥ 0.8
 * </pre>
 *
 * <p>Who calls while requests of his own are open is no worker ({@link WorkForAll}): of none of the services that hold
 * his calls.
 *
 * <p>A client's calls contain the tasks that they cause, so their excess is about 0. Of several services the most
 * specific counts: the one whose tasks last the shortest in all; those of its callers hold them.
 */
final class UnseenReceipts {

    private static final double MIN_EXCESS = 0.8;
    /** Calls of a node that are looked at. */
    private static final int MAX_CALLS = 500;

    private final MessageTable messages;
    private final List<Service> services;

    private UnseenReceipts(MessageTable messages, List<Service> services) {
        this.messages = messages;
        this.services = services;
    }

    /** The nodes of a service, what they were asked, and when they worked on that. */
    private record Service(BitSet nodes, IntArrayList requests, TaskSpans tasks) {}

    /**
     * The nodes of the service that each node works for unseen, or null.
     *
     * @param nodes number of nodes
     * @param tasks requests that each node received, by node
     * @param calls requests that each node sent, by node
     */
    static BitSet[] of(
            MessageTable messages, int nodes, Map<Integer, IntArrayList> tasks, Map<Integer, IntArrayList> calls) {
        DisjointSets alike = new DisjointSets(nodes);
        KeyNumbers ways = new KeyNumbers();
        IntArrayList calledBy = new IntArrayList();
        tasks.values().forEach(rows -> {
            for (int x = 0; x < rows.size(); x++) {
                int row = rows.getInt(x);
                int way = ways.of(KeyNumbers.pair(messages.source(row), messages.destinationPort(row)));
                if (way == calledBy.size()) {
                    calledBy.addInt(messages.destination(row));
                }
                alike.join(messages.destination(row), calledBy.getInt(way));
            }
        });
        Map<Integer, IntArrayList> ofService = new TreeMap<>();
        tasks.forEach((node, rows) -> ofService
                .computeIfAbsent(alike.find(node), k -> new IntArrayList())
                .addAll(rows));
        List<Service> services =
                ofService.values().stream().map(rows -> service(messages, rows)).toList();
        UnseenReceipts unseen = new UnseenReceipts(messages, services);
        BitSet[] hosts = new BitSet[nodes];
        calls.forEach((node, rows) -> {
            if (!tasks.containsKey(node) && rows.size() >= Priors.FEW) {
                hosts[node] = unseen.hosts(rows);
            }
        });
        return hosts;
    }

    private static Service service(MessageTable messages, IntArrayList requests) {
        BitSet nodes = new BitSet();
        requests.forEach(row -> nodes.set(messages.destination(row)));
        return new Service(nodes, requests, TaskSpans.of(messages, requests));
    }

    private @Nullable BitSet hosts(IntArrayList rows) {
        long[][] calls = answered(rows);
        BitSet called = new BitSet();
        rows.forEach(row -> called.set(messages.destination(row)));
        BitSet hosts = null;
        long least = Long.MAX_VALUE;
        for (Service service : services) {
            // Chance only takes away: who has less of all calls has less of those beyond chance.
            if (calls.length < Priors.FEW
                    || called.intersects(service.nodes)
                    || !service.tasks.hold(calls, MIN_EXCESS)
                    || service.tasks.provenExcess(calls) < MIN_EXCESS) {
                continue;
            }
            if (!WorkForAll.is(messages, service.requests, calls)) {
                return null;
            }
            if (service.tasks.totalNanos() < least) {
                least = service.tasks.totalNanos();
                hosts = service.nodes;
            }
        }
        return hosts;
    }

    /**
     * Sending and receipt of up to {@link #MAX_CALLS} answered calls, evenly spread over those of the node. Row
     * numbers would not do: they count what else passes, and so tell whether a task is open.
     */
    private long[][] answered(IntArrayList rows) {
        int step = 1 + rows.size() / MAX_CALLS;
        return IntStream.range(0, rows.size())
                .filter(at -> at % step == 0)
                .map(rows::getInt)
                .filter(row -> OwnerLinks.answer(messages, row) != MessageTable.NONE)
                .mapToObj(row -> new long[] {
                    messages.timeNanos(row), OwnerLinks.receivedNanos(messages, OwnerLinks.answer(messages, row))
                })
                .toArray(long[][]::new);
    }
}

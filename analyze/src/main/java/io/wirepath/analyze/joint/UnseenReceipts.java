package io.wirepath.analyze.joint;

import io.wirepath.analyze.KeyNumbers;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.linking.OwnerLinks;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
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
 * <p>A client's calls contain the tasks that they cause, so their excess is about 0. Of several services the most
 * specific counts: the one whose tasks last the shortest in all; those of its callers hold them.
 */
final class UnseenReceipts {

    private static final double LEAST_EXCESS = 0.8;
    /** Calls of a node that are looked at. */
    private static final int MOST_CALLS = 500;

    private static final int LEAST_CALLS = 50;
    /** How often the calls are moved in time. */
    private static final int SHIFTS = 20;

    private final MessageTable messages;
    private final List<Tasks> services;

    private UnseenReceipts(MessageTable messages, List<Tasks> services) {
        this.messages = messages;
        this.services = services;
    }

    /**
     * Tasks of the nodes of a service in order of arrival, with the latest departure up to each, and how long all last
     * together.
     */
    private record Tasks(BitSet nodes, long[] arrival, long[] departure, long totalNanos) {

        boolean hold(long sent, long received) {
            int at = Arrays.binarySearch(arrival, sent);
            int last = at >= 0 ? at : -at - 2;
            return last >= 0 && departure[last] >= received;
        }
    }

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
        Map<Long, Integer> calledBy = new HashMap<>();
        tasks.values().forEach(rows -> {
            for (int row : rows) {
                long way = KeyNumbers.pair(messages.source(row), messages.destinationPort(row));
                alike.join(messages.destination(row), calledBy.computeIfAbsent(way, k -> messages.destination(row)));
            }
        });
        Map<Integer, IntArrayList> ofService = new TreeMap<>();
        tasks.forEach((node, rows) -> ofService
                .computeIfAbsent(alike.find(node), k -> new IntArrayList())
                .addAll(rows));
        List<Tasks> services =
                ofService.values().stream().map(rows -> tasks(messages, rows)).toList();
        UnseenReceipts unseen = new UnseenReceipts(messages, services);
        BitSet[] hosts = new BitSet[nodes];
        calls.forEach((node, rows) -> {
            if (!tasks.containsKey(node) && rows.size() >= LEAST_CALLS) {
                hosts[node] = unseen.hosts(rows);
            }
        });
        return hosts;
    }

    private static Tasks tasks(MessageTable messages, IntArrayList rows) {
        BitSet nodes = new BitSet();
        rows.forEach(row -> nodes.set(messages.destination(row)));
        long[][] spans = rows.stream()
                .filter(row -> OwnerLinks.answer(messages, row) != MessageTable.NONE)
                .map(row -> new long[] {
                    OwnerLinks.receivedNanos(messages, row), messages.timeNanos(OwnerLinks.answer(messages, row))
                })
                .sorted((a, b) -> Long.compare(a[0], b[0]))
                .toArray(long[][]::new);
        long[] arrival = new long[spans.length];
        long[] departure = new long[spans.length];
        long total = 0;
        for (int x = 0; x < spans.length; x++) {
            arrival[x] = spans[x][0];
            total += spans[x][1] - spans[x][0];
            departure[x] = x == 0 ? spans[x][1] : Math.max(departure[x - 1], spans[x][1]);
        }
        return new Tasks(nodes, arrival, departure, total);
    }

    private @Nullable BitSet hosts(IntArrayList rows) {
        long[][] calls = answered(rows);
        BitSet hosts = null;
        long least = Long.MAX_VALUE;
        for (Tasks service : services) {
            if (calls.length < LEAST_CALLS || service.totalNanos >= least || isCalled(rows, service)) {
                continue;
            }
            double within = share(calls, service, 0);
            // Chance only takes away: who has less of all calls has less of those beyond chance.
            if (within >= LEAST_EXCESS && excess(within, chance(calls, service)) >= LEAST_EXCESS) {
                least = service.totalNanos;
                hosts = service.nodes;
            }
        }
        return hosts;
    }

    private static double excess(double within, double chance) {
        return (within - chance) / (1 - chance);
    }

    private boolean isCalled(IntArrayList rows, Tasks service) {
        for (int row : rows) {
            if (service.nodes.get(messages.destination(row))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Sending and receipt of up to {@link #MOST_CALLS} answered calls, evenly spread over those of the node. Row numbers
     * would not do: they count what else passes, and so tell whether a task is open.
     */
    private long[][] answered(IntArrayList rows) {
        int step = 1 + rows.size() / MOST_CALLS;
        return IntStream.range(0, rows.size())
                .filter(at -> at % step == 0)
                .map(rows::getInt)
                .filter(row -> OwnerLinks.answer(messages, row) != MessageTable.NONE)
                .mapToObj(row -> new long[] {
                    messages.timeNanos(row), OwnerLinks.receivedNanos(messages, OwnerLinks.answer(messages, row))
                })
                .toArray(long[][]::new);
    }

    private static double chance(long[][] calls, Tasks tasks) {
        double sum = 0;
        for (int k = 1; k <= SHIFTS; k++) {
            sum += share(calls, tasks, k / (SHIFTS + 1.0));
        }
        return sum / SHIFTS;
    }

    /**
     * Share of the calls that lie within a task, if all are moved by a part of the whole time, the last ones to the
     * beginning.
     */
    private static double share(long[][] calls, Tasks tasks, double part) {
        long first = Arrays.stream(calls).mapToLong(call -> call[0]).min().orElse(0);
        long span = Arrays.stream(calls).mapToLong(call -> call[0]).max().orElse(0) - first + 1;
        int within = 0;
        for (long[] call : calls) {
            long sent = first + (call[0] - first + (long) (part * span)) % span;
            within += tasks.hold(sent, sent + call[1] - call[0]) ? 1 : 0;
        }
        return (double) within / calls.length;
    }
}

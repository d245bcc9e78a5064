package io.wirepath.causes.nesting;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.linking.OwnerLinks;
import io.wirepath.flows.Role;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Step 1, FindCallPairs (Project 5, Figure 4, lines 1 to 12): call and return of each call, and for each call the calls
 * that it may be nested in.
 *
 * <p>Calls with ids are paired by them; the others first come, first served, for each caller and callee. Messages
 * without a match are left out. Pairs stand in order of their call's row. A pair may be nested in those that its caller
 * had received and not yet answered when it returned, and that had come before it was made.
 */
final class CallPairs {

    final int size;
    /** Row of the call of each pair. */
    final int[] call;

    /** When the caller made each call, and when it had the answer, by the caller's clock. */
    final long[] madeNanos;

    final long[] returnedNanos;
    /** When the callee had received each call, and when it answered, by the callee's clock. */
    final long[] receivedNanos;

    final long[] answeredNanos;
    /**
     * Possible parents of pair {@code p}: {@code parent[first[p]]} to {@code parent[first[p + 1] - 1]}, earliest first.
     */
    final int[] first;

    int[] parent;

    private CallPairs(MessageTable messages, int[] call, int[] answer) {
        size = call.length;
        this.call = call;
        madeNanos = Arrays.stream(call).mapToLong(messages::timeNanos).toArray();
        answeredNanos = Arrays.stream(answer).mapToLong(messages::timeNanos).toArray();
        receivedNanos = Arrays.stream(call)
                .mapToLong(row -> OwnerLinks.receivedNanos(messages, row))
                .toArray();
        returnedNanos = Arrays.stream(answer)
                .mapToLong(row -> OwnerLinks.receivedNanos(messages, row))
                .toArray();
        first = new int[size + 1];
        parent = new int[Math.max(16, size)];
    }

    /** Finds the pairs of these messages. */
    static CallPairs find(MessageTable messages, long skewWindowNanos) {
        int[] partner = pair(messages);
        int[] call = new int[messages.size()];
        int size = 0;
        for (int row = 0; row < messages.size(); row++) {
            if (OwnerLinks.opens(messages, row) && partner[row] != MessageTable.NONE) {
                call[size++] = row;
            }
        }
        call = Arrays.copyOf(call, size);
        int[] answer = Arrays.stream(call).map(row -> partner[row]).toArray();
        CallPairs pairs = new CallPairs(messages, call, answer);
        pairs.nest(messages, skewWindowNanos);
        return pairs;
    }

    private static int[] pair(MessageTable messages) {
        int[] partner = new int[messages.size()];
        Map<Long, ArrayDeque<Integer>> open = new HashMap<>();
        for (int row = 0; row < partner.length; row++) {
            partner[row] = messages.partner(row);
            if (partner[row] != MessageTable.NONE) {
                continue;
            }
            if (messages.role(row) == Role.REQUEST && OwnerLinks.opens(messages, row)) {
                long key = (long) messages.source(row) << Integer.SIZE | messages.destination(row);
                open.computeIfAbsent(key, k -> new ArrayDeque<>()).add(row);
            } else if (messages.role(row) == Role.RESPONSE) {
                long key = (long) messages.destination(row) << Integer.SIZE | messages.source(row);
                ArrayDeque<Integer> waiting = open.get(key);
                if (waiting != null && !waiting.isEmpty()) {
                    int request = waiting.remove();
                    partner[row] = request;
                    partner[request] = row;
                }
            }
        }
        return partner;
    }

    private void nest(MessageTable messages, long skewWindowNanos) {
        int[][] received = receivedByNode(messages);
        Open[] open = new Open[received.length];
        for (int node = 0; node < open.length; node++) {
            open[node] = new Open(received[node]);
        }
        int count = 0;
        for (int p = 0; p < size; p++) {
            first[p] = count;
            count = open[messages.source(call[p])].addParents(p, skewWindowNanos, count);
        }
        first[size] = count;
        parent = Arrays.copyOf(parent, count);
    }

    /** The calls that a node has received and not answered yet, as time goes on. */
    private final class Open {
        /** Pairs that the node serves, in order of receipt. */
        private final int[] served;

        private int next;
        private int[] open = new int[4];
        private int count;

        Open(int[] served) {
            this.served = served;
        }

        /**
         * Adds the calls that pair {@code p} may be nested in at the end of the parents, and lets those go that are
         * over.
         */
        int addParents(int p, long skewWindowNanos, int parents) {
            int before = count;
            receiveUntil(madeNanos[p] + skewWindowNanos);
            if (parents + count > parent.length) {
                parent = Arrays.copyOf(parent, Math.max(parents + count, parent.length * 2));
            }
            int kept = 0;
            int to = parents;
            for (int x = 0; x < count; x++) {
                int other = open[x];
                long answered = answeredNanos[other];
                if (x >= before || answered >= madeNanos[p] - skewWindowNanos) {
                    open[kept++] = other;
                    if (other != p && answered + skewWindowNanos >= returnedNanos[p]) {
                        parent[to++] = other;
                    }
                }
            }
            count = kept;
            return to;
        }

        private void receiveUntil(long moment) {
            while (next < served.length && receivedNanos[served[next]] <= moment) {
                if (count == open.length) {
                    open = Arrays.copyOf(open, count * 2);
                }
                open[count++] = served[next++];
            }
        }
    }

    /** The pairs that each node served, in order of receipt by its own clock. */
    private int[][] receivedByNode(MessageTable messages) {
        int[] size = new int[messages.nodes().size()];
        for (int row : call) {
            size[messages.destination(row)]++;
        }
        int[][] received = new int[size.length][];
        for (int node = 0; node < size.length; node++) {
            received[node] = new int[size[node]];
            size[node] = 0;
        }
        for (int p = 0; p < call.length; p++) {
            int node = messages.destination(call[p]);
            int[] own = received[node];
            int at = size[node]++;
            long time = receivedNanos[p];
            // Nearly in order already, so inserting is cheap.
            while (at > 0 && receivedNanos[own[at - 1]] > time) {
                own[at] = own[at - 1];
                at--;
            }
            own[at] = p;
        }
        return received;
    }

    /** Number of calls that this one may be nested in. */
    int parents(int pair) {
        return first[pair + 1] - first[pair];
    }
}

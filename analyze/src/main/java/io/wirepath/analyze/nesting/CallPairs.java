package io.wirepath.analyze.nesting;

import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.linking.OwnerLinks;
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
    /** Rows of the messages of each pair. */
    final int[] call;

    final int[] answer;
    /** Possible parents of pair {@code p}: {@code parent[first[p]]} to {@code parent[first[p + 1] - 1]}, earliest first. */
    final int[] first;

    final int[] parent;

    private CallPairs(int[] call, int[] answer, int[] first, int[] parent) {
        size = call.length;
        this.call = call;
        this.answer = answer;
        this.first = first;
        this.parent = parent;
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
        return nest(messages, call, answer, skewWindowNanos);
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

    private static CallPairs nest(MessageTable messages, int[] call, int[] answer, long skewWindowNanos) {
        int[][] received = receivedByNode(messages, call);
        int[] cursor = new int[received.length];
        int[][] open = new int[received.length][4];
        int[] opened = new int[received.length];
        int[] first = new int[call.length + 1];
        int[] parent = new int[Math.max(16, call.length)];
        int count = 0;
        for (int p = 0; p < call.length; p++) {
            first[p] = count;
            int node = messages.source(call[p]);
            long made = messages.timeNanos(call[p]);
            long returned = OwnerLinks.receivedNanos(messages, answer[p]);
            open[node] = closeBefore(messages, answer, open[node], opened, node, made - skewWindowNanos);
            int[] waiting = received[node];
            while (cursor[node] < waiting.length
                    && OwnerLinks.receivedNanos(messages, call[waiting[cursor[node]]]) <= made + skewWindowNanos) {
                if (opened[node] == open[node].length) {
                    open[node] = Arrays.copyOf(open[node], opened[node] * 2);
                }
                open[node][opened[node]++] = waiting[cursor[node]++];
            }
            for (int x = 0; x < opened[node]; x++) {
                int other = open[node][x];
                if (other != p && messages.timeNanos(answer[other]) + skewWindowNanos >= returned) {
                    if (count == parent.length) {
                        parent = Arrays.copyOf(parent, count * 2);
                    }
                    parent[count++] = other;
                }
            }
        }
        first[call.length] = count;
        return new CallPairs(call, answer, first, Arrays.copyOf(parent, count));
    }

    private static int[] closeBefore(
            MessageTable messages, int[] answer, int[] open, int[] opened, int node, long moment) {
        int kept = 0;
        for (int x = 0; x < opened[node]; x++) {
            if (messages.timeNanos(answer[open[x]]) >= moment) {
                open[kept++] = open[x];
            }
        }
        opened[node] = kept;
        return open;
    }

    /** The pairs that each node served, in order of receipt by its own clock. */
    private static int[][] receivedByNode(MessageTable messages, int[] call) {
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
            int[] its = received[node];
            int at = size[node]++;
            long time = OwnerLinks.receivedNanos(messages, call[p]);
            // Nearly in order already, so inserting is cheap.
            while (at > 0 && OwnerLinks.receivedNanos(messages, call[its[at - 1]]) > time) {
                its[at] = its[at - 1];
                at--;
            }
            its[at] = p;
        }
        return received;
    }

    /** Number of calls that this one may be nested in. */
    int parents(int pair) {
        return first[pair + 1] - first[pair];
    }
}

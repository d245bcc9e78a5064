package io.wirepath.analyze.incident;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Numbers of requests by the node that serves them, each in order. Immutable.
 *
 * @param first where those of each node begin in the next column, and where the last ones end
 * @param requests their numbers
 */
record ByServer(int[] first, int[] requests) {

    static ByServer of(int nodes, int size, IntUnaryOperator server) {
        int[] first = new int[nodes + 1];
        for (int request = 0; request < size; request++) {
            first[server.applyAsInt(request) + 1]++;
        }
        for (int node = 0; node < nodes; node++) {
            first[node + 1] += first[node];
        }
        int[] next = first.clone();
        int[] requests = new int[size];
        for (int request = 0; request < size; request++) {
            requests[next[server.applyAsInt(request)]++] = request;
        }
        return new ByServer(first, requests);
    }

    IntStream of(int node) {
        return IntStream.range(first[node], first[node + 1]).map(at -> requests[at]);
    }
}

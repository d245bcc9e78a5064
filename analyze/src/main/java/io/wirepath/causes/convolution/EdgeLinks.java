package io.wirepath.causes.convolution;

import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Breaks graphs of causal paths down to messages, which the paper does not: a message of an edge may have been caused
 * by those of the edge before that came the delay ± v earlier. Not thread-safe.
 *
 * <p>That a message fits does not make it caused. A message at any time fits with q, the share of time
 * that lies so long after some cause. Where a share F of what the node sent to that destination fits, F = π + (1 − π) q
 * tells the share π that fits because it is caused, and of those that fit a share π / F was caused. So much is divided
 * among the causes that fit, by how well; the rest is for none. A message on several edges takes the sum of its
 * weights, and the least doubt.
 */
final class EdgeLinks {

    private final MessageTable messages;
    private final List<Map<Integer, Double>> weights = new ArrayList<>();
    /** Messages from one node to another. */
    private final Map<Long, Integer> sent = new HashMap<>();

    private final double[] caused;
    private final double spanNanos;

    EdgeLinks(MessageTable messages) {
        this.messages = messages;
        caused = new double[messages.size()];
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int row = 0; row < messages.size(); row++) {
            weights.add(Map.of());
            sent.merge(KeyNumbers.pair(messages.source(row), messages.destination(row)), 1, Integer::sum);
            first = Math.min(first, messages.timeNanos(row));
            last = Math.max(last, messages.timeNanos(row));
        }
        spanNanos = messages.size() == 0 ? 1 : (double) last - first + 1;
    }

    LinkTable of(List<PathVertex> graphs) {
        for (PathVertex root : graphs) {
            for (PathVertex first : root.next()) {
                below(first);
            }
        }
        LinkTable.Builder links = new LinkTable.Builder(messages.size());
        for (int row = 0; row < weights.size(); row++) {
            Map<Integer, Double> own = weights.get(row);
            double sum = own.values().stream().mapToDouble(Double::doubleValue).sum();
            double share = caused[row];
            own.forEach((parent, weight) -> links.add(parent, share * weight / sum));
            links.endChild(own.isEmpty() ? 1 : 1 - share);
        }
        return links.build();
    }

    private void below(PathVertex above) {
        for (PathVertex edge : above.next()) {
            link(above.messages(), edge, shareCaused(above, edge));
            below(edge);
        }
    }

    /** π / F, as above. */
    private double shareCaused(PathVertex above, PathVertex edge) {
        double q = edge.shareByChance(PathFinder.received(messages, above.messages()), spanNanos);
        // one more that does not fit: a handful of messages proves little
        double fit = edge.messageCount() / (sent.getOrDefault(KeyNumbers.pair(above.node(), edge.node()), 0) + 1.0);
        return q >= fit ? 0 : (fit - q) / (1 - q) / fit;
    }

    /** Links each message of an edge to those of the edge before that came the delay earlier. */
    private void link(int[] causes, PathVertex edge, double share) {
        int[] byReceipt = Arrays.stream(causes)
                .boxed()
                .sorted((x, y) -> Long.compare(received(x), received(y)))
                .mapToInt(Integer::intValue)
                .toArray();
        int from = 0;
        for (int row : edge.messages()) {
            long wanted = messages.timeNanos(row) - edge.delayNanos();
            while (from < byReceipt.length && received(byReceipt[from]) < wanted - edge.toleranceNanos()) {
                from++;
            }
            for (int c = from; c < byReceipt.length; c++) {
                long off = Math.abs(received(byReceipt[c]) - wanted);
                if (off > edge.toleranceNanos()) {
                    break;
                }
                if (received(byReceipt[c]) <= messages.timeNanos(row)) {
                    add(row, byReceipt[c], 1 - 0.5 * off / (edge.toleranceNanos() + 1.0), share);
                }
            }
        }
    }

    private void add(int row, int cause, double fit, double share) {
        if (weights.get(row).isEmpty()) {
            weights.set(row, new TreeMap<>());
        }
        weights.get(row).merge(cause, fit, Math::max);
        caused[row] = Math.max(caused[row], share);
    }

    private long received(int row) {
        return OwnerLinks.receivedNanos(messages, row);
    }
}

package io.wirepath.analyze.convolution;

import io.wirepath.analyze.KeyNumbers;
import io.wirepath.analyze.LinkTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.linking.CauseMixture;
import io.wirepath.analyze.linking.OwnerLinks;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Breaks graphs of causal paths down to messages, which the paper does not: a message of an edge may have been caused by those of the
 * edge before that came the delay ± v earlier. Not thread-safe.
 *
 * <p>That a message fits does not make it caused: what a node sends to one destination is a {@link CauseMixture} of all edges that lead
 * there, and of messages without a cause.
 */
final class EdgeLinks {

    /** Steps of the density between the delay − v and the delay + v. */
    private static final int STEPS = 8;

    private final MessageTable messages;
    private final ConvolutionSettings settings;
    private final CauseMixture mixture;
    /** What each node sends to each. */
    private final Map<Long, CauseMixture.Group> groups = new HashMap<>();

    private final double spanNanos;

    EdgeLinks(MessageTable messages, ConvolutionSettings settings) {
        this.messages = messages;
        this.settings = settings;
        mixture = new CauseMixture(messages.size());
        Map<Long, Integer> sent = new TreeMap<>();
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int row = 0; row < messages.size(); row++) {
            sent.merge(KeyNumbers.pair(messages.source(row), messages.destination(row)), 1, Integer::sum);
            first = Math.min(first, messages.timeNanos(row));
            last = Math.max(last, messages.timeNanos(row));
        }
        sent.forEach((pair, count) -> groups.put(pair, mixture.group(count)));
        spanNanos = messages.size() == 0 ? 1 : (double) last - first + 1;
    }

    LinkTable of(List<PathVertex> graphs) {
        for (PathVertex root : graphs) {
            for (PathVertex first : root.next()) {
                below(first);
            }
        }
        mixture.fit();
        LinkTable.Builder links = new LinkTable.Builder(messages.size());
        for (int row = 0; row < messages.size(); row++) {
            Map<Integer, Double> byCause = new TreeMap<>();
            double none = mixture.causes(row, (cause, p) -> byCause.merge(cause, p, Double::sum));
            byCause.forEach(links::add);
            links.endChild(none);
        }
        return links.build();
    }

    private void below(PathVertex above) {
        for (PathVertex vertex : above.next()) {
            CauseMixture.Group group = groups.get(KeyNumbers.pair(above.node(), vertex.node()));
            if (group != null) {
                fit(above.messages(), vertex, group);
            }
            below(vertex);
        }
    }

    /** Notes for each message of an edge those of the edge before that came the delay earlier. */
    private void fit(int[] causes, PathVertex vertex, CauseMixture.Group group) {
        int[] byReceipt = Arrays.stream(causes)
                .boxed()
                .sorted((x, y) -> Long.compare(received(x), received(y)))
                .mapToInt(Integer::intValue)
                .toArray();
        long v = settings.toleranceNanos();
        double[] widths = new double[STEPS];
        Arrays.fill(widths, (2.0 * v + 1) / STEPS);
        CauseMixture.Source source = group.source(widths, 1.0 / STEPS);
        double rate = causes.length / spanNanos;
        int from = 0;
        for (int row : vertex.messages()) {
            long wanted = messages.timeNanos(row) - vertex.delayNanos();
            while (from < byReceipt.length && received(byReceipt[from]) < wanted - v) {
                from++;
            }
            for (int c = from; c < byReceipt.length && received(byReceipt[c]) <= wanted + v; c++) {
                long off = received(byReceipt[c]) - wanted + v;
                if (received(byReceipt[c]) <= messages.timeNanos(row)) {
                    mixture.add(row, byReceipt[c], source, (int) (off * STEPS / (2 * v + 1)), rate);
                }
            }
        }
    }

    private long received(int row) {
        return OwnerLinks.receivedNanos(messages, row);
    }
}

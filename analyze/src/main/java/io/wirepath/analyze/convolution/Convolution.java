package io.wirepath.analyze.convolution;

import io.wirepath.analyze.CausalAlgorithm;
import io.wirepath.analyze.LinkTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.linking.OwnerLinks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The convolution algorithm of Project 5 (Aguilera et al., SOSP 2003, §5.2): for messages of any form.
 *
 * <p>Finds common delays between the messages that come to a node and those that leave it, by signal processing, and
 * follows them from each root. Messages that fit a delay are linked; where several fit, each gets a share by how well.
 * Cannot see rare events. Stateless and thread-safe.
 */
public final class Convolution implements CausalAlgorithm {

    private final ConvolutionSettings settings;

    /** Convolves with these settings. */
    public Convolution(ConvolutionSettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return "convolution";
    }

    /** One graph per root: what the algorithm finds, before it is broken down to messages. */
    public List<PathVertex> graphs(MessageTable messages) {
        PathFinder finder = new PathFinder(messages, settings);
        List<PathVertex> graphs = new ArrayList<>();
        for (int root : roots(messages)) {
            graphs.add(finder.findPathsFromRoot(root));
        }
        return graphs;
    }

    /** Nodes that send but are not asked; where there is none, all that send. */
    private static int[] roots(MessageTable messages) {
        boolean[] sends = new boolean[messages.nodes().size()];
        boolean[] isAsked = new boolean[sends.length];
        for (int row = 0; row < messages.size(); row++) {
            sends[messages.source(row)] = true;
            isAsked[messages.destination(row)] |= OwnerLinks.opens(messages, row);
        }
        int[] senders = nodes(sends);
        int[] roots = Arrays.stream(senders).filter(node -> !isAsked[node]).toArray();
        return roots.length > 0 ? roots : senders;
    }

    private static int[] nodes(boolean[] chosen) {
        int[] nodes = new int[chosen.length];
        int count = 0;
        for (int node = 0; node < chosen.length; node++) {
            if (chosen[node]) {
                nodes[count++] = node;
            }
        }
        return Arrays.copyOf(nodes, count);
    }

    @Override
    public LinkTable infer(MessageTable messages) {
        List<Map<Integer, Double>> weights = new ArrayList<>();
        for (int row = 0; row < messages.size(); row++) {
            weights.add(Map.of());
        }
        for (PathVertex root : graphs(messages)) {
            for (PathVertex first : root.next()) {
                link(messages, first, weights);
            }
        }
        LinkTable.Builder links = new LinkTable.Builder(messages.size());
        for (Map<Integer, Double> its : weights) {
            double sum = its.values().stream().mapToDouble(Double::doubleValue).sum();
            its.forEach((parent, weight) -> links.add(parent, weight / sum));
            links.endChild(its.isEmpty() ? 1 : 0);
        }
        return links.build();
    }

    private void link(MessageTable messages, PathVertex above, List<Map<Integer, Double>> weights) {
        for (PathVertex below : above.next()) {
            link(messages, above.messages(), below, weights);
            link(messages, below, weights);
        }
    }

    /** Links each message of an edge to those of the edge before that came the delay earlier. */
    private void link(MessageTable messages, int[] causes, PathVertex edge, List<Map<Integer, Double>> weights) {
        int[] byReceipt = Arrays.stream(causes)
                .boxed()
                .sorted((x, y) ->
                        Long.compare(OwnerLinks.receivedNanos(messages, x), OwnerLinks.receivedNanos(messages, y)))
                .mapToInt(Integer::intValue)
                .toArray();
        int from = 0;
        for (int row : edge.messages()) {
            long wanted = messages.timeNanos(row) - edge.delayNanos();
            while (from < byReceipt.length
                    && OwnerLinks.receivedNanos(messages, byReceipt[from]) < wanted - settings.toleranceNanos()) {
                from++;
            }
            for (int c = from; c < byReceipt.length; c++) {
                long off = Math.abs(OwnerLinks.receivedNanos(messages, byReceipt[c]) - wanted);
                boolean before = OwnerLinks.receivedNanos(messages, byReceipt[c]) <= messages.timeNanos(row);
                if (off > settings.toleranceNanos()) {
                    break;
                }
                if (before) {
                    double fit = 1 - 0.5 * off / (settings.toleranceNanos() + 1.0);
                    if (weights.get(row).isEmpty()) {
                        weights.set(row, new TreeMap<>());
                    }
                    weights.get(row).merge(byReceipt[c], fit, Math::max);
                }
            }
        }
    }
}

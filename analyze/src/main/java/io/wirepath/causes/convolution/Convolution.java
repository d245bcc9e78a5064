package io.wirepath.causes.convolution;

import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The convolution algorithm of Project 5 (Aguilera et al., SOSP 2003, §5.2): for messages of any form.
 *
 * <p>Finds common delays between the messages that come to a node and those that leave it, by signal processing, and
 * follows them from each root. The graphs are its result; {@link EdgeLinks} breaks them down to messages. Cannot see
 * rare events. Stateless and thread-safe.
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
        return new EdgeLinks(messages).of(graphs(messages));
    }

    /** What breaks down graphs that were found, of the messages that they were found in. */
    public CausalAlgorithm over(List<PathVertex> graphs) {
        return new CausalAlgorithm() {
            @Override
            public String name() {
                return Convolution.this.name();
            }

            @Override
            public LinkTable infer(MessageTable messages) {
                return new EdgeLinks(messages).of(graphs);
            }
        };
    }
}

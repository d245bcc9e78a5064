package io.wirepath.causes.convolution;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.IntHashSet;

/**
 * The procedures of Project 5, Figure 6: FindPathsFromRoot, ProcessNode, FindCausedMessages. Not thread-safe.
 *
 * <p>Paths are bounded: an edge is used only so often on a path, and a path ends where it comes back to its root. Then
 * derived paths are taken out, which the paper leaves open: where A→B→C→B→A was found, the messages B→A that it
 * explains do not also count for A→B→A; if hardly any are left, that path goes.
 */
final class PathFinder {

    private final MessageTable messages;
    private final ConvolutionSettings settings;
    private final CrossCorrelation correlation;
    private final int lags;
    /** Messages of each node in order of sending. */
    private final int[][] sent;

    private final Map<Integer, double[]> spectrumOfSent = new HashMap<>();
    private final Map<Long, Integer> visits = new HashMap<>();
    private int vertices;
    private int root;

    PathFinder(MessageTable messages, ConvolutionSettings settings) {
        this.messages = messages;
        this.settings = settings;
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        IntArrayList[] lists = new IntArrayList[messages.nodes().size()];
        for (int row = 0; row < messages.size(); row++) {
            first = Math.min(first, Math.min(messages.timeNanos(row), OwnerLinks.receivedNanos(messages, row)));
            last = Math.max(last, Math.max(messages.timeNanos(row), OwnerLinks.receivedNanos(messages, row)));
            int node = messages.source(row);
            lists[node] = lists[node] == null ? new IntArrayList() : lists[node];
            lists[node].addInt(row);
        }
        sent = new int[lists.length][];
        for (int node = 0; node < sent.length; node++) {
            sent[node] = lists[node] == null ? new int[0] : lists[node].toIntArray();
        }
        long span = messages.size() == 0 ? 0 : last - first;
        lags = (int) (Math.min(settings.maxDelayNanos(), span) / settings.quantumNanos()) + 1;
        correlation =
                new CrossCorrelation(first, settings.quantumNanos(), (int) (span / settings.quantumNanos()) + 1, lags);
    }

    /** The graph of the paths that start at this node. */
    PathVertex findPathsFromRoot(int rootNode) {
        root = rootNode;
        vertices = 0;
        PathVertex top = new PathVertex(rootNode, 0, new int[0]);
        Map<Integer, IntArrayList> byDestination = byDestination(sent[rootNode]);
        byDestination.forEach((node, rows) -> {
            PathVertex vertex = new PathVertex(node, 0, rows.toIntArray());
            top.edges().add(vertex);
            visits.clear();
            processNode(vertex, 1);
        });
        return top;
    }

    private Map<Integer, IntArrayList> byDestination(int[] rows) {
        Map<Integer, IntArrayList> lists = new HashMap<>();
        for (int row : rows) {
            lists.computeIfAbsent(messages.destination(row), n -> new IntArrayList())
                    .addInt(row);
        }
        return lists;
    }

    private void processNode(PathVertex at, int depth) {
        if (at.node() == root || depth >= settings.maxDepth()) {
            return;
        }
        findCausedMessages(at);
        for (PathVertex next : at.edges()) {
            long edge = (long) at.node() << Integer.SIZE | next.node();
            if (visits.merge(edge, 1, Integer::sum) <= settings.maxVisits() && vertices < settings.maxVertices()) {
                vertices++;
                processNode(next, depth + 1);
            }
            visits.merge(edge, -1, Integer::sum);
        }
        removeDerived(at);
    }

    private void findCausedMessages(PathVertex at) {
        int[] effects = sent[at.node()];
        if (effects.length == 0 || at.messages().length == 0) {
            return;
        }
        double[] follows = spectrumOfSent.computeIfAbsent(
                at.node(),
                n -> correlation.spectrum(
                        Arrays.stream(effects).mapToLong(messages::timeNanos).toArray()));
        long[] causes = causeTimes(at);
        double[] c = correlation.correlate(correlation.spectrum(causes), follows);
        int[] spikes = Spikes.find(c, lags, settings.spikeDeviations(), settings.valleyDeviations());
        int[] spikeOf = nearestSpikes(causes, effects, spikes);
        for (int x = 0; x < spikes.length; x++) {
            int spike = x;
            int[] fitting = IntStream.range(0, effects.length)
                    .filter(e -> spikeOf[e] == spike)
                    .map(e -> effects[e])
                    .toArray();
            byDestination(fitting).forEach((node, rows) -> {
                if (rows.size() >= settings.leastShare() * at.messages().length) {
                    at.edges().add(new PathVertex(node, delay(spikes[spike]), rows.toIntArray()));
                }
            });
        }
    }

    private long delay(int spike) {
        return (spike - lags) * settings.quantumNanos();
    }

    private long[] causeTimes(PathVertex at) {
        long[] times = Arrays.stream(at.messages())
                .mapToLong(row -> OwnerLinks.receivedNanos(messages, row))
                .toArray();
        Arrays.sort(times);
        return times;
    }

    /** For each effect the spike that some cause fits best, or -1 where none fits within the tolerance. */
    private int[] nearestSpikes(long[] causes, int[] effects, int[] spikes) {
        int[] nearest = new int[effects.length];
        long[] off = new long[effects.length];
        Arrays.fill(nearest, -1);
        Arrays.fill(off, settings.toleranceNanos() + 1);
        for (int x = 0; x < spikes.length; x++) {
            int c = 0;
            for (int e = 0; e < effects.length; e++) {
                long wanted = messages.timeNanos(effects[e]) - delay(spikes[x]);
                while (c < causes.length && causes[c] < wanted - settings.toleranceNanos()) {
                    c++;
                }
                for (int y = c; y < causes.length && causes[y] <= wanted + settings.toleranceNanos(); y++) {
                    long own = Math.abs(causes[y] - wanted);
                    if (own < off[e]) {
                        off[e] = own;
                        nearest[e] = x;
                    }
                }
            }
        }
        return nearest;
    }

    private void removeDerived(PathVertex at) {
        for (PathVertex direct : List.copyOf(at.edges())) {
            IntHashSet explained = new IntHashSet();
            for (PathVertex other : at.edges()) {
                if (other != direct) {
                    collect(other, at.node(), direct.node(), explained);
                }
            }
            int[] rest = Arrays.stream(direct.messages())
                    .filter(row -> !explained.contains(row))
                    .toArray();
            if (rest.length < settings.leastShare() * at.messages().length) {
                at.edges().remove(direct);
            } else if (rest.length < direct.messageCount()) {
                direct.keepMessages(rest);
            }
        }
    }

    /** Messages from one node to another on paths below this vertex. */
    private static void collect(PathVertex below, int from, int to, IntHashSet into) {
        for (PathVertex next : below.edges()) {
            if (below.node() == from && next.node() == to) {
                for (int row : next.messages()) {
                    into.add(row);
                }
            }
            collect(next, from, to, into);
        }
    }
}

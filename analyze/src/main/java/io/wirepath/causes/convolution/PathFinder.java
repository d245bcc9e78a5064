package io.wirepath.causes.convolution;

import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.convolution.CrossCorrelation.Signal;
import io.wirepath.causes.convolution.Spikes.Spike;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.IntHashSet;

/**
 * The procedures of Project 5, Figure 6: FindPathsFromRoot, ProcessNode, FindCausedMessages. Not thread-safe.
 *
 * <p>Three things are otherwise than there. What a node sends is correlated for each destination alone: the spike of
 * one destination does not hide that of another a quantum further. An effect comes after its cause, whatever the
 * tolerance. And derived paths are taken out, which the paper leaves open (§5.3.1): where A→B→C→B→A was found, the
 * messages B→A that it explains do not also count for A→B→A. Edges are taken in the order of their delays, so that what
 * explains a derived edge is known before that edge is followed.
 *
 * <p>A graph has a bound. One that would be larger is made again without the edges of few messages, of twice as many
 * each time, so that what most messages take is whole; its root says what was left out.
 */
final class PathFinder {

    private final MessageTable messages;
    private final ConvolutionSettings settings;
    private final CrossCorrelation correlation;
    private final int lags;
    /** Messages of each node in order of sending, by destination. */
    private final List<Map<Integer, int[]>> sent = new ArrayList<>();

    private final Map<Long, Sent> timesOfSent = new HashMap<>();
    private final Map<Long, Integer> visits = new HashMap<>();
    private final double spanNanos;
    private int vertices;
    private int pathsThatGoOn;
    private int floor;
    private int root;

    /** When a node sent messages to another, in the order of their rows. */
    private record Sent(long[] nanos, Signal signal) {}

    PathFinder(MessageTable messages, ConvolutionSettings settings) {
        this.messages = messages;
        this.settings = settings;
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        List<Map<Integer, IntArrayList>> lists = new ArrayList<>();
        for (int node = 0; node < messages.nodes().size(); node++) {
            lists.add(new TreeMap<>());
        }
        for (int row = 0; row < messages.size(); row++) {
            first = Math.min(first, Math.min(messages.timeNanos(row), OwnerLinks.receivedNanos(messages, row)));
            last = Math.max(last, Math.max(messages.timeNanos(row), OwnerLinks.receivedNanos(messages, row)));
            lists.get(messages.source(row))
                    .computeIfAbsent(messages.destination(row), n -> new IntArrayList())
                    .addInt(row);
        }
        for (Map<Integer, IntArrayList> of : lists) {
            Map<Integer, int[]> rows = new TreeMap<>();
            of.forEach((destination, list) -> rows.put(destination, list.toIntArray()));
            sent.add(rows);
        }
        long span = messages.size() == 0 ? 0 : last - first;
        spanNanos = span + 1.0;
        lags = (int) (Math.min(settings.maxDelayNanos(), span) / settings.quantumNanos()) + 1;
        correlation = new CrossCorrelation(first, settings.quantumNanos(), lags);
    }

    /** The graph of the paths that start at this node. */
    PathVertex findPathsFromRoot(int rootNode) {
        root = rootNode;
        floor = 1;
        PathVertex top = withFloor();
        while (vertices > settings.maxVertices()) {
            floor *= 2;
            top = withFloor();
            top.leaveOutBelow(floor);
        }
        return top;
    }

    private PathVertex withFloor() {
        vertices = 0;
        pathsThatGoOn = 0;
        visits.clear();
        PathVertex top = new PathVertex(root, 0, 0, new int[0], 0);
        sent.get(root).forEach((node, rows) -> {
            if (rows.length >= floor) {
                PathVertex vertex = new PathVertex(node, 0, 0, rows, rows.length);
                top.edges().add(vertex);
                processNode(vertex, 1);
            }
        });
        top.endAtBound(pathsThatGoOn);
        return top;
    }

    private void processNode(PathVertex at, int depth) {
        vertices++;
        if (at.node() == root) {
            return;
        }
        long[] causes = received(at.messages());
        for (PathVertex edge : findCausedMessages(at, causes)) {
            if (vertices > settings.maxVertices()) {
                return;
            }
            long key = KeyNumbers.pair(at.node(), edge.node());
            if (withoutDerived(at, causes, edge)) {
                at.edges().add(edge);
                if (visits.merge(key, 1, Integer::sum) <= settings.maxVisits() && depth < settings.maxDepth()) {
                    processNode(edge, depth + 1);
                } else {
                    pathsThatGoOn++;
                }
                visits.merge(key, -1, Integer::sum);
            }
        }
    }

    /** The edges from a vertex in the order of their delays. */
    private List<PathVertex> findCausedMessages(PathVertex at, long[] causes) {
        Signal cause = correlation.signal(causes);
        List<PathVertex> edges = new ArrayList<>();
        double enough = Math.max(floor, settings.leastShare() * at.messageCount());
        sent.get(at.node()).forEach((node, effects) -> {
            if (effects.length < enough) {
                return;
            }
            Sent effect = timesOfSent.computeIfAbsent(KeyNumbers.pair(at.node(), node), key -> sent(effects));
            List<Spike> spikes = Spikes.find(
                    correlation.correlate(cause, effect.signal),
                    lags,
                    settings.spikeDeviations(),
                    settings.valleyDeviations());
            if (spikes.isEmpty()) {
                return;
            }
            int[] spikeOf = nearestSpikes(causes, effect.nanos, spikes);
            for (int x = 0; x < spikes.size(); x++) {
                int spike = x;
                int[] fitting = IntStream.range(0, effects.length)
                        .filter(e -> spikeOf[e] == spike)
                        .map(e -> effects[e])
                        .toArray();
                double beyond = Math.min(fitting.length, spikes.get(x).beyond());
                if (fitting.length >= floor && beyond >= settings.leastShare() * at.messageCount()) {
                    int open = fitting.length
                            + Math.toIntExact(
                                    Arrays.stream(spikeOf).filter(of -> of < 0).count());
                    edges.add(new PathVertex(node, delay(spikes.get(x)), tolerance(spikes.get(x)), fitting, open));
                }
            }
        });
        edges.sort(Comparator.comparingLong(PathVertex::delayNanos));
        return edges;
    }

    private Sent sent(int[] rows) {
        long[] nanos = Arrays.stream(rows).mapToLong(messages::timeNanos).toArray();
        return new Sent(nanos, correlation.signal(nanos));
    }

    /** Whether what is left of an edge is more than noise: a share of those before, beyond what fits by chance. */
    private boolean isEdge(PathVertex at, long[] causes, PathVertex edge, int count) {
        double sentThere = sent.get(at.node()).getOrDefault(edge.node(), at.messages()).length;
        double chance = sentThere * edge.shareByChance(causes, spanNanos);
        double beyond = count - chance;
        return count >= floor
                && beyond >= settings.leastShare() * at.messageCount()
                && beyond >= settings.spikeDeviations() * Math.sqrt(chance);
    }

    private long delay(Spike spike) {
        return Math.round(Math.max(0, spike.middle() - lags) * settings.quantumNanos());
    }

    /** v, or as wide again as a spike is wide. */
    private long tolerance(Spike spike) {
        return Math.max(settings.toleranceNanos(), spike.width() * settings.quantumNanos());
    }

    /** When messages were received, in rising order. */
    private long[] received(int[] rows) {
        return Arrays.stream(rows)
                .mapToLong(row -> OwnerLinks.receivedNanos(messages, row))
                .sorted()
                .toArray();
    }

    /** For each effect the spike that some cause before it fits best, or -1 where none fits within the tolerance. */
    private int[] nearestSpikes(long[] causes, long[] effects, List<Spike> spikes) {
        int[] nearest = new int[effects.length];
        double[] off = new double[effects.length];
        Arrays.fill(nearest, -1);
        Arrays.fill(off, Double.POSITIVE_INFINITY);
        for (int x = 0; x < spikes.size(); x++) {
            long delay = delay(spikes.get(x));
            long tolerance = tolerance(spikes.get(x));
            int c = 0;
            for (int e = 0; e < effects.length; e++) {
                long sentNanos = effects[e];
                while (c < causes.length && causes[c] < sentNanos - delay - tolerance) {
                    c++;
                }
                for (int y = c;
                        y < causes.length && causes[y] <= Math.min(sentNanos, sentNanos - delay + tolerance);
                        y++) {
                    double own = Math.abs(sentNanos - causes[y] - delay) / (double) tolerance;
                    if (own < off[e]) {
                        off[e] = own;
                        nearest[e] = x;
                    }
                }
            }
        }
        return nearest;
    }

    /** Takes from an edge what paths over its siblings explain; false if hardly any message is left. */
    private boolean withoutDerived(PathVertex at, long[] causes, PathVertex edge) {
        IntHashSet explained = new IntHashSet();
        for (PathVertex other : at.edges()) {
            collect(other, at.node(), edge.node(), explained);
        }
        if (explained.isEmpty()) {
            return true;
        }
        int[] rest = Arrays.stream(edge.messages())
                .filter(row -> !explained.contains(row))
                .toArray();
        edge.keepMessages(rest, edge.open() - (edge.messageCount() - rest.length));
        return isEdge(at, causes, edge, rest.length);
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

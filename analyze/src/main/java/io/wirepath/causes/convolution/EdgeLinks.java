package io.wirepath.causes.convolution;

import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Breaks graphs of causal paths down to messages, which the paper does not: a message of an edge may have been caused
 * by those of the edge before that came the delay ± v earlier. Not thread-safe.
 *
 * <p>That a message fits does not make it caused. A message at any time fits with q, the share of time that lies so
 * long after some cause. Where a share F of what the node sent there, and no other edge explains, fits, F = π + (1 −
 * π) q tells the share π that fits because it is caused, and of those that fit a share π / F was caused. So much is
 * divided among the causes that fit, by how well; the rest is for none. A message on several edges takes the sum of
 * its weights, and the least doubt.
 */
final class EdgeLinks {

    private static final int[] NONE = {};

    private final MessageTable messages;

    /** Of each message the places of its causes in order, each once, and beside them how well they fit. */
    private final int[][] causes;

    private final double[][] weights;

    private final double[] caused;
    private final double spanNanos;

    /** All messages in the order in which they were received, when that was, and the place of each among them. */
    private final int[] byReceipt;

    private final long[] receivedNanos;
    private final int[] place;

    EdgeLinks(MessageTable messages) {
        this.messages = messages;
        caused = new double[messages.size()];
        causes = new int[messages.size()][];
        weights = new double[messages.size()][];
        Arrays.fill(causes, NONE);
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int row = 0; row < messages.size(); row++) {
            first = Math.min(first, messages.timeNanos(row));
            last = Math.max(last, messages.timeNanos(row));
        }
        spanNanos = messages.size() == 0 ? 1 : (double) last - first + 1;
        byReceipt = IntStream.range(0, messages.size())
                .boxed()
                .sorted(Comparator.comparingLong(row -> OwnerLinks.receivedNanos(messages, row)))
                .mapToInt(Integer::intValue)
                .toArray();
        receivedNanos = new long[messages.size()];
        place = new int[messages.size()];
        for (int i = 0; i < byReceipt.length; i++) {
            receivedNanos[i] = OwnerLinks.receivedNanos(messages, byReceipt[i]);
            place[byReceipt[i]] = i;
        }
    }

    LinkTable of(List<PathVertex> graphs) {
        for (PathVertex root : graphs) {
            for (PathVertex first : root.next()) {
                below(first);
            }
        }
        LinkTable.Builder links = new LinkTable.Builder(messages.size());
        for (int row = 0; row < causes.length; row++) {
            long[] rows = new long[causes[row].length];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = KeyNumbers.pair(byReceipt[causes[row][i]], i);
            }
            Arrays.sort(rows);
            double[] fits = weights[row];
            double sum =
                    Arrays.stream(rows).mapToDouble(each -> fits[(int) each]).sum();
            for (long each : rows) {
                links.add((int) (each >> Integer.SIZE), caused[row] * fits[(int) each] / sum);
            }
            links.endChild(rows.length == 0 ? 1 : 1 - caused[row]);
        }
        return links.build();
    }

    private void below(PathVertex above) {
        int[] places =
                Arrays.stream(above.messages()).map(row -> place[row]).sorted().toArray();
        long[] nanos = Arrays.stream(places).mapToLong(at -> receivedNanos[at]).toArray();
        for (PathVertex edge : above.next()) {
            link(places, nanos, edge, shareCaused(nanos, edge));
            below(edge);
        }
    }

    /** π / F, as above. */
    private double shareCaused(long[] causesNanos, PathVertex edge) {
        double q = edge.shareByChance(causesNanos, spanNanos);
        // one more that does not fit: a handful of messages proves little
        double fit = edge.messageCount() / (edge.open() + 1.0);
        return q >= fit ? 0 : (fit - q) / (1 - q) / fit;
    }

    /** Links each message of an edge to those of the edge before that came the delay earlier. */
    private void link(int[] places, long[] nanos, PathVertex edge, double share) {
        double reach = edge.toleranceNanos() + 1.0;
        double[] fits = new double[places.length];
        int from = 0;
        for (int row : edge.messages()) {
            long sentNanos = messages.timeNanos(row);
            long wanted = sentNanos - edge.delayNanos();
            while (from < nanos.length && nanos[from] < wanted - edge.toleranceNanos()) {
                from++;
            }
            long latest = Math.min(sentNanos, wanted + edge.toleranceNanos());
            int to = from;
            while (to < nanos.length && nanos[to] <= latest) {
                fits[to] = 1 - 0.5 * Math.abs(nanos[to] - wanted) / reach;
                to++;
            }
            if (to > from) {
                add(row, places, fits, from, to);
                caused[row] = Math.max(caused[row], share);
            }
        }
    }

    /** Adds causes, by their places, to those of a message: of each the better fit counts. */
    private void add(int row, int[] places, double[] fits, int from, int to) {
        int[] known = causes[row];
        if (known.length == 0) {
            causes[row] = Arrays.copyOfRange(places, from, to);
            weights[row] = Arrays.copyOfRange(fits, from, to);
            return;
        }
        // a message is on many edges, most of which tell of the same causes again
        double[] knownFits = weights[row];
        int unknown = 0;
        int k = 0;
        for (int c = from; c < to; c++) {
            while (k < known.length && known[k] < places[c]) {
                k++;
            }
            if (k == known.length || known[k] != places[c]) {
                unknown++;
            } else if (knownFits[k] < fits[c]) {
                knownFits[k] = fits[c];
            }
        }
        if (unknown > 0) {
            insert(row, places, fits, from, to, unknown);
        }
    }

    private void insert(int row, int[] places, double[] fits, int from, int to, int unknown) {
        int[] known = causes[row];
        double[] knownFits = weights[row];
        int[] all = Arrays.copyOf(known, known.length + unknown);
        double[] best = Arrays.copyOf(knownFits, all.length);
        int k = known.length - 1;
        int at = all.length - 1;
        for (int c = to - 1; c >= from && at > k; c--) {
            while (k >= 0 && known[k] > places[c]) {
                all[at] = known[k];
                best[at--] = knownFits[k--];
            }
            if (k < 0 || known[k] != places[c]) {
                all[at] = places[c];
                best[at--] = fits[c];
            }
        }
        causes[row] = all;
        weights[row] = best;
    }
}

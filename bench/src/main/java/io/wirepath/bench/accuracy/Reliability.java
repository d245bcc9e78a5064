package io.wirepath.bench.accuracy;

import io.wirepath.analyze.truth.PathForest;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** How often links are right, by the probability that was said of them. Not thread-safe. */
final class Reliability {

    static final String HEADING = """
            | set | evidence | links | mean error | of 0.99 and more: links, right | ranges of 200 links and more that are off by more than 0.05 |
            |---|---|---:|---:|---:|---|
            """;

    private static final double[] FROM = {0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99};
    private static final int ENOUGH = 200;
    private static final double MAX_OFF = 0.05;
    private static final double PER_CENT = 100;

    private final double[] said = new double[FROM.length];
    private final int[] right = new int[FROM.length];
    private final int[] links = new int[FROM.length];

    /** Counts the links that an answer gave; a call that is not in the truth does not count. */
    void add(CallTable calls, PathForest truth, PathForest answer) {
        Map<Long, Integer> place = new HashMap<>();
        for (int i = 0; i < truth.size(); i++) {
            place.put(truth.id()[i], i);
        }
        for (int c = 0; c < calls.size(); c++) {
            Integer known = place.get(answer.id()[c]);
            int parent = calls.parent()[c];
            if (known != null && parent != MessageTable.NONE) {
                int own = truth.parent()[known];
                add(calls.probability()[c], own >= 0 && truth.id()[own] == answer.id()[parent]);
            }
        }
    }

    private void add(double probability, boolean isRight) {
        int range = Arrays.binarySearch(FROM, probability);
        int at = range < 0 ? -range - 2 : range;
        said[at] += probability;
        right[at] += isRight ? 1 : 0;
        links[at]++;
    }

    /** Mean difference, by range and weighed by links, of what was said and what was right. */
    double error() {
        double error = 0;
        for (int x = 0; x < FROM.length; x++) {
            error += Math.abs(right[x] - said[x]);
        }
        return error / Math.max(1, Arrays.stream(links).sum());
    }

    /** Links of the highest range. */
    int sure() {
        return links[FROM.length - 1];
    }

    /** Links of the highest range that are wrong. */
    int sureAndWrong() {
        return links[FROM.length - 1] - right[FROM.length - 1];
    }

    /** A row of the table in Markdown. */
    String markdown(String set, String evidence) {
        StringBuilder off = new StringBuilder();
        for (int x = 0; x < FROM.length; x++) {
            double mean = (right[x] - said[x]) / Math.max(1, links[x]);
            if (links[x] >= ENOUGH && Math.abs(mean) > MAX_OFF) {
                off.append(String.format(Locale.ROOT, "%s from %.2f: %+.3f", off.isEmpty() ? "" : ",", FROM[x], mean));
            }
        }
        int last = FROM.length - 1;
        return String.format(
                Locale.ROOT,
                "| %s | %s | %d | %.4f | %d, %.2f %% | %s |%n",
                set,
                evidence,
                Arrays.stream(links).sum(),
                error(),
                sure(),
                PER_CENT * right[last] / Math.max(1, links[last]),
                off.toString().strip());
    }

    /** Adds what was said and what was right to a picture, where there are some links. */
    void draw(ExperimentPlot plot, String picture, String curve) {
        for (int x = 0; x < FROM.length; x++) {
            if (links[x] >= ENOUGH / 4) {
                plot.add(picture, curve, said[x] / links[x], (double) right[x] / links[x]);
            }
        }
    }

    /** Counts the links of an analysis whose calls are matched with the truth. */
    static Reliability of(Analysis analysis, PathForest truth, PathForest answer) {
        Reliability own = new Reliability();
        own.add(analysis.calls(), truth, answer);
        return own;
    }

    /** Counts what another one counted as well. */
    void add(Reliability other) {
        for (int x = 0; x < FROM.length; x++) {
            said[x] += other.said[x];
            right[x] += other.right[x];
            links[x] += other.links[x];
        }
    }
}

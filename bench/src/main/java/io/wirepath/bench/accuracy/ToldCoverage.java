package io.wirepath.bench.accuracy;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.incident.IncidentCase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * How often what is told of a fault with its bounds is so: whether the interval of the onset holds the moment at which
 * the fault was put in, that of the size the time that was added to its requests, and how many of the incidents that
 * are told with a probability are of the fault. Not thread-safe.
 */
final class ToldCoverage {

    private static final double SECOND = 1e9;
    private static final double PER_CENT = 100;

    /** Where ranges of probability begin. */
    private static final double[] FROM = {0, 0.9, 0.95, 0.99};

    private static final class Bounds {
        int told;
        int held;
        int early;
        int late;
        final List<Double> widths = new ArrayList<>();

        void add(double truth, double low, double high, double width) {
            told++;
            held += truth >= low && truth <= high ? 1 : 0;
            early += truth > high ? 1 : 0;
            late += truth < low ? 1 : 0;
            widths.add(width);
        }

        Bounds and(Bounds other) {
            Bounds both = new Bounds();
            for (Bounds own : List.of(this, other)) {
                both.told += own.told;
                both.held += own.held;
                both.early += own.early;
                both.late += own.late;
                both.widths.addAll(own.widths);
            }
            return both;
        }

        String row() {
            widths.sort(null);
            return String.format(
                    Locale.ROOT,
                    "%d | %d | %.1f %% | %d | %d | %.3f |",
                    told,
                    held,
                    PER_CENT * held / Math.max(1, told),
                    early,
                    late,
                    widths.isEmpty() ? Double.NaN : widths.get(widths.size() / 2));
        }
    }

    private final Map<InjectedFault.Kind, Bounds> onsets = new TreeMap<>();
    private final Map<InjectedFault.Kind, Bounds> sizes = new TreeMap<>();
    private final double[] said = new double[FROM.length];
    private final int[] incidents = new int[FROM.length];
    private final int[] named = new int[FROM.length];
    private final int[] since = new int[FROM.length];

    /** Counts the incident that names the place of a fault. */
    void add(InjectedFault fault, Incident named) {
        Change change = named.change();
        long onset = fault.onsetNear(change.onsetNanos());
        onsets.computeIfAbsent(fault.kind(), unseen -> new Bounds())
                .add(
                        (double) onset,
                        (double) change.onsetFromNanos(),
                        (double) change.onsetToNanos(),
                        (change.onsetToNanos() - change.onsetFromNanos()) / SECOND);
        double added = fault.addedNanos(named.nodes(), change);
        if (named.isSlower() && named.uncertaintyNanos() > 0 && added > 0) {
            sizes.computeIfAbsent(fault.kind(), unseen -> new Bounds())
                    .add(
                            added,
                            named.effectNanos() - named.uncertaintyNanos(),
                            named.effectNanos() + named.uncertaintyNanos(),
                            2 * named.uncertaintyNanos() / added);
        }
    }

    /** Counts every incident that is told as a problem of traffic with a fault. */
    void addAll(InjectedFault fault, List<IncidentCase> told) {
        for (IncidentCase each : told) {
            Incident cause = each.cause();
            if (!cause.isTraffic() && cause.kind() != Incident.Kind.QUEUES) {
                int found = Arrays.binarySearch(FROM, each.probability());
                int at = found < 0 ? -found - 2 : found;
                incidents[at]++;
                said[at] += each.probability();
                named[at] += DiagnosisScore.isOf(cause.nodes(), cause.peers(), fault.nodes()) ? 1 : 0;
                since[at] += cause.change().onsetToNanos() >= fault.onsetNanos() ? 1 : 0;
            }
        }
    }

    private static void print(String of, Map<InjectedFault.Kind, Bounds> bounds) {
        bounds.forEach((kind, own) -> System.out.println(
                "| " + of + " | " + kind.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " | " + own.row()));
        Bounds all = bounds.values().stream().reduce(new Bounds(), Bounds::and);
        System.out.println("| " + of + " | all | " + all.row());
    }

    void print() {
        System.out.println("\n| bounds of | fault | told | held | share | truth above | below | width, median |");
        System.out.println("|---|---|---:|---:|---:|---:|---:|---:|");
        print("onset, s", onsets);
        print("size, of the truth", sizes);
        System.out.println("\n| told with | problems | said, mean | name the place | begin with the fault or later |");
        System.out.println("|---|---:|---:|---:|---:|");
        for (int at = 0; at < FROM.length; at++) {
            System.out.printf(
                    Locale.ROOT,
                    "| %.2f and more | %d | %.4f | %d | %d |%n",
                    FROM[at],
                    incidents[at],
                    said[at] / Math.max(1, incidents[at]),
                    named[at],
                    since[at]);
        }
    }
}

package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.Shift;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How much slower one replica is than the others, like compared with like.
 *
 * <p>The time is cut into stretches. In each the two sides are compared within every kind of request by the median of
 * all pairwise differences (Hodges and Lehmann, 1963), which few odd values cannot move, and the kinds are weighted by
 * what they know. The spread of the stretches tells how sure the mean of them is: neighbouring calls, which are slow
 * together, do not count as independent.
 */
final class ReplicaComparison {

    /** One call: when it came, what kind it is, how long it took. */
    record Sample(long timeNanos, long kind, double nanos) {}

    /** The difference in nanoseconds, the half-width of its 95 % interval, and its distance from 0 in standard errors. */
    record Difference(double nanos, double halfWidthNanos, double standardErrors, int stretches) {}

    private static final int MOST_STRETCHES = 12;
    private static final int LEAST_STRETCHES = 5;
    private static final int CALLS_PER_STRETCH = 6;
    private static final int LEAST_OF_A_KIND = 3;
    private static final double NORMAL_95 = 1.96;

    private ReplicaComparison() {}

    /** Compares; empty where there are too few calls to tell. */
    static Optional<Difference> of(List<Sample> one, List<Sample> others) {
        int stretches = Math.min(MOST_STRETCHES, Math.min(one.size(), others.size()) / CALLS_PER_STRETCH);
        if (stretches < LEAST_STRETCHES) {
            return Optional.empty();
        }
        long[] bounds = bounds(one, stretches);
        List<List<Sample>> mine = cut(one, bounds);
        List<List<Sample>> theirs = cut(others, bounds);
        double[] differences = new double[stretches];
        int known = 0;
        for (int i = 0; i < stretches; i++) {
            double difference = stretch(mine.get(i), theirs.get(i));
            if (!Double.isNaN(difference)) {
                differences[known++] = difference;
            }
        }
        return known < LEAST_STRETCHES ? Optional.empty() : Optional.of(sum(Arrays.copyOf(differences, known)));
    }

    /** The z that chance exceeds with at most this probability: an upper bound, from Q(z) ≤ e^(−z²/2) / 2. */
    static double criticalValue(double probability) {
        return Math.sqrt(2 * Math.log(1 / (2 * probability)));
    }

    /** Student's t for a normal quantile z (Abramowitz and Stegun 26.7.5: Cornish and Fisher's expansion). */
    static double student(double z, int freedom) {
        double z2 = z * z;
        double first = z * (z2 + 1) / 4;
        double second = z * ((5 * z2 + 16) * z2 + 3) / 96;
        double third = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
        double inverse = 1.0 / freedom;
        return z + inverse * (first + inverse * (second + inverse * third));
    }

    private static Difference sum(double[] differences) {
        double mean = Arrays.stream(differences).average().orElse(0);
        double squares =
                Arrays.stream(differences).map(d -> (d - mean) * (d - mean)).sum();
        int freedom = differences.length - 1;
        double error = Math.max(1, Math.sqrt(squares / freedom / differences.length));
        return new Difference(mean, student(NORMAL_95, freedom) * error, mean / error, differences.length);
    }

    private static long[] bounds(List<Sample> samples, int stretches) {
        long[] times = samples.stream().mapToLong(Sample::timeNanos).sorted().toArray();
        long[] bounds = new long[stretches - 1];
        for (int i = 0; i < bounds.length; i++) {
            bounds[i] = times[(int) ((long) times.length * (i + 1) / stretches)];
        }
        return bounds;
    }

    private static List<List<Sample>> cut(List<Sample> samples, long[] bounds) {
        List<List<Sample>> parts = new ArrayList<>();
        for (int i = 0; i <= bounds.length; i++) {
            parts.add(new ArrayList<>());
        }
        for (Sample sample : samples) {
            int part = Arrays.binarySearch(bounds, sample.timeNanos());
            parts.get(part >= 0 ? part + 1 : -part - 1).add(sample);
        }
        return parts;
    }

    /** The difference in one stretch of time, or NaN where the sides have no kind of request in common. */
    private static double stretch(List<Sample> mine, List<Sample> theirs) {
        Map<Long, List<Sample>> kinds = byKind(mine);
        Map<Long, List<Sample>> otherKinds = byKind(theirs);
        double sum = 0;
        double weights = 0;
        for (Map.Entry<Long, List<Sample>> kind : kinds.entrySet()) {
            List<Sample> here = kind.getValue();
            List<Sample> there = otherKinds.getOrDefault(kind.getKey(), List.of());
            if (here.size() >= LEAST_OF_A_KIND && there.size() >= LEAST_OF_A_KIND) {
                double weight = (double) here.size() * there.size() / (here.size() + there.size());
                sum += weight * shift(here, there);
                weights += weight;
            }
        }
        return weights == 0 ? Double.NaN : sum / weights;
    }

    private static Map<Long, List<Sample>> byKind(List<Sample> samples) {
        Map<Long, List<Sample>> kinds = new TreeMap<>();
        samples.forEach(sample -> kinds.computeIfAbsent(sample.kind(), unseen -> new ArrayList<>())
                .add(sample));
        return kinds;
    }

    private static double shift(List<Sample> here, List<Sample> there) {
        return Shift.between(sorted(here), sorted(there));
    }

    private static double[] sorted(List<Sample> samples) {
        return samples.stream().mapToDouble(Sample::nanos).sorted().toArray();
    }

    /** The middle value; the mean of the two middle ones of an even number. */
    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return Shift.middle(sorted);
    }
}

package io.wirepath.bench.accuracy;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.LevelChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import io.wirepath.flows.SplitMix64;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * {@code bench/sentences --intervals SEEDS}: how often the intervals of a slowdown hold: when it began, when it ended,
 * and by how much like requests take longer. Its requests are simulated, so the truth of all three is known exactly.
 */
final class SimulatedIntervals {

    private static final String HEADING = """
            | times | told of | began | ended | by how much |
            |---|--:|--:|--:|--:|
            """;

    private static final double SECOND = 1e9;
    private static final double MILLI = 1e6;
    private static final double PER_CENT = 100;
    private static final double SPAN = 70;
    private static final double FIRST_ONSET = 22;
    private static final double LAST_ONSET = 32;
    private static final double LASTS = 18;

    /** What chance may show in one of a hundred series: {@link io.wirepath.analyze.incident.Incidents}. */
    private static final double MAX_CHANCE = 1e-6;

    private static final int KINDS = 3;
    private static final double[] ADDED_MILLIS = {3, 10, 40};
    private static final double[] PER_SECOND = {5, 25};
    private static final long SEEDS_APART = 1009;

    /** How the times of requests are spread. */
    private enum Times {
        NARROW,
        WIDE,
        EXPONENTIAL,
        WAVES
    }

    /** A fault that is simulated again and again. */
    private record Fault(Times times, double addedMillis, double perSecond, boolean ends) {}

    private static final double MEDIAN_MILLIS = 10;

    private static final class Counts {
        int made;
        int told;
        int onset;
        int ended;
        int end;
        int size;

        String row(Times times) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %d of %d | %s | %s | %s |",
                    times.name().toLowerCase(Locale.ROOT),
                    told,
                    made,
                    share(onset, told),
                    share(end, ended),
                    share(size, told));
        }

        void add(Fault fault, Random random) {
            double onset = FIRST_ONSET + (LAST_ONSET - FIRST_ONSET) * random.nextDouble();
            double end = fault.ends() ? onset + LASTS : Double.POSITIVE_INFINITY;
            Observations requests = requests(fault, onset, end, random);
            made++;
            List<Change> found = LevelChange.of(requests, MAX_CHANCE);
            if (found.size() == 1 && found.get(0).lasts() != fault.ends()) {
                Change change = found.get(0);
                Shift shift = Shift.of(requests, change);
                told++;
                ended += fault.ends() ? 1 : 0;
                this.onset += holds(onset, change.onsetFromNanos(), change.onsetToNanos());
                this.end += fault.ends() ? holds(end, change.endFromNanos(), change.endToNanos()) : 0;
                size += Math.abs(shift.nanos() - fault.addedMillis() * MILLI) <= shift.halfWidthNanos() ? 1 : 0;
            }
        }
    }

    private SimulatedIntervals() {}

    private static int holds(double seconds, long from, long to) {
        return seconds * SECOND >= from && seconds * SECOND <= to ? 1 : 0;
    }

    private static String share(int held, int told) {
        return String.format(Locale.ROOT, "%.1f %%", PER_CENT * held / Math.max(1, told));
    }

    /** Requests of three kinds, each with a usual time of its own, at moments of chance. */
    private static Observations requests(Fault fault, double onset, double end, Random random) {
        Observations requests = new Observations();
        double wave = 0;
        for (double time = 0; time < SPAN; time -= Math.log(1 - random.nextDouble()) / fault.perSecond()) {
            int kind = random.nextInt(KINDS);
            wave = 0.97 * wave + 0.06 * random.nextGaussian();
            double spread = switch (fault.times()) {
                case NARROW -> Math.exp(0.2 * random.nextGaussian());
                case WIDE -> Math.exp(0.6 * random.nextGaussian());
                case EXPONENTIAL -> -Math.log(1 - random.nextDouble()) / Math.log(2);
                case WAVES -> Math.exp(0.4 * random.nextGaussian() + wave);
            };
            double added = time >= onset && time < end ? fault.addedMillis() : 0;
            double millis = MEDIAN_MILLIS * (1 + 0.5 * (kind - 1)) * spread + added;
            requests.add(Math.round(time * SECOND), kind, millis * MILLI, 0);
        }
        return requests;
    }

    /** A row of all faults of requests with such times. */
    static void print(int seeds) {
        System.out.print(HEADING);
        for (Times times : Times.values()) {
            Counts counts = new Counts();
            for (double added : ADDED_MILLIS) {
                for (double perSecond : PER_SECOND) {
                    for (int seed = 0; seed < 2 * seeds; seed++) {
                        Fault fault = new Fault(times, added, perSecond, seed % 2 == 1);
                        long own = Arrays.hashCode(new double[] {times.ordinal(), added, perSecond});
                        counts.add(fault, new Random((seed * SEEDS_APART + own) * SplitMix64.STEP));
                    }
                }
            }
            System.out.println(counts.row(times));
        }
    }
}

package io.wirepath.analyze.finding;

import io.wirepath.causes.TimeOrder;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Whether no more than k of some calls are worked on at once, and the others wait in turn: behind a lock, a pool, a
 * single thread. Seen from outside, by when calls come and when they are answered.
 *
 * <pre>
 *   alone      a ├────s────┤ d                  how long it takes alone: F
 *   in turn         a ┄┄┄┄┄┄├────s────┤ d       from the end of the other to its own end: F again
 * </pre>
 *
 * <p>A call that comes while fewer than k are there shows F. If the others wait in turn, then from when the k-th before
 * them has ended they take F; if nothing holds them, they take F from when they came. The ratio of the two likelihoods
 * tells. It is no turn where calls end one after another as they came, end sooner after another than any takes alone,
 * overtake others, or take longer the more are there although fewer than k are: as they do where a processor is shared.
 *
 * @param atOnce k
 * @param evidence logarithm of the ratio of the likelihoods, in nats
 * @param holder of each call the call whose end let it go on; -1 where it did not wait
 * @param waitedNanos of each call how long it waited
 * @param aloneNanos how long a call takes that waits for none, the median
 */
public record ServedInTurn(int atOnce, double evidence, int[] holder, long[] waitedNanos, double aloneNanos) {

    private static final int MAX_AT_ONCE = 64;
    static final double MIN_EVIDENCE = 20;
    private static final double MIN_EVIDENCE_EACH = 0.3;
    private static final double MAX_OUT_OF_TURN = 0.05;
    private static final double OUT_OF_TURN_NATS = -5;

    /** Share of the calls that wait, at least, where one may overtake another: of a few, chance makes as many. */
    private static final double MIN_OVERTAKING = 0.25;

    /** A call that waits for none takes no longer beside others than alone. */
    private static final double MAX_SLOWER_BESIDE = 1.2;

    /** Steps of the density of the logarithm of a time, in an octave. */
    private static final int STEPS = 3;

    /** The likeliest k; null where nothing speaks for any. Both times in the order in which the calls came. */
    static @Nullable ServedInTurn of(long[] cameNanos, long[] endedNanos) {
        ServedInTurn best = null;
        int[] waiting = new int[MAX_AT_ONCE + 1];
        Open open = new Open(endedNanos);
        for (int call = 0; call < cameNanos.length; call++) {
            waiting[Math.min(MAX_AT_ONCE, open.at(cameNanos[call]))]++;
            open.add(call);
        }
        int[] byLength = byLength(cameNanos, endedNanos);
        int atLeast = 0;
        for (int k = MAX_AT_ONCE; k >= 1; k--) {
            atLeast += waiting[k];
            boolean isEnough = Math.min(atLeast, cameNanos.length - atLeast) >= DetectorInput.MIN_CALLS;
            best = better(best, isEnough ? of(cameNanos, endedNanos, byLength, k) : null);
        }
        boolean isOneAtATime = best == null ? atLeast >= DetectorInput.MIN_CALLS : best.atOnce == 1;
        return isOneAtATime ? better(best, withOvertaking(cameNanos, endedNanos, byLength)) : best;
    }

    private static @Nullable ServedInTurn better(@Nullable ServedInTurn one, @Nullable ServedInTurn other) {
        return one == null || other != null && other.evidence > one.evidence ? other : one;
    }

    /** The calls that are there, by when they end. */
    private static final class Open {
        private final long[] ended;
        private final IntArrayList calls = new IntArrayList();

        private Open(long[] ended) {
            this.ended = ended;
        }

        /** How many are there still. */
        private int at(long nanos) {
            int gone = 0;
            while (gone < calls.size() && ended[calls.getInt(gone)] <= nanos) {
                gone++;
            }
            for (int i = gone; gone > 0 && i < calls.size(); i++) {
                calls.setInt(i - gone, calls.getInt(i));
            }
            for (int i = 0; i < gone; i++) {
                calls.popInt();
            }
            return calls.size();
        }

        private void add(int call) {
            calls.addInt(call);
            for (int i = calls.size() - 1; i > 0 && ended[calls.getInt(i - 1)] > ended[call]; i--) {
                calls.setInt(i, calls.getInt(i - 1));
                calls.setInt(i - 1, call);
            }
        }

        /** Of those that are there, the one after whose end k - 1 are left. */
        private int holder(int k) {
            return calls.getInt(calls.size() - k);
        }
    }

    /** The calls by how long they take. */
    private static int[] byLength(long[] came, long[] ended) {
        long[] took = new long[came.length];
        Arrays.setAll(took, call -> ended[call] - came[call]);
        return TimeOrder.of(took);
    }

    private static @Nullable ServedInTurn of(long[] came, long[] ended, int[] byLength, int k) {
        int[] holder = new int[came.length];
        long[] waited = new long[came.length];
        boolean[] isFirst = new boolean[came.length];
        Arrays.fill(holder, -1);
        Open open = new Open(ended);
        for (int call = 0; call < came.length; call++) {
            int before = open.at(came[call]);
            isFirst[call] = before == 0;
            if (before >= k) {
                holder[call] = open.holder(k);
                waited[call] = ended[holder[call]] - came[call];
            }
            open.add(call);
        }
        double[] alone = durations(came, ended, byLength, call -> holder[call] < 0);
        double[] first = durations(came, ended, byLength, call -> isFirst[call]);
        double[] beside = durations(came, ended, byLength, call -> holder[call] < 0 && !isFirst[call]);
        if (first.length >= DetectorInput.MIN_CALLS
                && beside.length >= DetectorInput.MIN_CALLS
                && beside[beside.length / 2] > MAX_SLOWER_BESIDE * first[first.length / 2]) {
            return null;
        }
        int[] waiting = waiting(holder);
        return alone.length < DetectorInput.MIN_CALLS || waiting.length < DetectorInput.MIN_CALLS
                ? null
                : of(came, ended, k, holder, waited, alone, waiting, new double[came.length]);
    }

    /**
     * One at a time, of whom the next need not be the first that came, as of a mutex or a row of a database:
     * whoever ended just before held it. Which of those that wait is next must be told too, so that calls that
     * nothing holds, of which one always ends after another, do not seem to wait; and the first must be next more often
     * than by chance, or ends be apart, for a shared processor lets anybody end at any time.
     */
    private static @Nullable ServedInTurn withOvertaking(long[] came, long[] ended, int[] byLength) {
        int[] holder = new int[came.length];
        long[] waited = new long[came.length];
        int[] there = new int[came.length];
        boolean[] isNext = new boolean[came.length];
        boolean[] gone = new boolean[came.length];
        int[] byEnd = TimeOrder.of(ended);
        Arrays.fill(holder, -1);
        int first = 0;
        for (int i = 0; i < byEnd.length; i++) {
            int call = byEnd[i];
            while (gone[first]) {
                first++;
            }
            isNext[call] = call == first;
            gone[call] = true;
            if (i > 0 && ended[byEnd[i - 1]] > came[call]) {
                holder[call] = byEnd[i - 1];
                waited[call] = ended[holder[call]] - came[call];
                there[call] = TimeOrder.before(came, ended[holder[call]]) - i;
            }
        }
        int[] waiting = waiting(holder);
        double[] alone = durations(came, ended, byLength, call -> holder[call] < 0);
        if (alone.length < DetectorInput.MIN_CALLS
                || waiting.length < Math.max(DetectorInput.MIN_CALLS, MIN_OVERTAKING * came.length)) {
            return null;
        }
        double[] choice = new double[came.length];
        double noSharing = choice(there, isNext, choice) + spacing(ended, holder, waiting, alone);
        return noSharing < MIN_EVIDENCE ? null : of(came, ended, 1, holder, waited, alone, waiting, choice);
    }

    /**
     * Against that calls that share a processor end as close together as they like, in nats: none ends sooner after
     * another than any takes alone (Poisson; ends by chance would be as far apart as a call takes alone).
     */
    private static double spacing(long[] ended, int[] holder, int[] waiting, double[] alone) {
        double shortest = shortest(alone);
        double expected = waiting.length * (1 - Math.pow(2, -shortest / alone[alone.length / 2]));
        long close = IntStream.of(waiting)
                .filter(call -> ended[call] - ended[holder[call]] < shortest)
                .count();
        return close >= expected ? 0 : expected - close + (close == 0 ? 0 : close * Math.log(close / expected));
    }

    /** Any takes longer alone. */
    private static double shortest(double[] alone) {
        return alone[alone.length / 50] / 2;
    }

    /**
     * How likely it was that those were next who were, where the first that came is so mostly.
     *
     * @param there how many there were of whom one was next
     * @param to takes the logarithms, in nats
     * @return what it says against that anybody is next, in nats
     */
    private static double choice(int[] there, boolean[] isNext, double[] to) {
        double choices = 1;
        double firsts = 0.5;
        for (int call = 0; call < there.length; call++) {
            choices += there[call] > 1 ? 1 : 0;
            firsts += there[call] > 1 && isNext[call] ? 1 : 0;
        }
        double share = firsts / choices;
        double order = 0;
        for (int call = 0; call < there.length; call++) {
            if (there[call] > 1) {
                to[call] = Math.log(isNext[call] ? share : (1 - share) / (there[call] - 1));
                order += to[call] + Math.log(there[call]);
            }
        }
        return order;
    }

    private static int[] waiting(int[] holder) {
        return IntStream.range(0, holder.length)
                .filter(call -> holder[call] >= 0)
                .toArray();
    }

    /** How long such calls take, sorted. */
    private static double[] durations(long[] came, long[] ended, int[] byLength, IntPredicate which) {
        double[] took = new double[byLength.length];
        int number = 0;
        for (int call : byLength) {
            if (which.test(call)) {
                took[number++] = ended[call] - came[call];
            }
        }
        return Arrays.copyOf(took, number);
    }

    private static @Nullable ServedInTurn of(
            long[] came,
            long[] ended,
            int k,
            int[] holder,
            long[] waited,
            double[] alone,
            int[] waiting,
            double[] choice) {
        Density density = new Density(alone);
        double shortest = shortest(alone);
        double median = alone[alone.length / 2];
        double evidence = 0;
        int outOfTurn = 0;
        int belowMedian = 0;
        double lost = 0;
        for (int call : waiting) {
            double whole = ended[call] - came[call];
            double own = whole - waited[call];
            boolean isOutOfTurn = own < shortest;
            outOfTurn += isOutOfTurn ? 1 : 0;
            belowMedian += own <= median ? 1 : 0;
            lost += Math.min(whole, (double) waited[call]);
            evidence += choice[call] + (isOutOfTurn ? OUT_OF_TURN_NATS : density.logAt(own) - density.logAt(whole));
        }
        double share = (double) belowMedian / waiting.length;
        double all = IntStream.range(0, came.length)
                .mapToDouble(call -> ended[call] - came[call])
                .sum();
        boolean inTurn = evidence >= Math.max(MIN_EVIDENCE, MIN_EVIDENCE_EACH * waiting.length)
                && outOfTurn <= MAX_OUT_OF_TURN * waiting.length
                && share > 0.25
                && share < 0.75
                && endAsTheyCame(came, ended, holder, waiting) < 0.75
                && lost >= DetectorInput.MIN_SHARE * all;
        return inTurn ? new ServedInTurn(k, evidence, holder, waited, median) : null;
    }

    /**
     * How often a call that came longer after its holder than another did ends longer after it, too. What waits in turn
     * ends so by chance; what nothing holds, and takes as long as those around it, ends one after another as it came.
     */
    private static double endAsTheyCame(long[] came, long[] ended, int[] holder, int[] waiting) {
        int alike = 0;
        for (int i = 1; i < waiting.length; i++) {
            int one = waiting[i - 1];
            int other = waiting[i];
            long cameLater = came[other] - came[holder[other]] - came[one] + came[holder[one]];
            long endedLater = ended[other] - ended[holder[other]] - ended[one] + ended[holder[one]];
            alike += cameLater > 0 == endedLater > 0 ? 1 : 0;
        }
        return alike / (waiting.length - 1.0);
    }

    /** Density of times, by a histogram of their logarithms. */
    private static final class Density {
        private final double[] counts = new double[STEPS * Long.SIZE];
        private double sum;

        private Density(double[] times) {
            for (double time : times) {
                int at = step(time);
                add(at - 1, 0.25);
                add(at, 0.5);
                add(at + 1, 0.25);
            }
            for (int at = 0; at < counts.length; at++) {
                // what was not seen is not impossible
                add(at, 0.01);
            }
        }

        private void add(int at, double weight) {
            if (at >= 0 && at < counts.length) {
                counts[at] += weight;
                sum += weight;
            }
        }

        private static int step(double nanos) {
            return (int) Math.floor(STEPS * Math.log(Math.max(1, nanos)) / Math.log(2));
        }

        private double logAt(double nanos) {
            return Math.log(counts[step(nanos)] / sum) - Math.log(Math.max(1, nanos));
        }
    }
}

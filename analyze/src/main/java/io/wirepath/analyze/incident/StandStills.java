package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.causes.TimeOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Gamma;

/**
 * Finds times in which no node sent anything, though much was due, and after which much came at once: a host, a switch
 * or the capture stood still, and no service did.
 */
final class StandStills implements Changes {

    /** What was held comes within this part of the time after it, and is this part of what was due. */
    private static final double AFTERWARDS = 0.05;

    private final Surroundings at;

    StandStills(Surroundings at) {
        this.at = at;
    }

    @Override
    public int series() {
        return 1;
    }

    @Override
    public List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        List<Integer> nodes = at.asked().stream().boxed().toList();
        int[] rows = IntStream.range(0, at.messages().size())
                .filter(row -> at.counted().holds(at.messages().timeNanos(row)))
                .toArray();
        if (rows.length == 0 || nodes.size() < Relevance.MIN_TOGETHER) {
            return found;
        }
        long[] roots = IntStream.range(0, at.calls().size())
                .filter(call -> at.isRoot(call) && at.isCounted(call))
                .mapToLong(at::began)
                .sorted()
                .toArray();
        double span = time(rows[rows.length - 1]) - time(rows[0]);
        for (int i = 1; i < rows.length; i++) {
            long from = time(rows[i - 1]);
            long to = time(rows[i]);
            if (to - from >= ChangeModel.SILENCE_NANOS && roots.length > 0) {
                double due = roots.length * (to - from) / Math.max(1, span - (to - from));
                long soon = Math.round(AFTERWARDS * (to - from));
                int held = between(roots, to, to + soon);
                double times = span / (to - from);
                // most silences are ruled out as if requests came independently, without a look at all of them
                boolean much = held > Relevance.MIN_TOGETHER && held >= Relevance.MOST * due;
                if (much && times * chance(due, held - 1) <= mostChance && !isOftenSilent(rows, i)) {
                    // requests that come in bursts count as so many bursts
                    double burst = dispersion(roots, from, to, soon);
                    double chance = times * chance(due / burst, (held - 1) / burst);
                    if (chance <= mostChance) {
                        found.add(incident(nodes, from, to, held, chance));
                    }
                }
            }
        }
        return found;
    }

    /** Whether there are further silences as long: where little is asked, that is usual. */
    private boolean isOftenSilent(int[] rows, int of) {
        long least = time(rows[of]) - time(rows[of - 1]);
        return IntStream.range(1, rows.length)
                        .filter(i -> i != of && time(rows[i]) - time(rows[i - 1]) >= least)
                        .limit(Relevance.MIN_TOGETHER)
                        .count()
                == Relevance.MIN_TOGETHER;
    }

    /** That none comes in a time in which so many are due, and, beside the one that ends it, so many soon after it. */
    private static double chance(double due, double further) {
        double soon = AFTERWARDS * due;
        return further <= 0 ? 1 : Math.exp(-due) * Gamma.regularizedGammaP(further, soon);
    }

    /**
     * Variance by mean of the numbers of requests in times of this length, before this silence and after what was held;
     * at least 1, and without bound where there are no two of them to tell.
     */
    private static double dispersion(long[] roots, long from, long to, long length) {
        long before = Math.max(0, from - roots[0]) / length;
        long after = Math.max(length, roots[roots.length - 1] - to) / length;
        double sum = 0;
        double squares = 0;
        for (int first = 0, next; first < roots.length; first = next) {
            long place = place(roots[first], from, to, length);
            for (next = first + 1; next < roots.length && place(roots[next], from, to, length) == place; ) {
                next++;
            }
            if (place != 0 && place != 1 && place >= -before && place <= after) {
                sum += next - first;
                squares += (double) (next - first) * (next - first);
            }
        }
        double free = before + after - 2.0;
        if (free < 1 || sum == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double mean = sum / (free + 1);
        return Math.max(1, (squares - sum * mean) / mean / free);
    }

    /**
     * Which of the times of this length a moment is in: 0 within the silence, 1, 2... behind it, −1, −2... before it.
     */
    private static long place(long nanos, long from, long to, long length) {
        if (nanos < from) {
            return -1 - (from - 1 - nanos) / length;
        }
        return nanos < to ? 0 : 1 + (nanos - to) / length;
    }

    private long time(int row) {
        return at.messages().timeNanos(row);
    }

    private static int between(long[] sorted, long from, long to) {
        return TimeOrder.before(sorted, to + 1) - TimeOrder.before(sorted, from);
    }

    private static Incident incident(List<Integer> nodes, long from, long to, int held, double chance) {
        Change change = new Change(from, from, from, to, to, to, to, Long.MIN_VALUE, Long.MAX_VALUE, chance);
        double lasted = to - from;
        return new Incident(Kind.STANDSTILL, nodes, List.of(), change, 0, 0, lasted, 0, held, held * lasted);
    }
}

package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.causes.TimeOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Gamma;

/**
 * Finds times in which no node sent anything, though much was due, and after which much came at once: a host, a switch
 * or the capture stood still, and no service did. That something was due is known of a silence that is no longer than
 * the traffic that went before it, and where most of what comes afterwards is asked of who was asked before: captures
 * that were put together into one file are no standstill.
 */
final class StandStills implements Changes {

    /** What was held comes within one of these parts of the time after it: at once, or as it is sent again. */
    static final double[] AFTERWARDS = {0.05, 0.005, 0.0005};

    /** How surely the bounds of the onset hold it. */
    private static final double SURE = 0.95;

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
        int[] asks = IntStream.range(0, at.calls().size())
                .filter(call -> at.isRoot(call) && at.isCounted(call))
                .boxed()
                .sorted(Comparator.comparingLong(at::began))
                .mapToInt(call -> call)
                .toArray();
        long[] roots = Arrays.stream(asks).mapToLong(at::began).toArray();
        double span = time(rows[rows.length - 1]) - time(rows[0]);
        long traffic = 0;
        for (int i = 1; i < rows.length; i++) {
            long from = time(rows[i - 1]);
            long to = time(rows[i]);
            if (to - from < ChangeModel.SILENCE_NANOS) {
                traffic += to - from;
            } else if (to - from <= traffic && roots.length > 0) {
                double due = roots.length * (to - from) / Math.max(1, span - (to - from));
                int held = held(asks, roots, from, to);
                if (held >= Relevance.MIN_TOGETHER && held >= ChangeModel.MOST * due && !isOftenSilent(rows, i)) {
                    double chance = span / (to - from) * chance(roots, from, to, due);
                    if (chance <= mostChance) {
                        long latest = Math.min(to, from + unseenNanos(rows, i));
                        found.add(incident(nodes, from, latest, to, held, chance));
                    }
                }
            }
        }
        return found;
    }

    /** How many requests come soon after a silence; none where most are asked of nodes that were not asked before. */
    private int held(int[] asks, long[] roots, long from, long to) {
        int first = TimeOrder.before(roots, to);
        int held = between(roots, to, to + Math.round(AFTERWARDS[0] * (to - from)));
        BitSet before = new BitSet();
        for (int x = 0; x < first; x++) {
            before.set(at.server(asks[x]));
        }
        long known = IntStream.range(first, first + held)
                .filter(x -> before.get(at.server(asks[x])))
                .count();
        return known >= ChangeModel.MOST * held ? held : 0;
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

    /** For so long, at most times but one of twenty, nothing was sent before anyhow. */
    private long unseenNanos(int[] rows, int but) {
        long[] gaps = IntStream.range(1, rows.length)
                .filter(i -> i != but)
                .mapToLong(i -> time(rows[i]) - time(rows[i - 1]))
                .sorted()
                .toArray();
        double all = Arrays.stream(gaps).asDoubleStream().sum();
        double shorter = 0;
        int i = 0;
        while (i < gaps.length && shorter + (double) gaps[i] * (gaps.length - i) < SURE * all) {
            shorter += gaps[i++];
        }
        return i < gaps.length ? gaps[i] : 0;
    }

    /**
     * That none comes in a time in which so many are due, and, beside the one that ends it, so many soon after it;
     * requests that come in bursts count as so many bursts.
     */
    private static double chance(long[] roots, long from, long to, double due) {
        double least = 1;
        for (double part : AFTERWARDS) {
            long soon = Math.max(1, Math.round(part * (to - from)));
            double burst = dispersion(roots, from, to, soon);
            double further = (between(roots, to, to + soon) - 1) / burst;
            double together = further <= 0 ? 1 : Gamma.regularizedGammaP(further, part * due / burst);
            least = Math.min(least, AFTERWARDS.length * Math.exp(-due / burst) * together);
        }
        return least;
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

    private static Incident incident(List<Integer> nodes, long from, long latest, long to, int held, double chance) {
        Change change =
                new Change(from, from, latest, to, to, to, to, Long.MIN_VALUE, Long.MAX_VALUE, 0, chance, List.of());
        double lasted = to - from;
        return new Incident(Kind.STANDSTILL, nodes, List.of(), change, 0, 0, lasted, 0, held, held * lasted);
    }
}

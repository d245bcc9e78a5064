package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.incident.Incident.Kind;
import java.util.ArrayList;
import java.util.Arrays;
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
                int held = between(roots, to, to + Math.round(AFTERWARDS * (to - from)));
                double chance = chance(due / dispersion(roots, from, to), held) * span / (to - from);
                if (held > Relevance.MIN_TOGETHER && held >= Relevance.MOST * due && chance <= mostChance) {
                    found.add(incident(nodes, from, to, held, chance));
                }
            }
        }
        return found;
    }

    /** That none comes in a time in which so many are due, and, beside the one that ends it, so many soon after it. */
    private static double chance(double due, int held) {
        double soon = AFTERWARDS * due;
        return held < 2 ? 1 : Math.exp(-due) * Gamma.regularizedGammaP(held - 1, soon);
    }

    /** Variance by mean of the numbers of requests in times as long as this one, before and after it; at least 1. */
    private static double dispersion(long[] roots, long from, long to) {
        List<Integer> counts = new ArrayList<>();
        for (long end = from; end - (to - from) >= roots[0]; end -= to - from) {
            counts.add(between(roots, end - (to - from), end - 1));
        }
        for (long begin = to; begin + (to - from) <= roots[roots.length - 1]; begin += to - from) {
            counts.add(between(roots, begin, begin + (to - from) - 1));
        }
        double mean = counts.stream().mapToInt(own -> own).average().orElse(0);
        double squares =
                counts.stream().mapToDouble(own -> (own - mean) * (own - mean)).sum();
        return mean == 0 ? 1 : Math.max(1, squares / mean / Math.max(1, counts.size() - 1));
    }

    private long time(int row) {
        return at.messages().timeNanos(row);
    }

    private static int between(long[] sorted, long from, long to) {
        return (int) Arrays.stream(sorted)
                .filter(nanos -> nanos >= from && nanos <= to)
                .count();
    }

    private static Incident incident(List<Integer> nodes, long from, long to, int held, double chance) {
        Change change = new Change(from, from, from, to, to, to, to, Long.MIN_VALUE, Long.MAX_VALUE, chance);
        double lasted = to - from;
        return new Incident(Kind.STANDSTILL, nodes, List.of(), change, 0, 0, lasted, 0, held, held * lasted);
    }
}

package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.incident.Incident.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds times in which no node sent anything, though much was due, and after which much came at once: a host, a switch
 * or the capture stood still, and no service did.
 */
final class StandStills implements Changes {

    private static final double MIN_NANOS = 2e9;

    /** So many requests without a cause are usual in as long a time. */
    private static final double MIN_DUE = 10;

    /** What was held comes within this part of the time after it, and is this part of what was due. */
    private static final double AFTERWARDS = 0.05;

    /** Of fewer nodes than this none stands for all. */
    private static final int MIN_NODES = 3;

    private final Surroundings at;

    StandStills(Surroundings at) {
        this.at = at;
    }

    /** What stands still needs no share of the chance. */
    @Override
    public int series() {
        return 0;
    }

    @Override
    public List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        List<Integer> nodes = at.asked().stream().boxed().toList();
        int[] rows = IntStream.range(0, at.messages().size())
                .filter(row -> at.counted().holds(at.messages().timeNanos(row)))
                .toArray();
        if (rows.length == 0 || nodes.size() < MIN_NODES) {
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
            double due = roots.length * (to - from) / Math.max(1, span - (to - from));
            if (to - from >= MIN_NANOS && due >= MIN_DUE) {
                int held = between(roots, to, to + Math.round(AFTERWARDS * (to - from)));
                if (held >= Relevance.MOST * due) {
                    found.add(incident(nodes, from, to, held));
                }
            }
        }
        return found;
    }

    private long time(int row) {
        return at.messages().timeNanos(row);
    }

    private static int between(long[] sorted, long from, long to) {
        return (int) Arrays.stream(sorted)
                .filter(nanos -> nanos >= from && nanos <= to)
                .count();
    }

    private static Incident incident(List<Integer> nodes, long from, long to, int held) {
        Change change = new Change(from, from, from, to, to, to, to, Long.MIN_VALUE, Long.MAX_VALUE, 0);
        double lasted = to - from;
        return new Incident(Kind.STANDSTILL, nodes, List.of(), change, 0, 0, lasted, 0, held, held * lasted);
    }
}

package io.wirepath.causes.explain;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Which links are to be explained.
 *
 * @param rows rows of the messages, in rising order
 * @param doubtful beside them this many whose cause is most in doubt
 */
public record ExplanationRequest(int[] rows, int doubtful) {

    /** A link is in doubt below this probability. */
    private static final double SURE = 0.95;

    /** Nothing is to be explained. */
    public static final ExplanationRequest NOTHING = new ExplanationRequest(new int[0], 0);

    /** Sorts and keeps its own copy. */
    public ExplanationRequest {
        rows = Arrays.stream(rows).sorted().distinct().toArray();
        if (doubtful < 0) {
            throw new IllegalArgumentException("no negative number of links can be explained");
        }
    }

    /** Whether nothing is asked for. */
    public boolean isNothing() {
        return rows.length == 0 && doubtful == 0;
    }

    /** Whether this row was asked for by itself. */
    public boolean names(int row) {
        return Arrays.binarySearch(rows, row) >= 0;
    }

    /**
     * Chooses among rows: those named, and of the others the most doubtful.
     *
     * @param probability probability of the chosen cause of a row
     */
    public int[] choose(IntStream among, IntToDoubleFunction probability) {
        int[] all = among.filter(row -> names(row) || doubtful > 0 && probability.applyAsDouble(row) < SURE)
                .toArray();
        IntStream named = Arrays.stream(all).filter(this::names);
        IntStream others = Arrays.stream(all)
                .filter(row -> !names(row))
                .boxed()
                .sorted(Comparator.comparingDouble((Integer row) -> probability.applyAsDouble(row))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(doubtful)
                .mapToInt(Integer::intValue);
        return IntStream.concat(named, others).toArray();
    }

    /** What was asked for among explanations of several parts, named ones first, then by doubt. */
    public List<Explanation> choose(List<Explanation> among) {
        List<Explanation> named =
                among.stream().filter(each -> names(each.row())).toList();
        List<Explanation> others = among.stream()
                .filter(each -> !names(each.row()))
                .sorted(Comparator.comparingDouble(Explanation::probability).thenComparingInt(Explanation::row))
                .limit(doubtful)
                .toList();
        return java.util.stream.Stream.concat(named.stream(), others.stream()).toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ExplanationRequest own && doubtful == own.doubtful && Arrays.equals(rows, own.rows);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(rows) + doubtful;
    }

    @Override
    public String toString() {
        return Arrays.toString(rows) + " and " + doubtful + " in doubt";
    }
}

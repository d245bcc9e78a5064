package io.wirepath.analyze.series;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The series of nodes, roles, edges, links, patterns and sniffers over the same intervals: calls and messages count
 * where they began. Made by {@link SeriesBuilder}. Immutable once built; safe to share.
 *
 * <p>Of very many nodes or edges the {@value #MAX_OF_A_KIND} with most requests are kept.
 *
 * @param intervals the intervals
 * @param series nodes, roles, edges, links, patterns, sniffers, each in order of first appearance
 */
public record SeriesTable(Intervals intervals, List<TimeSeries> series) {

    /** Series of one kind that are kept. */
    public static final int MAX_OF_A_KIND = 200;

    /** No intervals. */
    public static final SeriesTable NONE = new SeriesTable(new Intervals(1, 0, 0), List.of());

    /** The same kinds together, of each the largest. */
    static SeriesTable of(Intervals intervals, List<? extends Collection<TimeSeries>> kinds) {
        List<TimeSeries> all = new ArrayList<>();
        kinds.forEach(kind -> all.addAll(kept(List.copyOf(kind))));
        return new SeriesTable(intervals, List.copyOf(all));
    }

    private static List<TimeSeries> kept(List<TimeSeries> series) {
        return series.size() <= MAX_OF_A_KIND
                ? series
                : series.stream()
                        .sorted(Comparator.comparingLong((TimeSeries own) -> -own.requests()))
                        .limit(MAX_OF_A_KIND)
                        .toList();
    }
}

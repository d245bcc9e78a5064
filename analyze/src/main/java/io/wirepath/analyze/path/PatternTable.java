package io.wirepath.analyze.path;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import io.wirepath.analyze.delay.KeptForm;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The patterns of some messages with their totals. A monoid: the tables of two windows, or of two machines, can be
 * added, in any order; a pattern is the same one where its shape is the same. Only patterns that were described in
 * either table take part ({@link io.wirepath.causes.AnalysisSettings#maxPatterns}). Not thread-safe.
 */
public final class PatternTable {

    private final Map<Long, PatternTotals> byRole = new TreeMap<>();

    private final Map<Long, List<Integer>> roots = new TreeMap<>();
    private long paths;
    private long cutPaths;

    /** An empty table. */
    public PatternTable() {}

    /** Adds all instances of another table, which stays as it is. */
    public void add(PatternTable other) {
        for (PatternTotals pattern : other.byRole.values()) {
            byRole.computeIfAbsent(pattern.shape(), unseen -> pattern.empty()).add(pattern);
        }
        paths += other.paths;
        cutPaths += other.cutPaths;
    }

    /** Each pattern by its identifier, as it is kept: without the paths that are its examples. */
    public void keep(BiConsumer<String, KeptForm> to) {
        byRole.values().forEach(pattern -> {
            KeptForm form = KeptForm.written();
            PatternTotals.keep(form, pattern);
            to.accept(PatternTotals.id(pattern.shape()), form);
        });
    }

    /**
     * Adds a pattern that was kept.
     *
     * @throws IllegalArgumentException where it is damaged
     */
    public void add(KeptForm kept) {
        PatternTotals pattern = PatternTotals.keep(kept, null);
        PatternTotals before = byRole.putIfAbsent(pattern.shape(), pattern);
        if (before != null) {
            before.add(pattern);
        }
    }

    /** All paths, with those of patterns that were too rare to be described. */
    public long paths() {
        return paths;
    }

    /** Paths that were longer than {@link io.wirepath.causes.AnalysisSettings#maxPathMessages}, and were cut. */
    public long cutPaths() {
        return cutPaths;
    }

    /**
     * Rows of the first messages of the paths whose likeliest instance has a pattern, in order of time, by its
     * identifier; also of patterns too rare to be described. Rows are those of one table of messages: what {@link #add}
     * added is not among them.
     */
    public Map<String, List<Integer>> roots() {
        Map<String, List<Integer>> byId = new TreeMap<>();
        roots.forEach((shape, rows) -> byId.put(PatternTotals.id(shape), rows));
        return byId;
    }

    /** The {@link #roots} of the patterns that are described. */
    public Map<String, List<Integer>> rootsOfPatterns() {
        Map<String, List<Integer>> described = roots();
        described
                .keySet()
                .retainAll(byRole.keySet().stream().map(PatternTotals::id).collect(toSet()));
        return described;
    }

    /** Notes a path whose likeliest instance has this shape. */
    void root(long shape, int row) {
        roots.computeIfAbsent(shape, unseen -> new ArrayList<>()).add(row);
    }

    /** Notes what was seen in all. */
    void seen(long begun, long cut) {
        paths += begun;
        cutPaths += cut;
    }

    /** Number of patterns by role. */
    public int size() {
        return byRole.size();
    }

    /** The patterns by role, highest expected count first, each with its patterns by node. */
    public List<PathPattern> patterns() {
        return ranked(byRole.values());
    }

    /** The pattern with this shape, or one made now. */
    PatternTotals totals(long shape, Supplier<PatternTotals> maker) {
        return byRole.computeIfAbsent(shape, unseen -> maker.get());
    }

    static List<PathPattern> ranked(Collection<PatternTotals> totals) {
        List<PathPattern> patterns = totals.stream()
                .sorted(Comparator.comparingDouble((PatternTotals pattern) -> -pattern.expectedCount())
                        .thenComparingLong(PatternTotals::shape))
                .map(PatternTotals::pattern)
                .toList();
        List<PathPattern> told = toldApart(patterns, pattern -> pattern.title() + PatternTitle.answer(pattern.root()));
        return toldApart(told, PatternTitle::withPorts);
    }

    /** Those whose titles are alike get a longer one, where that tells some of them apart. */
    private static List<PathPattern> toldApart(List<PathPattern> patterns, Function<PathPattern, String> longer) {
        Map<String, Set<String>> titles =
                patterns.stream().collect(groupingBy(PathPattern::title, mapping(longer, toSet())));
        return patterns.stream()
                .map(pattern -> titles.getOrDefault(pattern.title(), Set.of()).size() < 2
                        ? pattern
                        : pattern.titled(longer.apply(pattern)))
                .toList();
    }
}

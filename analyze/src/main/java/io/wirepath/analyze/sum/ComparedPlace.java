package io.wirepath.analyze.sum;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What is compared between two runs. It is the same thing in both where all of it is equal; of patterns the identifier
 * alone, for what a pattern is called depends on what other patterns there are.
 *
 * @param sort what it is
 * @param name name of the node, role or path, or of the caller of an edge; empty for the whole system
 * @param peer name of the called node of an edge, or of the called role of a pair of roles; of a pattern its
 *     identifier; empty otherwise
 */
public record ComparedPlace(Sort sort, String name, String peer) implements Comparable<ComparedPlace> {

    private static final Comparator<ComparedPlace> ORDER = Comparator.comparing(ComparedPlace::sort)
            .thenComparing(place -> place.sort == Sort.PATTERN ? "" : place.name)
            .thenComparing(ComparedPlace::peer);

    /** The system as its clients see it. */
    public static final ComparedPlace SYSTEM = new ComparedPlace(Sort.SYSTEM, "", "");

    /** What a place can be. */
    public enum Sort {
        SYSTEM,
        NODE,
        EDGE,
        ROLE,
        PATTERN
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ComparedPlace place
                && sort == place.sort
                && peer.equals(place.peer)
                && (sort == Sort.PATTERN || name.equals(place.name));
    }

    @Override
    public int hashCode() {
        // no list of the three: each call of a run is counted at ten places
        return 31 * (31 * sort.ordinal() + peer.hashCode()) + (sort == Sort.PATTERN ? 0 : name.hashCode());
    }

    @Override
    public int compareTo(ComparedPlace other) {
        return ORDER.compare(this, other);
    }
}

package io.wirepath.pipeline.diagnosis;

import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.finding.Finding.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Something about captures that a reader must know before all else.
 *
 * @param finding what it is and what to do
 * @param spoils what can no longer be believed because of it
 */
record Fault(Finding finding, Spoils spoils) {

    private static final int MAX_NAMED = 3;

    /** How far a fault reaches. */
    enum Spoils {
        /** Findings stand as they are. */
        NOTHING,
        /** That a response was not captured does not mean that there was none. */
        MISSING_RESPONSES,
        /** Times and causes are no longer those of the system. */
        EVERYTHING
    }

    static Fault of(Severity severity, String kind, String title, String detail, Spoils spoils) {
        return new Fault(new Finding(severity, kind, title, detail, List.of(), 0, 0), spoils);
    }

    /**
     * The first of several faults of one kind in the place of all, with some of the others; what is spoilt by any of
     * them is spoilt.
     */
    static Fault forAll(List<Fault> alike) {
        Finding first = alike.get(0).finding();
        Spoils most =
                alike.stream().map(Fault::spoils).max(Comparator.naturalOrder()).orElseThrow();
        int others = alike.size() - 1;
        String some = alike.stream()
                .skip(1)
                .limit(MAX_NAMED)
                .map(fault -> fault.finding().title())
                .collect(Collectors.joining("; "));
        return of(
                first.severity(),
                first.kind(),
                first.title() + ", and " + others + " like it",
                first.detail() + " The others: " + some
                        + (others > MAX_NAMED ? "; and " + (others - MAX_NAMED) + " more." : "."),
                most);
    }
}

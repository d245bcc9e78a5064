package io.wirepath.analyze.row;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.finding.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is said of a finding. */
public final class FindingRow {

    private static final Fields<Change> CHANGE = Fields.<Change>of("Change", "When something changed.")
            .time("onset", "When it began; unknown where it is no change.", Change::onsetNanos)
            .ifKnown()
            .numbers("onsetInterval", ValueType.TIME, "Earliest and latest moment of that.", FindingRow::onset)
            .ifKnown()
            .number("chance", "Bound on the probability that chance shows as much.", Change::chance)
            .ifKnown()
            .time("end", "When it ended; null where it lasts.", Change::endNanos)
            .orNull()
            .numbers("endInterval", ValueType.TIME, "Earliest and latest moment of that.", FindingRow::end)
            .orNull();

    /** A finding. */
    public static final Fields<Finding> FIELDS = Fields.<Finding>of("Finding", "What the analysis found.")
            .text("severity", "problem, notice or fact.", Finding::severity)
            .text("kind", "Name of the detector.", Finding::kind)
            .text("title", "What was found.", Finding::title)
            .text("detail", "How it was found.", Finding::detail)
            .texts("nodes", "The nodes concerned.", Finding::nodes)
            .meanDuration("effect", "Size of the effect where it is a time.", Finding::effectNanos)
            .meanDuration("uncertainty", "Half of its 95 % interval.", Finding::uncertaintyNanos)
            .all(CHANGE, Finding::change)
            .layout(Family.QUERY, "time=onset severity kind title detail nodes effect uncertainty")
            .layout(Family.CSV, "severity kind title detail nodes effect uncertainty onset end")
            .everywhere();

    private FindingRow() {}

    private static List<Long> onset(Change change) {
        return List.of(change.onsetFromNanos(), change.onsetToNanos());
    }

    private static @Nullable List<Long> end(Change change) {
        return change.lasts() ? null : List.of(change.endFromNanos(), change.endToNanos());
    }
}

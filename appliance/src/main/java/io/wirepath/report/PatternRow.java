package io.wirepath.report;

import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.path.PathExample;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.row.Delays;
import io.wirepath.analyze.row.StepRow;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A path that requests take.
 *
 * @param memberOf identifier of the path by role that it belongs to; empty for none
 * @param requests finds the calls of its examples; null where examples are not told
 */
public record PatternRow(
        PathPattern of, String memberOf, @Nullable RequestsJson requests) {

    private static final Fields<Map.Entry<Integer, PathExample>> EXAMPLE = Fields.<Map.Entry<Integer, PathExample>>of(
                    "Example", "A request that took a path.")
            .count("call", "Number of its first call.", Map.Entry::getKey)
            .duration(
                    "duration",
                    "How long it took.",
                    example -> example.getValue().durationNanos())
            .number(
                    "probability",
                    "Of all its links.",
                    example -> example.getValue().probability());

    /** A path. */
    public static final Fields<PatternRow> FIELDS = patterns();

    private static Fields<PatternRow> patterns() {
        Fields<PatternRow> patterns = Fields.of("Pattern", "A path that requests take.");
        return patterns.text("id", "From the shape alone: equal in two runs.", p -> p.of.id())
                .text("title", "The nodes on it.", p -> p.of.title())
                .text("aggregation", "roles or nodes.", p -> p.of.aggregation())
                .count("count", "Requests that most likely took it.", p -> p.of.count())
                .number("expectedCount", "Requests that took it, expected.", p -> p.of.expectedCount())
                .number("maxProbability", "That of its surest instance.", p -> p.of.maxProbability())
                .number("expectedPerCount", "expectedCount by count.", p -> p.of.expectedPerCount())
                .number("expectedPerRootCount", "expectedCount by its first calls.", p -> p.of.expectedPerRootCount())
                .object("duration", Delays.FIELDS, "How long it takes.", p -> p.of.duration())
                .object("root", StepRow.STEP, "Its first message.", p -> p.of.root())
                .objects("examples", EXAMPLE, "The slowest instances and some by chance.", PatternRow::examples)
                .tree("members", "The same by node.", PatternRow::members)
                .layout(
                        Family.JSON,
                        "id title aggregation count expectedCount maxProbability expectedPerCount expectedPerRootCount",
                        "duration root examples members")
                .text("memberOf", "The path by role that it belongs to.", PatternRow::memberOf)
                .layout(
                        Family.CSV,
                        "id memberOf title aggregation count expected=expectedCount maxProbability",
                        "mean_nanos=duration.mean p50_nanos=duration.p50 p90_nanos=duration.p90 p99_nanos=duration.p99")
                .everywhere();
    }

    private List<Map.Entry<Integer, PathExample>> examples() {
        return requests == null ? List.of() : requests.examples(of);
    }

    private List<PatternRow> members() {
        return of.members().stream()
                .map(member -> new PatternRow(member, of.id(), requests))
                .toList();
    }
}

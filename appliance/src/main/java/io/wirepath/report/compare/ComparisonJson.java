package io.wirepath.report.compare;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.row.FindingRow;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.report.FieldJson;
import java.util.List;
import java.util.stream.Stream;

/** A comparison of two runs as one JSON object: what differs first, then everything that was compared. */
public final class ComparisonJson {

    /** Version of the object's form. */
    public static final int FORMAT = 1;

    private static final Fields<Run> RUN = Fields.<Run>of("ComparedRun", "One side of a comparison.")
            .text("title", "What it is.", Run::title)
            .time("first", "When its first request began.", run -> run.sums.firstNanos())
            .time("last", "When its last one did.", run -> run.sums.lastNanos())
            .count("requests", "Requests of clients.", run -> run.sums.requests());

    private static final Fields<Contrast> CONTRAST = Fields.<Contrast>of(
                    "Contrast", "How a measure of a place differs between two times.")
            .text(
                    "of",
                    "system, node, edge, role or pattern.",
                    own -> own.place().sort())
            .text("name", "The place; of an edge who calls.", own -> own.place().name())
            .text(
                    "peer",
                    "Of an edge who is called, of a path its identifier.",
                    own -> own.place().peer())
            .text("measure", "What is measured.", Contrast::measure)
            .text("unit", "nanoseconds, share or perSecond.", ComparisonJson::unit)
            .text("kind", "Kind of request; empty for all of them.", Contrast::kind)
            .number("before", "The usual value.", Contrast::before)
            .number("after", "The same at the other time.", Contrast::after)
            .number("effect", "How far it lies above, like compared with like.", Contrast::effect)
            .numbers("interval", ValueType.NUMBER, "The 95 % interval of the effect.", ComparisonJson::interval)
            .count("countBefore", "Requests, or events.", Contrast::countBefore)
            .count("countAfter", "The same at the other time.", Contrast::countAfter)
            .number("chance", "Of a difference this large without a cause.", Contrast::chance)
            .truth("differs", "Whether it is told.", Contrast::differs);

    private static final Fields<Contrast> DIFFERENCE = Fields.<Contrast>of("Difference", "What differs.")
            .all(CONTRAST, own -> own)
            .text("severity", "problem, notice or fact.", ContrastWords::severity)
            .text("sentence", "The same in words.", ContrastWords::sentence);

    private static final Fields<Within> WITHIN = Fields.<Within>of("ChangeWithin", "What changed within one run alone.")
            .all(FindingRow.FIELDS, Within::of)
            .text("within", "before or after.", Within::run);

    /** A comparison. */
    public static final Fields<ComparedRuns> FIELDS = Fields.<ComparedRuns>of(
                    "Comparison", "What wirepath compare tells of two times.")
            .count("format", "Version of the form.", runs -> FORMAT)
            .text("program", "What made it.", runs -> "wirepath " + runs.version())
            .object(
                    "before",
                    RUN,
                    "The one.",
                    runs -> new Run(runs.before(), runs.comparison().before()))
            .object(
                    "after",
                    RUN,
                    "The other.",
                    runs -> new Run(runs.after(), runs.comparison().after()))
            .number("falseAlarms", "Chance that one of all is told without a cause.", runs -> Comparison.FALSE_ALARMS)
            .objects(
                    "differences",
                    DIFFERENCE,
                    "What differs, the gravest first.",
                    runs -> runs.comparison().differences())
            .objects("changes", WITHIN, "What changed within one of them.", ComparisonJson::changes)
            .objects(
                    "contrasts",
                    CONTRAST,
                    "All that was compared.",
                    runs -> runs.comparison().contrasts());

    private ComparisonJson() {}

    private record Run(String title, Sums sums) {}

    private record Within(Finding of, String run) {}

    /** Makes the object. */
    public static ObjectNode of(ComparedRuns runs) {
        return FieldJson.of(FIELDS, runs);
    }

    private static List<Within> changes(ComparedRuns runs) {
        return Stream.concat(
                        runs.changedBefore().stream().map(own -> new Within(own, "before")),
                        runs.changedAfter().stream().map(own -> new Within(own, "after")))
                .toList();
    }

    private static String unit(Contrast own) {
        return switch (own.measure().form()) {
            case DELAY -> "nanoseconds";
            case SHARE -> "share";
            case RATE -> "perSecond";
        };
    }

    private static List<Double> interval(Contrast own) {
        return List.of(own.effect() - own.halfWidth(), own.effect() + own.halfWidth());
    }
}

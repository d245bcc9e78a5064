package io.wirepath.report.compare;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.report.ReportJson;
import java.util.Locale;

/** A comparison of two runs as one JSON object: what differs first, then everything that was compared. */
public final class ComparisonJson {

    /** Version of the object's form. */
    public static final int FORMAT = 1;

    private ComparisonJson() {}

    /** Makes the object. */
    public static ObjectNode of(ComparedRuns runs) {
        Comparison comparison = runs.comparison();
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("format", FORMAT);
        to.put("program", "wirepath " + runs.version());
        run(to.putObject("before"), runs.before(), comparison.before());
        run(to.putObject("after"), runs.after(), comparison.after());
        to.put("falseAlarms", Comparison.FALSE_ALARMS);
        ArrayNode differences = to.putArray("differences");
        comparison
                .differences()
                .forEach(its -> differences.add(contrast(its)
                        .put("severity", id(ContrastWords.severity(its)))
                        .put("sentence", ContrastWords.sentence(its))));
        ArrayNode changes = to.putArray("changes");
        runs.changedBefore().forEach(its -> changes.add(ReportJson.finding(its).put("within", "before")));
        runs.changedAfter().forEach(its -> changes.add(ReportJson.finding(its).put("within", "after")));
        ArrayNode contrasts = to.putArray("contrasts");
        comparison.contrasts().forEach(its -> contrasts.add(contrast(its)));
        return to;
    }

    private static String id(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static void run(ObjectNode to, String title, Sums run) {
        to.put("title", title);
        to.put("firstNanos", run.firstNanos());
        to.put("lastNanos", run.lastNanos());
        to.put("requests", run.requests());
    }

    private static ObjectNode contrast(Contrast its) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("of", id(its.place().sort()));
        to.put("name", its.place().name());
        to.put("peer", its.place().peer());
        to.put("measure", id(its.measure()));
        to.put(
                "unit",
                switch (its.measure().form()) {
                    case DELAY -> "nanoseconds";
                    case SHARE -> "share";
                    case RATE -> "perSecond";
                });
        to.put("kind", its.kind());
        to.put("before", its.before());
        to.put("after", its.after());
        to.put("effect", its.effect());
        to.putArray("interval").add(its.effect() - its.halfWidth()).add(its.effect() + its.halfWidth());
        to.put("countBefore", its.countBefore());
        to.put("countAfter", its.countAfter());
        to.put("chance", its.chance());
        to.put("differs", its.differs());
        return to;
    }
}

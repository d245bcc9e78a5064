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
                .forEach(own -> differences.add(contrast(own)
                        .put("severity", id(ContrastWords.severity(own)))
                        .put("sentence", ContrastWords.sentence(own))));
        ArrayNode changes = to.putArray("changes");
        runs.changedBefore().forEach(own -> changes.add(ReportJson.finding(own).put("within", "before")));
        runs.changedAfter().forEach(own -> changes.add(ReportJson.finding(own).put("within", "after")));
        ArrayNode contrasts = to.putArray("contrasts");
        comparison.contrasts().forEach(own -> contrasts.add(contrast(own)));
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

    private static ObjectNode contrast(Contrast own) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("of", id(own.place().sort()));
        to.put("name", own.place().name());
        to.put("peer", own.place().peer());
        to.put("measure", id(own.measure()));
        to.put(
                "unit",
                switch (own.measure().form()) {
                    case DELAY -> "nanoseconds";
                    case SHARE -> "share";
                    case RATE -> "perSecond";
                });
        to.put("kind", own.kind());
        to.put("before", own.before());
        to.put("after", own.after());
        to.put("effect", own.effect());
        to.putArray("interval").add(own.effect() - own.halfWidth()).add(own.effect() + own.halfWidth());
        to.put("countBefore", own.countBefore());
        to.put("countAfter", own.countAfter());
        to.put("chance", own.chance());
        to.put("differs", own.differs());
        return to;
    }
}

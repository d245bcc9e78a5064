package io.wirepath.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.whole.LinkMeasure;
import java.util.Map;

/** What a document calls the numbers at its links: those that are no probabilities are called scores. */
public final class MeasureNames {

    private static final Map<String, String> SCORES =
            Map.of("probability", "score", "maxProbability", "maxScore", "meanLinkProbability", "meanLinkScore");

    private MeasureNames() {}

    /** Gives the fields within, at any depth, the names of this measure. */
    public static void name(JsonNode document, LinkMeasure measure) {
        if (measure == LinkMeasure.SCORE) {
            scores(document);
        }
    }

    private static void scores(JsonNode within) {
        if (within instanceof ObjectNode object) {
            SCORES.forEach((from, to) -> {
                JsonNode value = object.remove(from);
                if (value != null) {
                    object.set(to, value);
                }
            });
        }
        within.forEach(MeasureNames::scores);
    }
}

package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.whatif.Prediction;
import java.util.List;
import java.util.Locale;

/** A prediction as JSON: what {@code wirepath whatif --json} prints. */
public final class WhatIfJson {

    private static final List<String> FIGURES = List.of("mean", "p50", "p90", "p99");

    private WhatIfJson() {}

    /** All of it. */
    public static ObjectNode of(Prediction prediction) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("replays", prediction.replays());
        ArrayNode rows = to.putArray("requests");
        for (Prediction.Row row : prediction.rows()) {
            ObjectNode own = rows.addObject();
            own.put("entry", row.name()).put("requests", row.requests());
            for (int i = 0; i < FIGURES.size(); i++) {
                Prediction.Figure figure = row.figures().get(i);
                own.putObject(FIGURES.get(i))
                        .put("recordedNanos", Math.round(figure.recordedNanos()))
                        .put("replayedNanos", Math.round(figure.replayedNanos()))
                        .put("thenNanos", Math.round(figure.thenNanos()))
                        .put("lowNanos", Math.round(figure.lowNanos()))
                        .put("highNanos", Math.round(figure.highNanos()));
            }
        }
        ArrayNode places = to.putArray("places");
        for (Prediction.Place place : prediction.places()) {
            places.addObject()
                    .put("at", place.name())
                    .put("kind", place.kind())
                    .put("standing", place.standing().name().toLowerCase(Locale.ROOT))
                    .put("atOnceNow", place.atOnceNow())
                    .put("atOnceThen", place.atOnceThen());
        }
        return to;
    }
}

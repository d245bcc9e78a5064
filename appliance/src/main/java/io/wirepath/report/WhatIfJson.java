package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.whatif.Prediction;
import io.wirepath.analyze.whatif.Prediction.Figure;
import io.wirepath.analyze.whatif.Prediction.Place;
import io.wirepath.analyze.whatif.Prediction.Row;

/** A prediction as JSON: what {@code wirepath whatif --json} prints. */
public final class WhatIfJson {

    private static final Fields<Figure> FIGURE = Fields.<Figure>of(
                    "PredictedFigure", "A figure of how long requests take.")
            .duration("recorded", "As recorded.", figure -> Math.round(figure.recordedNanos()))
            .duration(
                    "replayed",
                    "As a replay gives it with nothing otherwise.",
                    figure -> Math.round(figure.replayedNanos()))
            .duration("then", "As predicted.", figure -> Math.round(figure.thenNanos()))
            .duration(
                    "low",
                    "Lower bound of 95 of 100 recordings of the changed system.",
                    figure -> Math.round(figure.lowNanos()))
            .duration("high", "Upper bound of them.", figure -> Math.round(figure.highNanos()));

    private static final Fields<Row> ROW = Fields.<Row>of("PredictedRequests", "Requests of clients at one entry.")
            .text("entry", "Role that they ask, and what for where that is known; empty for all.", Row::name)
            .count("requests", "Answered ones in the recording.", Row::requests)
            .object("mean", FIGURE, "Their mean.", row -> row.figures().get(0))
            .object("p50", FIGURE, "Their median.", row -> row.figures().get(1))
            .object(
                    "p90",
                    FIGURE,
                    "Their 90th percentile.",
                    row -> row.figures().get(2))
            .object(
                    "p99",
                    FIGURE,
                    "Their 99th percentile.",
                    row -> row.figures().get(3));

    private static final Fields<Place> PLACE = Fields.<Place>of(
                    "PredictedPlace", "What calls hold and others wait for.")
            .text("at", "Node that serves them, or of a pool CALLER>CALLEE.", Place::name)
            .text("kind", "What they ask for; empty where all requests count.", Place::kind)
            .text(
                    "standing",
                    "waited_for; asked where nobody waits yet; possible where no queue is known, and the upper bounds"
                            + " have one; doubtful where a replay does not bear the waits out.",
                    Place::standing)
            .count("atOnceNow", "How many hold it at once; 0 of what is asked.", Place::atOnceNow)
            .count("atOnceThen", "How many would.", Place::atOnceThen);

    /** What a prediction holds. */
    static final Fields<Prediction> FIELDS = Fields.<Prediction>of(
                    "Prediction", "How long requests would take in a system that is otherwise.")
            .count("replays", "Replays that the bounds are from.", Prediction::replays)
            .objects("requests", ROW, "All first, then those of each entry, most first.", Prediction::rows)
            .objects("places", PLACE, "What holds requests up.", Prediction::places);

    private WhatIfJson() {}

    /** All of it. */
    public static ObjectNode of(Prediction prediction) {
        return FieldJson.of(FIELDS, prediction);
    }
}

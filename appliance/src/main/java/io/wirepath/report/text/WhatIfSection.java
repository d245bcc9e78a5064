package io.wirepath.report.text;

import io.wirepath.analyze.whatif.Prediction;
import io.wirepath.analyze.whatif.Prediction.Figure;
import io.wirepath.analyze.whatif.Prediction.Place;
import io.wirepath.analyze.whatif.Prediction.Row;
import io.wirepath.analyze.whatif.Prediction.Standing;
import io.wirepath.flows.CountText;
import java.util.List;

/** A prediction as text: what {@code wirepath whatif} prints. */
public final class WhatIfSection {

    private static final List<String> FIGURES = List.of("mean", "p50", "p90", "p99");

    private WhatIfSection() {}

    /** All of it, with a line that says what is otherwise. */
    public static String of(Prediction prediction, String otherwise, Style style) {
        StringBuilder to = new StringBuilder();
        TextReport.heading(to, style, "WHAT IF " + otherwise);
        TextTable table = new TextTable("<requests", "count", "", "now", "then", "<95 % of recordings", "~replayed");
        for (Row row : prediction.rows()) {
            for (int i = 0; i < FIGURES.size(); i++) {
                Figure figure = row.figures().get(i);
                table.row(
                        i > 0 ? "" : row.name().isEmpty() ? "all" : "to " + Figures.printable(row.name()),
                        i > 0 ? "" : CountText.of(row.requests()),
                        FIGURES.get(i),
                        Figures.time(figure.recordedNanos()),
                        Figures.time(figure.thenNanos()),
                        Figures.time(figure.lowNanos()) + " … " + Figures.time(figure.highNanos()),
                        Figures.time(figure.replayedNanos()));
            }
        }
        table.print(to, style);
        places(prediction, to, style);
        to.append('\n');
        String text = "From " + prediction.replays()
                + " replays. What packets show that requests wait for is waited for in them; what nobody waited for"
                + " yet has no limit, but in the upper bounds, where a pool is possible. 'replayed' is what a replay of"
                + " the recording gives: how far it is from 'now' is how far to trust the rest.";
        Wrapping.lines(text, style.wordColumns() - 2)
                .forEach(line -> to.append("  ").append(line).append('\n'));
        return to.toString();
    }

    private static void places(Prediction prediction, StringBuilder to, Style style) {
        if (prediction.places().isEmpty()) {
            return;
        }
        to.append('\n');
        TextTable table = new TextTable("<what holds requests up", "at once now", "then", "<kind", "<");
        for (Place place : prediction.places()) {
            table.row(
                    Figures.printable(place.name()),
                    place.standing() == Standing.ASKED ? "nobody waits" : Integer.toString(place.atOnceNow()),
                    Integer.toString(place.atOnceThen()),
                    Figures.printable(place.kind()),
                    note(place.standing()));
        }
        table.print(to, style);
    }

    private static String note(Standing standing) {
        return switch (standing) {
            case DOUBTFUL -> "in doubt: its waits count as work";
            case POSSIBLE -> "no queue known: one in the upper bounds alone";
            case WAITED_FOR, ASKED -> "";
        };
    }
}

package io.wirepath.report.text;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.whatif.Prediction;
import io.wirepath.analyze.whatif.Prediction.Place;
import io.wirepath.analyze.whatif.Prediction.Standing;
import java.util.List;
import org.junit.jupiter.api.Test;

class WhatIfSectionTest {

    @Test
    void saysWhereNoQueueIsKnown() {
        Prediction prediction = new Prediction(
                List.of(),
                List.of(
                        new Place("app1>db", "", Standing.WAITED_FOR, 2, 2),
                        new Place("app2>db", "", Standing.POSSIBLE, 8, 8)),
                800);
        String text = WhatIfSection.of(prediction, "there are 2.0 times as many requests", new Style(false, 0));
        String[] lines = text.split("\n");
        assertTrue(lines(lines, "app1>db").stream().noneMatch(line -> line.contains("queue")), text);
        assertTrue(
                lines(lines, "app2>db").stream().allMatch(line -> line.contains("no queue known: one in the upper")),
                text);
    }

    private static List<String> lines(String[] all, String with) {
        List<String> lines =
                List.of(all).stream().filter(line -> line.contains(with)).toList();
        assertTrue(!lines.isEmpty());
        return lines;
    }
}

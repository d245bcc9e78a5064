package io.wirepath.report.text;

import java.util.ArrayList;
import java.util.List;

/** Breaks text into lines between words. */
public final class Wrapping {

    private Wrapping() {}

    /** The lines, none longer than {@code width} unless a single word is. */
    public static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        if (line.length() > 0) {
            lines.add(line.toString());
        }
        return lines;
    }
}

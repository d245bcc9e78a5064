package io.wirepath.appliance.report.text;

import io.wirepath.analyze.finding.Finding;

/**
 * Emphasis for a terminal, or none.
 *
 * @param colour whether the terminal understands escape sequences (ECMA-48 SGR)
 */
public record Style(boolean colour) {

    private static final String RESET = "\u001b[0m";

    /** A heading. */
    String heading(String text) {
        return wrap("\u001b[1m", text);
    }

    /** Something of less weight. */
    String faint(String text) {
        return wrap("\u001b[2m", text);
    }

    /** Something in the colour of its severity. */
    String severity(Finding.Severity severity, String text) {
        return switch (severity) {
            case PROBLEM -> wrap("\u001b[1;31m", text);
            case NOTICE -> wrap("\u001b[1;33m", text);
            case FACT -> wrap("\u001b[36m", text);
        };
    }

    private String wrap(String start, String text) {
        return colour ? start + text + RESET : text;
    }
}

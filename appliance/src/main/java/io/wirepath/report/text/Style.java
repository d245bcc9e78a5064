package io.wirepath.report.text;

import io.wirepath.analyze.finding.Finding;

/**
 * Emphasis for a terminal, or none, and how wide it is.
 *
 * @param colour whether the terminal understands escape sequences (ECMA-48 SGR)
 * @param columns width of the terminal; 0 where it is none, such as a pipe
 */
public record Style(boolean colour, int columns) {

    private static final int NARROWEST = 80;
    private static final int WIDEST = 200;
    private static final int WITHOUT_TERMINAL = 100;

    /** Width of lines of words: of a very wide terminal only what an eye can follow. */
    public int wordColumns() {
        return columns == 0 ? WITHOUT_TERMINAL : Math.min(Math.max(columns, NARROWEST), 120);
    }

    /** Width of tables. A program that reads a pipe gets all: rows that were cut would look alike. */
    int tableColumns() {
        return columns == 0 ? Integer.MAX_VALUE : Math.min(Math.max(columns, NARROWEST), WIDEST);
    }

    private static final String RESET = "\u001b[0m";

    /** A heading. */
    public String heading(String text) {
        return wrap("\u001b[1m", text);
    }

    /** Something of less weight. */
    public String faint(String text) {
        return wrap("\u001b[2m", text);
    }

    /** Something in the colour of its severity. */
    public String severity(Finding.Severity severity, String text) {
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

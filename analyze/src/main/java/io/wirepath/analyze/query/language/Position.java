package io.wirepath.analyze.query.language;

/**
 * A place in the text of a query.
 *
 * @param line from 1
 * @param column from 1
 * @param word what stands there; empty at the end
 */
public record Position(int line, int column, String word) {

    private static final int LONGEST_WORD = 40;

    /** Cuts words that are too long to be told. */
    public Position {
        word = word.length() > LONGEST_WORD ? word.substring(0, LONGEST_WORD) + "…" : word;
    }

    /** The beginning of a text. */
    public static final Position START = new Position(1, 1, "");

    @Override
    public String toString() {
        return "line " + line + ", column " + column + (word.isEmpty() ? ", at the end" : ", at \"" + word + "\"");
    }
}

package io.wirepath.analyze.query.language;

/**
 * A place in the text of a query.
 *
 * @param line from 1
 * @param column from 1
 * @param word what stands there; empty at the end
 */
public record Position(int line, int column, String word) {

    /** The beginning of a text. */
    public static final Position START = new Position(1, 1, "");

    @Override
    public String toString() {
        return "line " + line + ", column " + column + (word.isEmpty() ? ", at the end" : ", at \"" + word + "\"");
    }
}

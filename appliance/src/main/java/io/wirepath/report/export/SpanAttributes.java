package io.wirepath.report.export;

import java.io.IOException;
import java.util.List;

/**
 * Takes the attributes of a span; their names are those of OpenTelemetry's semantic conventions, or begin with
 * {@code wirepath.}.
 */
interface SpanAttributes {

    /** A text. */
    void text(String key, String value) throws IOException;

    /** A whole number. */
    void number(String key, long value) throws IOException;

    /** A number. */
    void fraction(String key, double value) throws IOException;

    /** Something that holds. */
    void flag(String key) throws IOException;

    /** Several texts. */
    void texts(String key, List<String> values) throws IOException;
}

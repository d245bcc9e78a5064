package io.wirepath.connect.mcp;

import io.wirepath.appliance.command.MomentConverter;
import io.wirepath.pipeline.Failure;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/**
 * A question.
 *
 * @param arguments by name; their types were checked
 * @param authorization what the caller showed for itself, as in the header of HTTP; null for nothing
 */
record Asked(Map<String, Object> arguments, @Nullable String authorization) {

    /** An argument as text; null where it was left out. */
    @Nullable
    String text(String name) {
        Object value = arguments.get(name);
        return value == null || value.toString().isBlank() ? null : value.toString();
    }

    /** An argument as text; {@code otherwise} where it was left out. */
    String text(String name, String otherwise) {
        String text = text(name);
        return text == null ? otherwise : text;
    }

    /** A moment in ns since the epoch; {@code otherwise} where it was left out. */
    long nanos(String name, long otherwise) {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        try {
            return new MomentConverter().convert(text);
        } catch (TypeConversionException e) {
            throw new Failure(name + ": " + e.getMessage(), e);
        }
    }

    /** Rows of each list that the answer may have. */
    int limit() {
        return arguments.get(Tools.LIMIT) instanceof Number number ? number.intValue() : Tools.ROWS;
    }
}

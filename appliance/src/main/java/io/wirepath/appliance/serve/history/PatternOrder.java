package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/** By what rows of patterns are ordered; the names are those of the API. */
public enum PatternOrder {
    TITLE("title"),
    TIME_IN_ALL("timeInAll"),
    EXPECTED("expectedCount"),
    COUNT("count"),
    CERTAINTY("expectedPerCount"),
    MEAN("meanNanos"),
    P99("p99Nanos");

    private final String key;

    PatternOrder(String key) {
        this.key = key;
    }

    private double value(JsonNode row) {
        return switch (this) {
            case TITLE -> 0;
            case TIME_IN_ALL -> number(row, EXPECTED.key) * number(row.path("duration"), MEAN.key);
            case EXPECTED, COUNT, CERTAINTY -> number(row, key);
            case MEAN, P99 -> number(row.path("duration"), key);
        };
    }

    private static double number(JsonNode of, String field) {
        return of.path(field).asDouble();
    }

    /** Compares rows by this; those that are equal stay as they are. */
    Comparator<JsonNode> comparator() {
        return this == TITLE
                ? Comparator.comparing((JsonNode row) -> row.path("title").asText(), String.CASE_INSENSITIVE_ORDER)
                : Comparator.comparingDouble(this::value);
    }

    /** The one of this name; empty where there is none. */
    public static Optional<PatternOrder> of(String name) {
        return Arrays.stream(values()).filter(each -> each.key.equals(name)).findFirst();
    }

    /** All names, for people. */
    public static String names() {
        return Arrays.stream(values()).map(each -> each.key).collect(Collectors.joining(", "));
    }
}

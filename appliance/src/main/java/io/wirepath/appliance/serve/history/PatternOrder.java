package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** By what rows of patterns are ordered; the names are those of the API. */
public enum PatternOrder {
    TITLE("title", row -> 0),
    TIME_IN_ALL("timeInAll", row -> number(row, "expectedCount") * mean(row)),
    EXPECTED("expectedCount", row -> number(row, "expectedCount")),
    COUNT("count", row -> number(row, "count")),
    CERTAINTY("expectedPerCount", row -> number(row, "expectedPerCount")),
    MEAN("meanNanos", PatternOrder::mean),
    P99("p99Nanos", row -> number(row.path("duration"), "p99Nanos"));

    private final String key;
    private final ToDoubleFunction<JsonNode> value;

    PatternOrder(String key, ToDoubleFunction<JsonNode> value) {
        this.key = key;
        this.value = value;
    }

    private static double number(JsonNode of, String field) {
        return of.path(field).asDouble();
    }

    private static double mean(JsonNode row) {
        return number(row.path("duration"), "meanNanos");
    }

    /** Compares rows by this; those that are equal stay as they are. */
    Comparator<JsonNode> comparator() {
        return this == TITLE
                ? Comparator.comparing((JsonNode row) -> row.path("title").asText(), String.CASE_INSENSITIVE_ORDER)
                : Comparator.comparingDouble(value);
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

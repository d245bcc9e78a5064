package io.wirepath.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a page of a service asks for once a view needs it. */
public enum PagePart {
    /** Each node and role, and where they stand on the map. */
    NODES,

    /** What nodes, roles, edges and patterns did over time. */
    SERIES,

    /** What stretches of time are added up from. */
    SUMS,

    /** The first patterns, whole. */
    PATTERNS,

    /** The requests that the report explains, and links in doubt. */
    REQUESTS,

    /** What hosts were busy with, and logged. */
    HOSTS;

    /** Fields of a report that this part has. */
    List<String> fields() {
        return switch (this) {
            case NODES -> List.of("nodes", "roles", "map");
            case REQUESTS -> List.of("requests", "explanations");
            case SERIES, SUMS, PATTERNS, HOSTS -> List.of(key());
        };
    }

    /** As the API names it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** This part of what {@link PageReport#of} gives. */
    public ObjectNode of(ObjectNode page) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        fields().stream().filter(page::has).forEach(field -> to.set(field, page.get(field)));
        return to;
    }

    /** The part of this name; empty where there is none. */
    public static Optional<PagePart> of(String key) {
        return Arrays.stream(values()).filter(part -> part.key().equals(key)).findFirst();
    }

    /** All names, for people. */
    public static String keys() {
        return Arrays.stream(values()).map(PagePart::key).collect(Collectors.joining(", "));
    }
}

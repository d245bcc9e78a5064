package io.wirepath.imports.names;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Finds what a path of names leads to, in a JSON document: {@code *} is every element, {@code Key=Name} every element
 * whose {@code Key} is {@code Name}. Names are compared without case, since programs change it between versions.
 */
final class JsonPaths {

    private JsonPaths() {}

    /** All that the path leads to; the node itself for the empty path. */
    static Stream<JsonNode> of(JsonNode node, String path) {
        if (path.isEmpty()) {
            return Stream.of(node);
        }
        int end = path.indexOf('.');
        String first = end < 0 ? path : path.substring(0, end);
        String rest = end < 0 ? "" : path.substring(end + 1);
        return step(node, first).flatMap(next -> of(next, rest));
    }

    /** The first text that is not empty. */
    static String text(JsonNode node, String path) {
        return of(node, path)
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static Stream<JsonNode> step(JsonNode node, String name) {
        int equal = name.indexOf('=');
        if (name.equals("*")) {
            return StreamSupport.stream(node.spliterator(), false);
        }
        if (equal > 0) {
            String wanted = name.substring(equal + 1);
            return StreamSupport.stream(node.spliterator(), false)
                    .filter(each -> text(each, name.substring(0, equal)).equals(wanted));
        }
        return node.properties().stream()
                .filter(field -> field.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue);
    }
}

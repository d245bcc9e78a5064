package io.wirepath.appliance.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/** The series of a report as far as the page draws and compares them. */
final class PageSeries {

    /** Quantities of which nothing is drawn. */
    private static final Set<String> UNSEEN = Set.of(
            "inFlight",
            "ownP90Nanos",
            "serviceP90Nanos",
            "connectionsOpened",
            "connectionsRefused",
            "connectionsUnanswered");

    private PageSeries() {}

    /** The same series without what is not drawn, and without quantities that are 0 all the time. */
    static ObjectNode of(JsonNode table) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        table.properties().forEach(field -> {
            if (!field.getValue().isArray()) {
                to.set(field.getKey(), field.getValue());
                return;
            }
            boolean sniffers = field.getKey().equals("sniffers");
            ArrayNode kept = to.putArray(field.getKey());
            field.getValue().forEach(series -> kept.add(sniffers ? series : one(series)));
        });
        return to;
    }

    private static ObjectNode one(JsonNode series) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        series.properties().forEach(field -> {
            boolean requests = field.getKey().equals("requests");
            if (!UNSEEN.contains(field.getKey()) && (requests || !isNothing(field.getValue()))) {
                to.set(field.getKey(), field.getValue());
            }
        });
        return to;
    }

    private static boolean isNothing(JsonNode values) {
        for (JsonNode value : values) {
            if (!value.isNull() && value.asDouble() != 0) {
                return false;
            }
        }
        return values.isArray();
    }
}

package io.wirepath.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/** The series of a report as far as the page draws and compares them. */
final class PageSeries {

    /** Quantities of which nothing is drawn. */
    private static final Set<String> UNSEEN = Set.of("ownP90Nanos", "serviceP90Nanos");

    private static final String SNIFFERS = "sniffers";

    /** Of links between nodes nothing is drawn but what their edges tell. */
    private static final String LINKS = "links";

    private PageSeries() {}

    /** The same series without what is not drawn, and without quantities that are 0 all the time. */
    static ObjectNode of(JsonNode table) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        table.properties().forEach(field -> {
            if (field.getKey().equals(LINKS)) {
                return;
            }
            if (!field.getValue().isArray()) {
                to.set(field.getKey(), field.getValue());
                return;
            }
            boolean sniffers = field.getKey().equals(SNIFFERS);
            ArrayNode kept = to.putArray(field.getKey());
            field.getValue().forEach(series -> kept.add(sniffers ? series : one(series)));
        });
        return to;
    }

    /** The axis, and what the sniffers saw: there is one of each sniffer, however many nodes there are. */
    static ObjectNode beginning(JsonNode table) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        table.properties().forEach(field -> {
            boolean all = field.getKey().equals(SNIFFERS) || !field.getValue().isArray();
            to.set(field.getKey(), all ? field.getValue() : JsonNodeFactory.instance.arrayNode());
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

package io.wirepath.imports;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Fields that spans of any format must have, and attributes by name. */
final class SpanFields {

    private SpanFields() {}

    /** A field that must be there. */
    static String required(JsonNode span, String name) {
        JsonNode value = span.get(name);
        if (value == null || !value.isValueNode() || value.asText().isEmpty()) {
            throw new IllegalArgumentException("a span has no " + name + ": " + excerpt(span));
        }
        return value.asText();
    }

    private static String excerpt(JsonNode span) {
        String text = span.toString();
        return text.length() > 120 ? text.substring(0, 120) + "…" : text;
    }

    /** A field that may be missing. */
    static String optional(JsonNode node, String name) {
        JsonNode value = node.get(name);
        return value == null || !value.isValueNode() || value.isNull() ? "" : value.asText();
    }

    /** The first of these attributes that is there; empty if none is. */
    static String first(Map<String, String> attributes, String... names) {
        for (String name : names) {
            String value = attributes.getOrDefault(name, "");
            if (!value.isEmpty()) {
                return value;
            }
        }
        return "";
    }

    /** Attributes as OTLP and Jaeger write them: a list of key and value. */
    static Map<String, String> attributes(JsonNode list) {
        Map<String, String> attributes = new HashMap<>();
        for (JsonNode each : list) {
            JsonNode value = each.path("value");
            JsonNode plain =
                    value.isObject() && value.size() > 0 ? value.iterator().next() : value;
            attributes.put(optional(each, "key"), plain.isValueNode() ? plain.asText() : "");
        }
        return attributes;
    }

    /** The address of a machine, of what a span or its process says; empty where it names none, or several. */
    static String address(Stream<String> candidates) {
        List<String> addresses =
                candidates.filter(SpanFields::reachesOthers).distinct().toList();
        return addresses.size() == 1 ? addresses.get(0) : "";
    }

    private static boolean reachesOthers(String text) {
        boolean four = text.matches("\\d{1,3}(\\.\\d{1,3}){3}");
        return four && !text.startsWith("127.") && !text.startsWith("169.254.") && !text.equals("0.0.0.0");
    }

    /** The values of an attribute that may be an array. */
    static Stream<String> values(JsonNode attributes, String key) {
        List<String> values = new ArrayList<>();
        for (JsonNode each : attributes) {
            if (optional(each, "key").equals(key)) {
                JsonNode value = each.path("value");
                values.add(value.isObject() ? optional(value, "stringValue") : value.asText());
                value.path("arrayValue").path("values").forEach(one -> values.add(optional(one, "stringValue")));
            }
        }
        return values.stream();
    }

    /** The server of a client span, or its kind of system. */
    static String peer(Map<String, String> attributes, boolean asks) {
        return asks
                ? first(
                        attributes,
                        "peer.service",
                        "server.address",
                        "net.peer.name",
                        "peer.hostname",
                        "net.peer.ip",
                        "peer.address",
                        "messaging.system",
                        "db.system",
                        "db.system.name",
                        "db.type",
                        "rpc.service")
                : first(attributes, "client.address", "net.sock.peer.addr", "peer.service", "http.client_ip");
    }

    /** A port, 0 where there is none. */
    static int port(Map<String, String> attributes, boolean asks) {
        String text = asks
                ? first(attributes, "server.port", "net.peer.port", "peer.port")
                : first(attributes, "server.port", "net.host.port");
        try {
            int port = text.isEmpty() ? 0 : Integer.parseInt(text);
            return port < 0 || port > 0xffff ? 0 : port;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}

package io.wirepath.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

/** A line of an access log that is a JSON object, with the names that nginx, Envoy, Caddy and others use. */
final class JsonAccessLog {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SECOND = 1_000_000_000L;

    private JsonAccessLog() {}

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException when what is needed is missing
     */
    static AccessEntry read(String line) throws JsonProcessingException {
        JsonNode object = JSON.readTree(line);
        String client = text(object, "remote_addr", "client_ip", "client", "remote_ip", "downstream_remote_address");
        String when = text(object, "msec", "time_iso8601", "timestamp", "@timestamp", "ts", "start_time", "time");
        if (client.isEmpty() || when.isEmpty()) {
            throw new IllegalArgumentException(
                    client.isEmpty()
                            ? "no client: none of remote_addr, client_ip, remote_ip, client"
                            : "no time: none of msec, time_iso8601, timestamp, @timestamp, ts, start_time, time");
        }
        long nanos = duration(object);
        long logged = TraceTimes.parse(when);
        long begin = object.has("start_time") ? logged : TraceTimes.later(logged, -nanos);
        long end = TraceTimes.later(begin, nanos);
        ImportedEnd from = ImportedEnd.parse(client);
        int port = (int) number(text(object, "remote_port", "client_port"));
        return new AccessEntry(
                port > 0 && port <= 0xffff ? from.at(port) : from,
                server(object),
                begin,
                end,
                text(object, "request", "request_line", "uri", "path").length(),
                number(text(object, "body_bytes_sent", "bytes_sent", "bytes", "size")),
                (int) number(text(object, "status", "response_code")),
                AccessEntry.attempts(
                        text(object, "upstream_addr", "upstream_host"),
                        text(object, "upstream_response_time", "upstream_time"),
                        text(object, "upstream_status"),
                        end));
    }

    /**
     * In seconds, or by its name in ms; {@code duration} in seconds where it has a point (Caddy), else in ms (Envoy).
     */
    private static long duration(JsonNode object) {
        String seconds = text(object, "request_time", "duration_s", "latency");
        String millis = text(object, "duration", "duration_ms", "elapsed_ms");
        if (!seconds.isEmpty()) {
            return TraceTimes.in(seconds, SECOND);
        }
        boolean inSeconds = millis.indexOf('.') >= 0 && object.has("duration");
        return millis.isEmpty() ? 0 : TraceTimes.in(millis, inSeconds ? SECOND : SECOND / 1000);
    }

    /** By its name, else by its address; null where neither is told. */
    private static @Nullable ImportedEnd server(JsonNode object) {
        String name = text(object, "server", "server_name", "authority");
        String address = text(object, "server_addr", "server_ip");
        String known = name.isEmpty() || name.equals("_") ? address : name;
        if (known.isEmpty()) {
            return null;
        }
        ImportedEnd end = ImportedEnd.parse(known);
        int port = (int) number(text(object, "server_port"));
        return end.port() == 0 && port > 0 && port <= 0xffff ? end.at(port) : end;
    }

    /** The first of these fields that is there and not empty; Caddy's stand in an object {@code request}. */
    private static String text(JsonNode object, String... names) {
        for (String name : names) {
            JsonNode within = object.path("request").get(name);
            JsonNode value = object.path(name).isValueNode() ? object.get(name) : within;
            if (value != null
                    && value.isValueNode()
                    && !value.isNull()
                    && !value.asText().isEmpty()) {
                return value.asText();
            }
        }
        return "";
    }

    private static long number(String text) {
        return text.isEmpty() || text.equals("-") ? 0 : TraceTimes.in(text, 1);
    }
}

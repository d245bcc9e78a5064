package io.wirepath.report.export;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.xerial.snappy.Snappy;

/**
 * Figures in Prometheus' text form as a request of its remote write protocol, version 1: a {@code WriteRequest} in
 * Snappy. Stateless.
 */
public final class PrometheusSamples {

    /** Headers of such a request. */
    public static final Map<String, String> HEADERS = Map.of(
            "Content-Type", "application/x-protobuf",
            "Content-Encoding", "snappy",
            "X-Prometheus-Remote-Write-Version", "0.1.0");

    private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL =
            Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*+)\",?", Pattern.DOTALL);
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

    private PrometheusSamples() {}

    /**
     * The body of a request.
     *
     * @param text the figures, a line each; comments are left out
     * @param labels that all of them have besides their own
     * @param millis when they were so, ms since the epoch
     * @throws IllegalArgumentException where a line is no figure
     */
    public static byte[] request(String text, Map<String, String> labels, long millis) {
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        ArrayNode series = request.putArray("timeseries");
        text.lines().filter(line -> !line.isEmpty() && !line.startsWith("#")).forEach(line -> {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new IllegalArgumentException("no figure of Prometheus: " + line);
            }
            // the protocol wants them in order
            Map<String, String> all = new TreeMap<>(labels);
            all.put("__name__", parts.group(1));
            if (parts.group(2) != null) {
                LABEL.matcher(parts.group(2)).results().forEach(each -> all.put(each.group(1), plain(each.group(2))));
            }
            ObjectNode one = series.addObject();
            ArrayNode named = one.putArray("labels");
            all.forEach((name, value) -> named.addObject().put("name", name).put("value", value));
            one.putArray("samples")
                    .addObject()
                    .put("value", number(parts.group(3)))
                    .put("timestamp", millis);
        });
        try {
            return Snappy.compress(Protobuf.message("WriteRequest", request));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String plain(String escaped) {
        return ESCAPE.matcher(escaped)
                .replaceAll(each -> Matcher.quoteReplacement(each.group(1).equals("n") ? "\n" : each.group(1)));
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }
}

package io.wirepath.pipeline;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.analyze.query.cause.CausalOrder;
import io.wirepath.analyze.query.event.EventColumn;
import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.ReportJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The events of a JSON report: findings, series, translations, loads and application events, with the fields that they
 * have in an analysis. Of messages and calls a report holds sums and examples alone, so a query of them is refused. Not
 * thread-safe.
 */
public final class ReportEvents implements EventSet {

    private static final List<String> OF_A_REPORT = List.of("translations", "findings", "series", "loads", "events");

    private final Map<String, EventSource> sources = new LinkedHashMap<>();

    private ReportEvents(JsonNode report) {
        put("translations", translations(report.path("merge").path("translations")));
        put("findings", findings(report.path("findings")));
        put("series", new SeriesRows(report).all());
        put("loads", LoadRows.of(report));
        put("events", LoadRows.events(report.path("hosts").path("events")));
    }

    /** Whether a file is a JSON report: an object that begins with its format. */
    public static boolean isReport(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (JsonParser parser = new JsonFactory().createParser(file.toFile())) {
            return parser.nextToken() == JsonToken.START_OBJECT
                    && "format".equals(parser.nextFieldName())
                    && parser.nextToken() == JsonToken.VALUE_NUMBER_INT;
        } catch (IOException e) {
            return false; // told where it is opened as a capture
        }
    }

    /**
     * Reads a report.
     *
     * @throws Failure where it is none, or of another format
     */
    public static EventSet read(Path file) throws IOException {
        JsonNode report = new ObjectMapper().readTree(file.toFile());
        if (report.path("format").asInt() != ReportJson.FORMAT || !report.has("findings") && !report.has("totals")) {
            throw new Failure(file + ": is not a report that this program knows; write it again with --json");
        }
        return new ReportEvents(report);
    }

    private void put(String name, List<Map<String, Object>> rows) {
        EventSource like = Objects.requireNonNull(QueryRun.noEvents().source(name));
        sources.put(name, Rows.of(like, rows));
    }

    @Override
    public List<String> names() {
        return OF_A_REPORT;
    }

    @Override
    public @Nullable EventSource source(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        EventSource source = sources.get(key);
        if (source == null && QueryRun.noEvents().names().contains(key)) {
            throw new QueryException("a report holds no " + key + ", but " + String.join(", ", OF_A_REPORT)
                    + "; ask the captures, the spools, the store or an index");
        }
        return source;
    }

    @Override
    public CausalOrder order() {
        return CausalOrder.NONE;
    }

    @Override
    public LinkMeasure measure() {
        return LinkMeasure.PROBABILITY;
    }

    @Override
    public TimeSpan counted() {
        return TimeSpan.ALWAYS;
    }

    private static List<Map<String, Object>> translations(JsonNode all) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (JsonNode each : all) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("time", each.path("first").asLong());
            row.put("last", each.path("last").asLong());
            row.put("kind", each.path("kind").asText());
            row.put("fromSource", each.path("from").path("source").asText());
            row.put("fromDestination", each.path("from").path("destination").asText());
            row.put("toSource", each.path("to").path("source").asText());
            row.put("toDestination", each.path("to").path("destination").asText());
            row.put("connections", each.path("connections").asDouble());
            row.put("evidence", each.path("evidence").asDouble());
            row.put("confidence", each.path("confidence").asDouble());
            row.put("rule", each.path("rule").asBoolean());
            rows.add(row);
        }
        return rows;
    }

    private static List<Map<String, Object>> findings(JsonNode all) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (JsonNode each : all) {
            Map<String, Object> row = new LinkedHashMap<>();
            if (each.has("onsetNanos")) {
                row.put("time", each.path("onsetNanos").asLong());
            }
            for (String text : List.of("severity", "kind", "title", "detail")) {
                row.put(text, each.path(text).asText());
            }
            List<String> nodes = new ArrayList<>();
            each.path("nodes").forEach(node -> nodes.add(node.asText()));
            row.put("nodes", String.join(", ", nodes));
            row.put("effect", each.path("effectNanos").asDouble());
            row.put("uncertainty", each.path("uncertaintyNanos").asDouble());
            rows.add(row);
        }
        return rows;
    }

    /** Rows with the fields of a source of an analysis; what a row does not hold is not known. */
    private record Rows(String name, String sentence, List<EventField> fields, List<Map<String, Object>> rows)
            implements EventSource {

        static EventSource of(EventSource like, List<Map<String, Object>> rows) {
            List<EventField> fields = new ArrayList<>();
            for (EventField field : like.fields()) {
                fields.add(new EventField(field.name(), field.type(), field.sentence(), column(field, rows)));
            }
            return new Rows(like.name(), like.sentence(), fields, rows);
        }

        private static EventColumn column(EventField field, List<Map<String, Object>> rows) {
            String name = field.name();
            return switch (field.type()) {
                case TEXT -> EventColumn.texts(event -> (String) rows.get(event).get(name));
                case BOOLEAN ->
                    EventColumn.truths(
                            event -> Boolean.TRUE.equals(rows.get(event).get(name)));
                case TIME ->
                    EventColumn.times(
                            event -> rows.get(event).get(name) instanceof Long nanos ? nanos : EventColumn.NO_TIME);
                default ->
                    EventColumn.numbers(
                            event -> rows.get(event).get(name) instanceof Double number ? number : Double.NaN);
            };
        }

        @Override
        public int size() {
            return rows.size();
        }

        @Override
        public long timeNanos(int event) {
            return rows.get(event).get("time") instanceof Long nanos ? nanos : 0;
        }
    }
}

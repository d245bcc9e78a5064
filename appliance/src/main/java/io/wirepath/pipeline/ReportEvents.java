package io.wirepath.pipeline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.cause.CausalOrder;
import io.wirepath.analyze.query.event.EventColumn;
import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.query.event.TableSource;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.row.FindingRow;
import io.wirepath.analyze.row.HostRow;
import io.wirepath.analyze.row.Translations;
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
        put("findings", rows(FindingRow.FIELDS, report.path("findings")));
        put("series", new SeriesOfReport(report).rows());
        put("loads", loads(report));
        put("events", events(report.path("hosts").path("events")));
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
        sources.put(name, like(Objects.requireNonNull(QueryRun.noEvents().source(name)), rows));
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

    private static <T> List<Map<String, Object>> rows(Fields<T> fields, JsonNode all) {
        List<Map<String, Object>> rows = new ArrayList<>();
        all.forEach(each -> rows.add(row(fields, each)));
        return rows;
    }

    /** What queries know of a thing, by what JSON calls it. */
    private static <T> Map<String, Object> row(Fields<T> fields, JsonNode of) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (Field<T> field : fields.of(Family.QUERY)) {
            JsonNode value = of.path(nameInJson(fields, field));
            if (value.isValueNode() && !value.isNull()) {
                row.put(field.name(Family.QUERY), value(field.type(), value));
            } else if (value.isArray()) {
                List<String> texts = new ArrayList<>();
                value.forEach(text -> texts.add(text.asText()));
                row.put(field.name(Family.QUERY), String.join(", ", texts));
            }
        }
        return row;
    }

    static <T> String nameInJson(Fields<T> fields, Field<T> field) {
        return fields.of(Family.JSON).stream()
                .filter(each -> each.name().equals(field.name()))
                .map(each -> each.name(Family.JSON))
                .findFirst()
                .orElse("");
    }

    private static Object value(ValueType type, JsonNode value) {
        return switch (type) {
            case TEXT -> value.asText();
            case BOOLEAN -> value.asBoolean();
            case TIME -> value.asLong();
            default -> value.asDouble();
        };
    }

    private static List<Map<String, Object>> translations(JsonNode all) {
        List<Map<String, Object>> rows = rows(Translations.FIELDS, all);
        for (int i = 0; i < rows.size(); i++) {
            for (String side : List.of("from", "to")) {
                JsonNode ends = all.get(i).path(side);
                rows.get(i).put(side + "Source", ends.path("source").asText());
                rows.get(i).put(side + "Destination", ends.path("destination").asText());
            }
            rows.get(i).put("time", all.get(i).path("first").asLong());
            rows.get(i).put("last", all.get(i).path("last").asLong());
        }
        return rows;
    }

    /** Loads by interval, their mean. */
    private static List<Map<String, Object>> loads(JsonNode report) {
        List<Map<String, Object>> rows = new ArrayList<>();
        long first = report.path("series").path("firstNanos").asLong();
        long width = report.path("series").path("intervalNanos").asLong();
        for (JsonNode load : report.path("hosts").path("loads")) {
            for (int interval = 0; interval < load.path("mean").size(); interval++) {
                if (load.path("mean").get(interval).isNumber()) {
                    Map<String, Object> row = row(HostRow.LOAD, load);
                    row.put("time", first + interval * width);
                    row.put("value", load.path("mean").get(interval).asDouble());
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    /** Events on the likeliest of their calls. */
    private static List<Map<String, Object>> events(JsonNode events) {
        List<Map<String, Object>> rows = rows(HostRow.EVENT, events);
        for (int i = 0; i < rows.size(); i++) {
            JsonNode likeliest = events.get(i).path("calls").path(0);
            if (likeliest.isObject()) {
                rows.get(i).put("call", likeliest.path("call").asDouble());
                rows.get(i).put("probability", likeliest.path("probability").asDouble());
            }
        }
        return rows;
    }

    /** Rows of a report, with the fields that such events have. */
    private static EventSource like(EventSource like, List<Map<String, Object>> rows) {
        return new TableSource(
                like.name(),
                like.sentence(),
                like.fields().stream()
                        .map(field -> new EventField(
                                field.name(),
                                field.type(),
                                field.sentence(),
                                EventColumn.of(
                                        field.type(), row -> rows.get(row).get(field.name()))))
                        .toList(),
                rows.size(),
                row -> rows.get(row).get("time") instanceof Long nanos ? nanos : 0,
                null,
                row -> EventSource.REQUEST);
    }
}

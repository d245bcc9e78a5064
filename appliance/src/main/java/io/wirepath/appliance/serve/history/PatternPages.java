package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.report.PageReport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Pages of the patterns of a window: searched, ordered and cut here, so that whoever looks at 25 of 10,000 gets 25. The
 * rows of the windows that were asked for last are kept. Thread-safe.
 */
public final class PatternPages {

    private static final int MOST_KEPT = 4;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ReportHistory reports;
    private final Map<WindowId, Rows> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<WindowId, Rows> eldest) {
            return size() > MOST_KEPT;
        }
    };

    /** A pattern as it is sent, and in small letters all that it is found by. */
    private record Row(ObjectNode json, String text) {}

    private record Rows(long replaced, List<Row> rows, double expected) {}

    /** Pages of what this history holds. */
    public PatternPages(ReportHistory reports) {
        this.reports = reports;
    }

    /**
     * A page.
     *
     * @param wanted what a pattern is found by, in its title, identifier, protocols, operations and outcomes
     * @param falling the highest first
     * @param skip rows before the first
     * @param most rows
     * @return empty where there is no such window
     */
    public Optional<ObjectNode> page(
            WindowId id, String wanted, PatternOrder order, boolean falling, int skip, int most) {
        return rows(id).map(all -> {
            String text = wanted.toLowerCase(Locale.ROOT);
            Comparator<JsonNode> ordered = falling ? order.comparator().reversed() : order.comparator();
            List<ObjectNode> found = all.rows.stream()
                    .filter(row -> row.text.contains(text))
                    .map(Row::json)
                    .sorted(ordered)
                    .toList();
            ObjectNode to = JsonNodeFactory.instance.objectNode();
            to.put("all", all.rows.size()).put("found", found.size()).put("expectedCount", all.expected);
            ArrayNode patterns = to.putArray(PageReport.PATTERNS);
            found.stream().skip(skip).limit(most).forEach(patterns::add);
            return to;
        });
    }

    private Optional<Rows> rows(WindowId id) {
        long replaced = reports.replaced();
        synchronized (kept) {
            @Nullable Rows rows = kept.get(id);
            if (rows != null && rows.replaced == replaced) {
                return Optional.of(rows);
            }
        }
        return reports.rows(id).flatMap(packed -> read(packed, replaced)).map(rows -> {
            synchronized (kept) {
                kept.put(id, rows);
            }
            return rows;
        });
    }

    private static Optional<Rows> read(byte[] packed, long replaced) {
        List<Row> rows = new ArrayList<>();
        double expected = 0;
        try (GZIPInputStream from = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            for (JsonNode row : JSON.readTree(from).path(PageReport.PATTERNS)) {
                ObjectNode sent = ((ObjectNode) row).without(List.of(PageReport.WORDS));
                String text = String.join(
                        "\n",
                        row.path("title").asText(),
                        row.path("id").asText(),
                        row.path(PageReport.WORDS).asText());
                rows.add(new Row(sent, text.toLowerCase(Locale.ROOT)));
                expected += row.path("expectedCount").asDouble();
            }
        } catch (IOException | ClassCastException e) {
            return Optional.empty();
        }
        return Optional.of(new Rows(replaced, List.copyOf(rows), expected));
    }
}

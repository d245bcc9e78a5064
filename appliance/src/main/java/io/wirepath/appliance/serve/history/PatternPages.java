package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.report.PageReport;
import io.wirepath.report.PatternRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Pages of the patterns of a window: searched, ordered and cut here, so that a reader of 25 of 10,000 gets 25. The
 * rows of the windows that were asked for last are kept. Thread-safe.
 */
public final class PatternPages {

    private final MadeOfReports<Rows> kept;

    /** A pattern as it is sent, and in small letters all that it is found by. */
    private record Row(ObjectNode json, String text) {}

    private record Rows(List<Row> rows, double expected) {}

    /** Pages of what this history holds. */
    public PatternPages(ReportHistory reports) {
        kept = new MadeOfReports<>(reports, id -> reports.rows(id).flatMap(PatternPages::read));
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
        return kept.of(id).map(all -> {
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

    private static Optional<Rows> read(byte[] packed) {
        List<Row> rows = new ArrayList<>();
        double expected = 0;
        try {
            for (JsonNode row : PageHistory.unpacked(packed).path(PageReport.PATTERNS)) {
                ObjectNode sent = ((ObjectNode) row).without(List.of(PatternRows.WORDS));
                String text = String.join(
                        "\n",
                        row.path("title").asText(),
                        row.path("id").asText(),
                        row.path(PatternRows.WORDS).asText());
                rows.add(new Row(sent, text.toLowerCase(Locale.ROOT)));
                expected += row.path("expectedCount").asDouble();
            }
        } catch (IOException | ClassCastException e) {
            return Optional.empty();
        }
        return Optional.of(new Rows(List.copyOf(rows), expected));
    }
}

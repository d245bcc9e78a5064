package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.report.PageReport;
import io.wirepath.appliance.report.ReportJson;
import io.wirepath.appliance.report.sum.ReportSum;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports of many windows, added: all but the patterns once for each set of windows, of the patterns those that are
 * asked for. The sets that were asked for last are kept, so that whoever turns pages waits once. Thread-safe.
 */
public final class SummedReports {

    private static final int MOST_KEPT = 4;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ReportHistory reports;
    private final Map<List<WindowId>, Sum> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<WindowId>, Sum> eldest) {
            return size() > MOST_KEPT;
        }
    };

    /** What was added: {@code json} is all but the patterns, which stand in order in {@code patterns}. */
    private record Sum(long replaced, byte[] json, List<String> patterns) {}

    /** Adds reports of this history. */
    public SummedReports(ReportHistory reports) {
        this.reports = reports;
    }

    /**
     * The sum as JSON, see {@link ReportSum#json}.
     *
     * @param ids windows in order of time, at least one
     * @param first pattern, counted from the highest expected count, which is 0
     * @param most patterns
     */
    public byte[] json(List<WindowId> ids, int first, int most) {
        Sum sum = sum(ids);
        int from = Math.min(first, sum.patterns.size());
        List<String> wanted = sum.patterns.subList(from, (int) Math.min(sum.patterns.size(), (long) from + most));
        JsonNode patterns = patterns(ids, wanted);
        String begin =
                "{\"patternsLeftOut\":" + (sum.patterns.size() - wanted.size()) + ",\"patterns\":" + patterns + ",";
        byte[] head = begin.getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[head.length + sum.json.length - 1];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(sum.json, 1, all, head.length, sum.json.length - 1);
        return all;
    }

    private Sum sum(List<WindowId> ids) {
        long replaced = reports.replaced();
        synchronized (kept) {
            @Nullable Sum sum = kept.get(ids);
            if (sum != null && sum.replaced == replaced) {
                return sum;
            }
        }
        Sum sum = added(ids, replaced);
        synchronized (kept) {
            kept.put(List.copyOf(ids), sum);
        }
        return sum;
    }

    private Sum added(List<WindowId> ids, long replaced) {
        ReportSum sum = new ReportSum();
        Map<String, Double> expected = new HashMap<>();
        int windows = 0;
        for (WindowId id : ids) {
            ObjectNode report = reports.terms(id).orElse(null);
            if (report != null && sum.add(report)) {
                windows++;
                report.path(PageReport.EXPECTED)
                        .properties()
                        .forEach(each ->
                                expected.merge(each.getKey(), each.getValue().asDouble(), Double::sum));
            }
        }
        List<String> order = expected.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("fromNanos", ids.get(0).fromNanos());
        json.put("toNanos", ids.get(ids.size() - 1).toNanos());
        json.put("windows", windows);
        json.setAll(sum.json());
        json.remove(PageReport.PATTERNS);
        json.withObjectProperty("totals").put("patterns", order.size());
        try {
            return new Sum(replaced, JSON.writeValueAsBytes(json), order);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** These patterns alone, added. */
    private JsonNode patterns(List<WindowId> ids, List<String> wanted) {
        ReportSum sum = new ReportSum();
        for (WindowId id : ids) {
            ObjectNode some = JsonNodeFactory.instance.objectNode();
            some.put("format", ReportJson.FORMAT);
            some.putObject("totals");
            ArrayNode patterns = some.putArray(PageReport.PATTERNS);
            reports.patterns(id, wanted).forEach(patterns::add);
            sum.add(some);
        }
        return sum.json().path(PageReport.PATTERNS);
    }
}

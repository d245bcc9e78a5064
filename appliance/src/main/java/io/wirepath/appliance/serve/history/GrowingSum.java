package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.report.PageReport;
import io.wirepath.report.ReportJson;
import io.wirepath.report.sum.ReportSum;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sum of the reports of windows that follow each other, to which later ones are added. Thread-safe. */
final class GrowingSum {

    private final ReportHistory reports;
    private final long replaced;
    private final ReportSum sum = new ReportSum();
    private final Map<String, Double> expected = new HashMap<>();
    private int added;

    /** Of all that was added so far. */
    private volatile List<WindowId> windows = List.of();

    private ArrayNode findings = JsonNodeFactory.instance.arrayNode();

    /** Patterns by how often they are expected, the most often first. */
    private List<String> order = List.of();

    GrowingSum(ReportHistory reports, long replaced) {
        this.reports = reports;
        this.replaced = replaced;
    }

    /** How many reports had taken the place of others when it was begun. */
    long replaced() {
        return replaced;
    }

    /** How many it has added. */
    int windows() {
        return windows.size();
    }

    /** Whether it becomes the sum of these windows by adding some. */
    boolean isBeginOf(List<WindowId> ids) {
        List<WindowId> windowIds = windows;
        return windowIds.size() <= ids.size() && windowIds.equals(ids.subList(0, windowIds.size()));
    }

    /** The sum of these windows; null where it holds others meanwhile. */
    synchronized @Nullable ObjectNode json(List<WindowId> ids, SummedReports.Lists lists) {
        if (!isBeginOf(ids)) {
            return null;
        }
        if (windows.size() < ids.size()) {
            grow(ids);
        }
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("fromNanos", ids.get(0).fromNanos());
        to.put("toNanos", ids.get(ids.size() - 1).toNanos());
        to.put("windows", added);
        ObjectNode totals = sum.totals().put("patterns", order.size());
        to.put("format", ReportJson.FORMAT);
        to.set("totals", totals);
        to.set("findings", findings);
        list(to, PageReport.PATTERNS, order.size(), patterns(ids, lists));
        list(to, "nodes", totals.path("nodes").asInt(), sum.nodes(lists.skip(), lists.nodes()));
        list(to, "edges", totals.path("edges").asInt(), sum.edges(lists.skip(), lists.edges()));
        sum.nameMeasure(to);
        return to;
    }

    private static void list(ObjectNode to, String name, int all, ArrayNode some) {
        to.set(name, some);
        to.put(name + "LeftOut", all - some.size());
    }

    private void grow(List<WindowId> ids) {
        for (WindowId id : ids.subList(windows.size(), ids.size())) {
            Optional<ObjectNode> terms = reports.terms(id);
            if (terms.isPresent() && sum.add(terms.get(), reports.sums(id))) {
                added++;
                terms.get()
                        .path(PageReport.EXPECTED)
                        .properties()
                        .forEach(each ->
                                expected.merge(each.getKey(), each.getValue().asDouble(), Double::sum));
            }
        }
        findings = sum.findings();
        order = expected.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
        windows = List.copyOf(ids);
    }

    /** Some patterns alone, added. */
    private ArrayNode patterns(List<WindowId> ids, SummedReports.Lists lists) {
        List<String> wanted =
                order.stream().skip(lists.skip()).limit(lists.patterns()).toList();
        ReportSum some = new ReportSum();
        for (WindowId id : ids) {
            ObjectNode own = JsonNodeFactory.instance.objectNode();
            own.put("format", ReportJson.FORMAT);
            own.putObject("totals");
            List<JsonNode> patterns = reports.patterns(id, wanted);
            patterns.forEach(own.putArray(PageReport.PATTERNS)::add);
            some.add(own);
        }
        return (ArrayNode) some.json().path(PageReport.PATTERNS);
    }
}

package io.wirepath.report.sum;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.finding.WindowFindings;
import io.wirepath.analyze.incident.WindowRequests;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternTable;
import io.wirepath.analyze.row.EdgeRow;
import io.wirepath.analyze.row.FindingRow;
import io.wirepath.analyze.row.NodeRow;
import io.wirepath.analyze.row.OperationRow;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.FieldJson;
import io.wirepath.report.MapJson;
import io.wirepath.report.MeasureNames;
import io.wirepath.report.OverTimeJson;
import io.wirepath.report.PatternRow;
import io.wirepath.report.ReportJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Adds windows, in order of time. Findings of several are made again from the sums ({@link WindowRequests}): what
 * single windows tell is not quoted. Not thread-safe.
 */
public final class ReportSum {

    /** Nodes that are told apart; what more there are is added up. */
    private static final int MAX_NODES = 20_000;

    /** Operations that are told apart; those of a service that come later are added up. */
    private static final int MAX_OPERATIONS = 10_000;

    private static final String OTHERS = "others";
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Fields<ReportSum> TOTALS = Fields.<ReportSum>of("SumTotals", "How much there is.")
            .count("messages", "Messages.", sum -> sum.messages)
            .count("calls", "Calls.", sum -> sum.calls)
            .count("nodes", "Nodes.", sum -> sum.nodes.size())
            .count("edges", "Pairs of nodes of which one sends to the other.", sum -> sum.edges.size())
            .count("patterns", "Paths by role.", sum -> sum.patterns.size())
            .number(
                    "meanLinkProbability",
                    "Mean certainty of a link.",
                    sum -> sum.messages == 0 ? 1 : sum.linkProbability / sum.messages);

    /** What is told of windows together. */
    public static final Fields<Told> FIELDS = Fields.<Told>of("WindowsSum", "Windows of a service, added up.")
            .time("from", "When the first begins.", told -> told.span.fromNanos())
            .time("to", "When the last ends.", told -> told.span.toNanos())
            .count("windows", "Windows that were added.", told -> told.sum.windows)
            .count("format", "Version of the form.", told -> ReportJson.FORMAT)
            .object("totals", TOTALS, "How much there is.", told -> told.sum)
            .document("findings", FindingRow.FIELDS, "Most important first.", told -> told.sum.findings())
            .objects("patterns", PatternRow.FIELDS, "Paths by role, those expected most often first.", Told::rows)
            .count("patternsLeftOut", "Further ones.", told -> told.sum.patterns.size() - told.patterns.size())
            .objects("nodes", NodeRow.FIELDS, "Nodes, those with most calls first.", Told::nodes)
            .count("nodesLeftOut", "Further ones.", told -> told.sum.nodes.size() - told.nodes.size())
            .objects("edges", EdgeRow.FIELDS, "Who sends to whom, most messages first.", Told::edges)
            .count("edgesLeftOut", "Further ones.", told -> told.sum.edges.size() - told.edges.size())
            .objects("operations", OperationRow.FIELDS, "What services are asked for.", told -> told.sum.operations())
            .document("map", MapJson.FIELDS, "Where these stand on a map.", told -> MapJson.of(told.nodes, told.edges))
            .object("overTime", OverTimeJson.FIELDS, "Requests of clients over time.", Told::overTime);

    private final Map<String, KeptSums.Listed> patterns = new HashMap<>();
    private final Map<String, NodeRow> nodes = new HashMap<>();
    private final Map<Ends, EdgeRow> edges = new HashMap<>();
    private final Map<Ends, CallDelays.Operation> operations = new HashMap<>();
    private final WindowRequests incidents = new WindowRequests();
    private final List<Window> notYetCompared = new ArrayList<>();

    /** Of each window what clients and nodes did as a whole. */
    private final List<Sums> loads = new ArrayList<>();

    private @Nullable JsonNode findings;
    private int windows;
    private long messages;
    private long calls;
    private double linkProbability;
    private LinkMeasure measure = LinkMeasure.PROBABILITY;

    /** How many are told of each list of a sum, after how many that are not. */
    public record Lists(int skip, int patterns, int nodes, int edges) {}

    private record Ends(String from, String to) {}

    /** What a window is compared by, and what it tells by itself. */
    private record Window(WindowTerms terms, Sums sums) {}

    /** What is told of a sum. */
    private record Told(
            ReportSum sum, TimeSpan span, List<PathPattern> patterns, List<NodeRow> nodes, List<EdgeRow> edges) {

        OverTimeJson.Steps overTime() {
            return OverTimeJson.of(span, sum.loads);
        }

        List<PatternRow> rows() {
            return patterns.stream()
                    .map(pattern -> new PatternRow(pattern, "", null))
                    .toList();
        }
    }

    /** Adds a window. */
    public void add(KeptSums kept) throws IOException {
        WindowTerms window = kept.terms();
        List<KeptSums.Listed> paths = kept.paths();
        Sums sums = kept.sums();
        notYetCompared.add(new Window(window, sums));
        loads.add(load(sums));
        windows++;
        messages += window.messages();
        calls += window.calls();
        measure = window.measure() == LinkMeasure.SCORE ? LinkMeasure.SCORE : measure;
        linkProbability += window.linkProbability();
        paths.forEach(path -> patterns.merge(path.id(), path, KeptSums.Listed::plus));
        for (NodeRow row : window.nodes()) {
            String address = row.node().address();
            nodes.merge(nodes.size() < MAX_NODES || nodes.containsKey(address) ? address : OTHERS, row, NodeRow::plus);
        }
        for (EdgeRow row : window.edges()) {
            edges.merge(new Ends(row.from(), row.to()), row, EdgeRow::plus);
        }
        for (CallDelays.Operation own : window.operations()) {
            Ends of = new Ends(own.service(), own.operation());
            boolean isTold = operations.size() < MAX_OPERATIONS || operations.containsKey(of);
            operations.merge(
                    isTold ? of : new Ends(own.service(), CallDelays.Operation.OTHERS),
                    isTold ? own : own.unnamed(),
                    CallDelays.Operation::plus);
        }
        findings = null;
    }

    private List<CallDelays.Operation> operations() {
        return CallDelays.Operation.bounded(
                operations.values().stream().sorted(CallDelays.Operation.ORDER).toList(), CallDelays.MAX_OPERATIONS);
    }

    private static Sums load(Sums of) {
        return new Sums(
                of.firstNanos(),
                of.lastNanos(),
                of.blocks(),
                of.delays().stream()
                        .filter(track -> track.place().equals(ComparedPlace.SYSTEM))
                        .toList(),
                of.shares().stream()
                        .filter(track -> track.place().equals(ComparedPlace.SYSTEM) || track.measure() == Measure.LOAD)
                        .toList());
    }

    /** Identifiers of patterns, those that are expected most often first. */
    public List<String> patterns(int skip, int most) {
        return some(
                        patterns.values(),
                        Comparator.comparingDouble((KeptSums.Listed pattern) -> -pattern.expected())
                                .thenComparing(KeptSums.Listed::id),
                        skip,
                        most)
                .stream()
                .map(KeptSums.Listed::id)
                .toList();
    }

    /**
     * The sum.
     *
     * @param span from the first window to the last
     * @param table these patterns of all windows
     */
    public ObjectNode json(TimeSpan span, Lists lists, PatternTable table) {
        List<NodeRow> someNodes = some(
                nodes.values(),
                Comparator.comparingLong((NodeRow row) ->
                                -(row.of().callsServed() + row.of().callsMade()))
                        .thenComparing(row -> row.node().address()),
                lists.skip(),
                lists.nodes());
        List<EdgeRow> someEdges = some(
                edges.values(),
                Comparator.comparingLong((EdgeRow row) -> -row.of().messages())
                        .thenComparing(EdgeRow::from)
                        .thenComparing(EdgeRow::to),
                lists.skip(),
                lists.edges());
        List<PathPattern> titled = table.patterns().stream()
                .map(pattern -> pattern.titled(
                        Objects.requireNonNull(patterns.get(pattern.id())).title()))
                .toList();
        ObjectNode to = FieldJson.of(FIELDS, new Told(this, span, titled, someNodes, someEdges));
        MeasureNames.name(to, measure);
        return to;
    }

    /** What the sums tell; a single window tells it better, of its single requests. */
    private JsonNode findings() {
        if (findings == null) {
            findings = windows == 1 ? own(notYetCompared.get(0).terms()) : together();
        }
        return findings;
    }

    private static JsonNode own(WindowTerms window) {
        try {
            return JSON.readTree(window.findings());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("findings that are no JSON were kept", e);
        }
    }

    private JsonNode together() {
        notYetCompared.stream()
                .filter(window -> !window.sums().isEmpty())
                .forEach(window -> incidents.add(window.sums(), roles(window.terms())));
        notYetCompared.clear();
        return FieldJson.all(FindingRow.FIELDS, WindowFindings.of(incidents));
    }

    private static Map<String, String> roles(WindowTerms window) {
        Map<String, String> roles = new TreeMap<>();
        window.nodes().forEach(row -> roles.put(row.node().name(), row.of().role()));
        return roles;
    }

    /** The first in this order, without sorting all the others. */
    private static <T> List<T> some(Collection<T> all, Comparator<T> order, int skip, int most) {
        PriorityQueue<T> first = new PriorityQueue<>(order.reversed());
        for (T each : all) {
            if (first.size() < (long) skip + most) {
                first.add(each);
            } else if (!first.isEmpty() && order.compare(each, first.element()) < 0) {
                first.remove();
                first.add(each);
            }
        }
        return first.stream().sorted(order).skip(skip).toList();
    }
}

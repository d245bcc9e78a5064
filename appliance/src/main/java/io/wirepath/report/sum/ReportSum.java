package io.wirepath.report.sum;

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
            .count("edges", "Pairs of nodes of which one sends to the other.", ReportSum::edges)
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
            .documents("findings", FindingRow.FIELDS, "Most important first.", told -> told.sum.findings())
            .objects("patterns", PatternRow.FIELDS, "Paths by role, those expected most often first.", Told::rows)
            .count("patternsLeftOut", "Further ones.", told -> told.sum.patterns.size() - told.patterns.size())
            .objects("nodes", NodeRow.FIELDS, "Nodes, those with most calls first.", Told::nodes)
            .count("nodesLeftOut", "Further ones.", told -> told.sum.nodes.size() - told.nodes.size())
            .objects("edges", EdgeRow.FIELDS, "Who sends to whom, most messages first.", Told::edges)
            .count("edgesLeftOut", "Further ones.", told -> told.sum.edges() - told.edges.size())
            .objects("operations", OperationRow.FIELDS, "What services are asked for.", told -> told.sum.operations())
            .document("map", MapJson.FIELDS, "Where these stand on a map.", told -> MapJson.of(told.nodes, told.edges))
            .object("overTime", OverTimeJson.FIELDS, "Requests of clients over time.", Told::overTime);

    private final Map<String, KeptSums.Listed> patterns = new HashMap<>();
    private final Map<String, NodeRow> nodes = new HashMap<>();
    private final Map<Ends, EdgeRow> edges = new HashMap<>();
    private final Map<Ends, CallDelays.Operation> operations = new HashMap<>();
    private final WindowRequests incidents = new WindowRequests();

    /** Of each window what clients and nodes did as a whole. */
    private final List<Sums> loads = new ArrayList<>();

    /** Of a window alone; null of several. */
    private @Nullable KeptEdges aloneEdges;

    private List<EdgeRow> shownEdges = List.of();
    private @Nullable JsonNode findings;
    private int windows;
    private long messages;
    private long calls;
    private double linkProbability;
    private LinkMeasure measure = LinkMeasure.PROBABILITY;

    /** How many are told of each list of a sum, after how many that are not. */
    public record Lists(int skip, int patterns, int nodes, int edges) {

        /** What is told where nothing else is asked for. */
        public static final Lists USUAL = new Lists(0, 100, 100, 100);
    }

    private record Ends(String from, String to) {}

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
        KeptEdges all = kept.edges();
        List<EdgeRow> rows = kept.rows(all, 0, all.size());
        Sums sums = kept.sums();
        add(window, kept.paths(), kept.load());
        rows.forEach(row -> edges.merge(new Ends(row.from(), row.to()), row, EdgeRow::plus));
        if (!sums.isEmpty()) {
            incidents.add(sums, roles(window));
        }
        findings = null;
    }

    /**
     * Adds the only window. It tells its findings better by itself, of its single requests; of who sends to whom some
     * are read as they are {@linkplain #show shown}.
     */
    public void addAlone(KeptSums kept) throws IOException {
        WindowTerms window = kept.terms();
        KeptEdges all = kept.edges();
        add(window, kept.paths(), kept.load());
        aloneEdges = all;
        findings = JSON.readTree(window.findings());
    }

    /** Reads what is told of a window that was added alone. */
    public void show(KeptSums kept, Lists lists) throws IOException {
        if (aloneEdges != null) {
            shownEdges = kept.rows(aloneEdges, lists.skip(), lists.edges());
        }
    }

    private int edges() {
        return aloneEdges == null ? edges.size() : aloneEdges.size();
    }

    private void add(WindowTerms window, List<KeptSums.Listed> paths, Sums load) {
        loads.add(load);
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
        for (CallDelays.Operation own : window.operations()) {
            Ends of = new Ends(own.service(), own.operation());
            boolean isTold = operations.size() < MAX_OPERATIONS || operations.containsKey(of);
            operations.merge(
                    isTold ? of : new Ends(own.service(), CallDelays.Operation.OTHERS),
                    isTold ? own : own.unnamed(),
                    CallDelays.Operation::plus);
        }
    }

    private List<CallDelays.Operation> operations() {
        return CallDelays.Operation.bounded(
                operations.values().stream().sorted(CallDelays.Operation.ORDER).toList(), CallDelays.MAX_OPERATIONS);
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
        List<EdgeRow> someEdges =
                aloneEdges == null ? some(edges.values(), KeptEdges.ORDER, lists.skip(), lists.edges()) : shownEdges;
        List<PathPattern> titled = table.patterns().stream()
                .map(pattern -> pattern.titled(
                        Objects.requireNonNull(patterns.get(pattern.id())).title()))
                .toList();
        ObjectNode to = FieldJson.of(FIELDS, new Told(this, span, titled, someNodes, someEdges));
        MeasureNames.name(to, measure);
        return to;
    }

    /** What the sums tell, or what a single window tells. */
    private JsonNode findings() {
        if (findings == null) {
            findings = FieldJson.all(FindingRow.FIELDS, WindowFindings.of(incidents));
        }
        return findings;
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

package io.wirepath.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.row.CallEdgeRow;
import io.wirepath.analyze.row.EdgeRow;
import io.wirepath.analyze.row.FindingRow;
import io.wirepath.analyze.row.NodeRow;
import io.wirepath.analyze.row.OperationRow;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.analyze.traffic.TrafficMap;
import io.wirepath.analyze.traffic.TrafficTotals;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.convolution.PathVertex;
import io.wirepath.causes.fanin.Join;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The report as one JSON object: what {@code --json} prints, and what the HTML page draws.
 *
 * <p>Times are integer nanoseconds since the epoch, delays nanoseconds, sizes bytes, probabilities 0 to 1. Names of
 * fields are stable within a {@code format}; new ones may be added. Every list has an order that depends on the data
 * alone.
 */
public final class ReportJson {

    /** Version of the object's form. */
    public static final int FORMAT = 1;

    private static final Fields<TrafficTotals> TOTALS = Fields.<TrafficTotals>of("Totals", "How much there is.")
            .count("messages", "Messages.", TrafficTotals::messages)
            .count("calls", "Calls.", TrafficTotals::calls);

    private static final Fields<Whole> TOTALS_OF = Fields.<Whole>of("Totals", "How much there is.")
            .all(TOTALS, whole -> whole.totals)
            .count("nodes", "Nodes.", whole -> whole.nodes().size())
            .count(
                    "patterns",
                    "Paths by role.",
                    whole -> whole.analysis().patterns().size())
            .number(
                    "meanLinkProbability",
                    "Mean certainty of the cause of a call.",
                    whole -> whole.totals.meanLinkProbability())
            .time("first", "When the first message was sent.", whole -> whole.totals.firstNanos())
            .time("last", "When the last one was.", whole -> whole.totals.lastNanos());

    private static final Fields<Of<Join>> JOIN = Fields.<Of<Join>>of(
                    "Join", "A node that sends because of several messages together.")
            .text("node", "Its name.", join -> join.name(join.of.node()))
            .text("kind", "fan-in, batch, timed-batch or gathered.", join -> kind(join.of))
            .texts("joined", "What it waits for.", join -> join.of.joined())
            .count("size", "How many messages; of what is gathered the most.", join -> join.of.size())
            .duration("timer", "How long the first message of a timed batch waits.", join -> join.of.timerNanos())
            .orAbsent()
            .count("times", "How often it sent.", join -> join.of.times())
            .number("gainNats", "Evidence for it.", join -> join.of.gainNats());

    private static final Fields<Of<RoleSummary>> ROLE = Fields.<Of<RoleSummary>>of("Role", "Nodes that do the same.")
            .text("name", "Its name.", role -> role.of.name())
            .texts(
                    "nodes",
                    "Names of its nodes.",
                    role -> role.of.nodes().stream().map(role::name).toList());

    private static final Fields<Of<PathVertex>> GRAPH = graph();

    private static final Fields<ParentComparison.OfService> SERVICE = Fields.<ParentComparison.OfService>of(
                    "ServiceComparison", "Links of a service against the known ones.")
            .text("service", "Its name.", ParentComparison.OfService::service)
            .count("requests", "Requests to it.", ParentComparison.OfService::incoming)
            .count("exact", "Those all of whose calls are right.", ParentComparison.OfService::exact)
            .count("calls", "Calls that it made.", ParentComparison.OfService::outgoing)
            .count("right", "Those whose cause is right.", ParentComparison.OfService::right);

    private static final Fields<ParentComparison> COMPARISON = Fields.<ParentComparison>of(
                    "ParentComparison", "Links against the known ones, with --compare-parents.")
            .count("calls", "Calls whose cause is known.", ParentComparison::calls)
            .count("found", "Those that were found.", ParentComparison::found)
            .count("right", "Those whose cause is right.", ParentComparison::right)
            .count("traces", "Traces.", ParentComparison::traces)
            .count("rightTraces", "Those that are right as a whole.", ParentComparison::rightTraces)
            .objects("services", SERVICE, "The same by service.", ParentComparison::services)
            .orAbsent();

    /** What is told of links is named by what it measures. */
    private static final Fields<Whole> ANALYSIS = Fields.<Whole>of("Analysis", "What was inferred.")
            .count("format", "Version of the form.", whole -> FORMAT)
            .text("program", "What made it.", whole -> "wirepath " + whole.report.version())
            .text("title", "Title.", whole -> whole.report.title())
            .text(
                    "algorithm",
                    "Who inferred the links.",
                    whole -> whole.analysis().algorithm())
            .document("settings", null, "What it was told, by name.", whole -> whole.report.settings())
            .texts("notes", "What a reader must know to judge it.", whole -> whole.report.notes())
            .object("totals", TOTALS_OF, "How much there is.", whole -> whole)
            .objects(
                    "findings",
                    FindingRow.FIELDS,
                    "Most important first.",
                    whole -> whole.analysis().findings())
            .orAbsent()
            .objects("patterns", PatternRow.FIELDS, "Paths by role.", Whole::patterns)
            .orAbsent()
            .objects("nodes", NodeRow.FIELDS, "Nodes.", Whole::nodeRows)
            .orAbsent()
            .objects(
                    "joins",
                    JOIN,
                    "Nodes that wait for several messages.",
                    whole -> whole.all(whole.analysis().joins().all()))
            .orAbsent()
            .objects(
                    "roles", ROLE, "Roles.", whole -> whole.all(whole.analysis().roles()))
            .orAbsent()
            .objects("edges", EdgeRow.FIELDS, "Who sends to whom.", Whole::edges)
            .orAbsent()
            .objects("calls", CallEdgeRow.FIELDS, "Who calls whom.", Whole::callEdges)
            .orAbsent()
            .objects(
                    "operations",
                    OperationRow.FIELDS,
                    "What services are asked for, most calls first; with --operations.",
                    whole -> CallDelays.operations(whole.analysis()))
            .orAbsent()
            .document(
                    "map",
                    MapJson.FIELDS,
                    "Where roles and nodes stand on the page's map.",
                    whole -> MapJson.of(whole.nodeRows(), whole.edges()));

    private static final Fields<Whole> LINKS = Fields.<Whole>of("Links", "Requests, and what was asked of links.")
            .objects("requests", RequestRow.FIELDS, "Whole requests, in order of time.", whole -> whole.requests.all())
            .document(
                    "overTime",
                    OverTimeJson.FIELDS,
                    "Requests of clients over time.",
                    whole -> new OverTimeJson(whole.analysis()).json())
            .ifKnown()
            .document("series", null, "Results over time.", Whole::series)
            .object(SumsJson.FIELD, SumsJson.FIELDS, "What compare needs.", whole -> SumsJson.of(whole.analysis()))
            .objects("graphs", GRAPH, "What convolution found.", whole -> whole.all(whole.report.graphs()))
            .orAbsent()
            .object("parentComparison", COMPARISON, "Links against the known ones.", whole -> whole.report.comparison())
            .ifKnown()
            .object("siteIds", SiteIds.FIELDS, "Links against identifiers in requests.", whole -> whole.report.ids())
            .ifKnown()
            .objects("explanations", ExplanationJson.FIELDS, "What --explain asked for.", Whole::explanations)
            .orAbsent();

    private static final Fields<Whole> INPUTS = Fields.<Whole>of("Inputs", "What was read.")
            .document("hosts", null, "What hosts logged.", Whole::hosts)
            .ifKnown()
            .objects("captures", CaptureFields.FIELDS, "How each input fared.", whole -> whole.report.inputs())
            .orAbsent()
            .document("merge", null, "Clocks, homes, losses and translations.", Whole::merge)
            .ifKnown();

    /** The whole report. */
    public static final Fields<Whole> FIELDS = Fields.<Whole>of("Report", "What wirepath analyze --json prints.")
            .all(ANALYSIS, whole -> whole)
            .all(LINKS, whole -> whole)
            .all(INPUTS, whole -> whole);

    private ReportJson() {}

    /** Something of an analysis, with the names of nodes. */
    private record Of<T>(NodeTable nodes, T of) {

        String name(int node) {
            return nodes.get(node).name();
        }

        <S> List<Of<S>> same(List<S> others) {
            return others.stream().map(other -> new Of<>(nodes, other)).toList();
        }
    }

    /** The report and what several of its fields need. */
    private record Whole(
            Report report,
            TrafficTotals totals,
            List<NodeRow> nodeRows,
            List<EdgeRow> edges,
            List<CallDelays.Edge> calls,
            RequestsJson requests) {

        static Whole of(Report report) {
            Analysis analysis = report.analysis();
            List<CallDelays.Edge> calls = CallDelays.of(analysis);
            return new Whole(
                    report,
                    TrafficTotals.of(analysis),
                    NodeRow.all(analysis),
                    EdgeRow.all(analysis.messages().nodes(), TrafficMap.edges(analysis, calls)),
                    calls,
                    new RequestsJson(analysis));
        }

        Analysis analysis() {
            return report.analysis();
        }

        NodeTable nodes() {
            return analysis().messages().nodes();
        }

        <T> List<Of<T>> all(List<T> things) {
            return things.stream().map(thing -> new Of<>(nodes(), thing)).toList();
        }

        List<PatternRow> patterns() {
            return analysis().patterns().stream()
                    .map(pattern -> new PatternRow(pattern, "", requests))
                    .toList();
        }

        List<CallEdgeRow> callEdges() {
            return CallEdgeRow.all(nodes(), calls);
        }

        List<ExplanationJson> explanations() {
            return analysis().explanations().stream()
                    .map(each -> new ExplanationJson(analysis(), each))
                    .toList();
        }

        ObjectNode series() {
            return SeriesJson.of(analysis().series(), report.inputs());
        }

        @Nullable
        ObjectNode hosts() {
            return report.hosts().isEmpty() ? null : HostsJson.of(report);
        }

        @Nullable
        ObjectNode merge() {
            return report.merge() == null ? null : MergeJson.of(report.merge(), report.sniffers(), report.nodeNames());
        }
    }

    /** Makes the object. */
    public static ObjectNode of(Report report) {
        Whole whole = Whole.of(report);
        ObjectNode to = FieldJson.of(ANALYSIS, whole);
        FieldJson.put(to, LINKS, whole);
        MeasureNames.name(to, report.analysis().measure());
        FieldJson.put(to, INPUTS, whole);
        return to;
    }

    /** Writes the same, part by part: of a system of 360,000 pairs of nodes all of it together takes a gigabyte. */
    public static void write(Report report, JsonGenerator to) throws IOException {
        Whole whole = Whole.of(report);
        LinkMeasure measure = report.analysis().measure();
        to.writeStartObject();
        FieldJson.write(to, ANALYSIS, whole, node -> MeasureNames.name(node, measure));
        FieldJson.write(to, LINKS, whole, node -> MeasureNames.name(node, measure));
        FieldJson.write(to, INPUTS, whole, node -> {});
        to.writeEndObject();
    }

    private static String kind(Join join) {
        return join.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Fields<Of<PathVertex>> graph() {
        Fields<Of<PathVertex>> graph =
                Fields.of("PathGraph", "A vertex of a graph of causal paths that convolution found.");
        return graph.text("node", "Its name.", vertex -> vertex.name(vertex.of.node()))
                .duration("delay", "Delay of the node.", vertex -> vertex.of.delayNanos())
                .count("messages", "Messages.", vertex -> vertex.of.messageCount())
                .tree("next", "What follows.", vertex -> vertex.same(vertex.of.next()))
                .orAbsent();
    }
}

package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.analyze.traffic.TrafficMap;
import io.wirepath.analyze.traffic.TrafficTotals;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.convolution.PathVertex;
import io.wirepath.causes.fanin.Join;
import io.wirepath.sniffer.CounterSet;
import java.util.List;
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

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ReportJson() {}

    /** Makes the object. */
    public static ObjectNode of(Report report) {
        Analysis analysis = report.analysis();
        ObjectNode to = JSON.objectNode();
        to.put("format", FORMAT);
        to.put("program", "wirepath " + report.version());
        to.put("title", report.title());
        to.put("algorithm", analysis.algorithm());
        ObjectNode settings = to.putObject("settings");
        report.settings().forEach(settings::put);
        ArrayNode notes = to.putArray("notes");
        report.notes().forEach(notes::add);
        to.set("totals", totals(analysis));
        analysis.findings().forEach(finding -> array(to, "findings").add(finding(finding)));
        RequestsJson requests = new RequestsJson(analysis);
        analysis.patterns().forEach(pattern -> array(to, "patterns").add(pattern(pattern, requests)));
        analysis.nodes().forEach(node -> array(to, "nodes").add(node(analysis, node)));
        analysis.joins().all().forEach(join -> array(to, "joins").add(join(analysis, join)));
        analysis.roles().forEach(role -> array(to, "roles").add(role(analysis, role)));
        List<CallDelays.Edge> calls = CallDelays.of(analysis);
        TrafficMap.edges(analysis, calls).forEach(edge -> array(to, "edges").add(edge(analysis, edge)));
        calls.forEach(edge -> array(to, "calls").add(call(analysis, edge)));
        to.set("map", MapJson.of(to.path("nodes"), to.path("edges")));
        to.set("requests", requests.all());
        ObjectNode overTime = new OverTimeJson(analysis).json();
        if (overTime != null) {
            to.set("overTime", overTime);
        }
        to.set("series", SeriesJson.of(analysis.series(), report.inputs()));
        to.set(SumsJson.FIELD, SumsJson.of(analysis));
        report.graphs().forEach(graph -> array(to, "graphs").add(vertex(analysis, graph)));
        if (report.comparison() != null) {
            to.set("parentComparison", comparison(report.comparison()));
        }
        ExplanationJson explanations = new ExplanationJson(analysis);
        analysis.explanations().forEach(each -> array(to, "explanations").add(explanations.of(each)));
        MeasureNames.name(to, analysis.measure());
        if (!report.hosts().isEmpty()) {
            to.set("hosts", HostsJson.of(report));
        }
        report.inputs().forEach(input -> array(to, "captures").add(capture(input)));
        if (report.merge() != null) {
            to.set("merge", MergeJson.of(report.merge(), report.sniffers(), report.nodeNames()));
        }
        return to;
    }

    private static ArrayNode array(ObjectNode to, String field) {
        return to.withArrayProperty(field);
    }

    private static ObjectNode vertex(Analysis analysis, PathVertex vertex) {
        ObjectNode to = JSON.objectNode();
        to.put("node", analysis.messages().nodes().get(vertex.node()).name());
        to.put("delayNanos", vertex.delayNanos());
        to.put("messages", vertex.messageCount());
        vertex.next().forEach(next -> array(to, "next").add(vertex(analysis, next)));
        return to;
    }

    private static ObjectNode comparison(ParentComparison of) {
        ObjectNode to = JSON.objectNode();
        to.put("calls", of.calls()).put("found", of.found()).put("right", of.right());
        to.put("traces", of.traces()).put("rightTraces", of.rightTraces());
        of.services()
                .forEach(each -> array(to, "services")
                        .add(JSON.objectNode()
                                .put("service", each.service())
                                .put("requests", each.incoming())
                                .put("exact", each.exact())
                                .put("calls", each.outgoing())
                                .put("right", each.right())));
        return to;
    }

    private static ObjectNode totals(Analysis analysis) {
        TrafficTotals totals = TrafficTotals.of(analysis);
        ObjectNode to = JSON.objectNode();
        to.put("messages", totals.messages());
        to.put("calls", totals.calls());
        to.put("nodes", analysis.messages().nodes().size());
        to.put("patterns", analysis.patterns().size());
        to.put("meanLinkProbability", totals.meanLinkProbability());
        to.put("firstNanos", totals.firstNanos());
        to.put("lastNanos", totals.lastNanos());
        return to;
    }

    /** A finding. */
    public static ObjectNode finding(Finding finding) {
        ObjectNode to = JSON.objectNode();
        to.put("severity", finding.severity().name().toLowerCase(java.util.Locale.ROOT));
        to.put("kind", finding.kind());
        to.put("title", finding.title());
        to.put("detail", finding.detail());
        ArrayNode nodes = to.putArray("nodes");
        finding.nodes().forEach(nodes::add);
        to.put("effectNanos", finding.effectNanos());
        to.put("uncertaintyNanos", finding.uncertaintyNanos());
        if (finding.change() != null) {
            change(to, finding.change());
        }
        return to;
    }

    private static void change(ObjectNode to, Change change) {
        to.put("onsetNanos", change.onsetNanos());
        to.putArray("onsetIntervalNanos").add(change.onsetFromNanos()).add(change.onsetToNanos());
        to.put("chance", change.chance());
        if (change.lasts()) {
            to.putNull("endNanos");
            to.putNull("endIntervalNanos");
        } else {
            to.put("endNanos", change.endNanos());
            to.putArray("endIntervalNanos").add(change.endFromNanos()).add(change.endToNanos());
        }
    }

    private static ObjectNode pattern(PathPattern pattern, RequestsJson requests) {
        ObjectNode to = JSON.objectNode();
        to.put("id", pattern.id());
        to.put("title", pattern.title());
        to.put("aggregation", pattern.aggregation().name().toLowerCase(java.util.Locale.ROOT));
        to.put("count", pattern.count());
        to.put("expectedCount", pattern.expectedCount());
        to.put("maxProbability", pattern.maxProbability());
        to.put("expectedPerCount", pattern.expectedPerCount());
        to.put("expectedPerRootCount", pattern.expectedPerRootCount());
        to.set("duration", delay(pattern.duration()));
        to.set("root", step(pattern.root()));
        to.set("examples", requests.examples(pattern));
        ArrayNode members = to.putArray("members");
        pattern.members().forEach(member -> members.add(pattern(member, requests)));
        return to;
    }

    private static ObjectNode step(PatternStep step) {
        ObjectNode to = JSON.objectNode();
        to.put("from", step.from());
        to.put("to", step.to());
        to.put("fromTraced", step.fromTraced());
        to.put("toTraced", step.toTraced());
        to.put("port", step.port());
        to.put("role", step.role().name().toLowerCase(java.util.Locale.ROOT));
        to.put("protocol", step.protocol());
        if (!step.operation().isEmpty()) {
            to.put("operation", step.operation());
        }
        to.put("critical", step.critical());
        if (!step.orders().isEmpty()) {
            ArrayNode orders = to.putArray("orders");
            step.orders()
                    .forEach(order ->
                            orders.addObject().put("last", order.last()).put("share", order.share()));
        }
        to.put("probability", step.probability());
        to.put("startNanos", step.startNanos());
        to.set("nodeDelay", delay(step.nodeDelay()));
        if (!step.byNode().isEmpty()) {
            ArrayNode byNode = to.putArray("byNode");
            step.byNode()
                    .forEach(of -> byNode.addObject().put("node", of.node()).set("delay", delay(of.delay())));
        }
        to.set("networkDelay", delay(step.networkDelay()));
        ArrayNode children = to.putArray("children");
        step.children().forEach(child -> children.add(step(child)));
        return to;
    }

    private static ObjectNode node(Analysis analysis, NodeSummary summary) {
        NodeTable.Node node = analysis.messages().nodes().get(summary.node());
        ObjectNode to = JSON.objectNode();
        to.put("address", node.address());
        to.put("name", node.name());
        to.put("traced", node.traced());
        to.put("role", summary.role());
        to.put("client", summary.client());
        to.put("join", analysis.joins().atJoin()[summary.node()]);
        to.put("callsServed", summary.callsServed());
        to.put("callsMade", summary.callsMade());
        to.put("callsRefused", summary.callsRefused());
        to.put("callsFailed", summary.callsFailed());
        to.set("ownDelay", delay(summary.ownDelay()));
        to.set("serviceDelay", delay(summary.serviceDelay()));
        return to;
    }

    private static ObjectNode join(Analysis analysis, Join join) {
        ObjectNode to = JSON.objectNode();
        to.put("node", analysis.messages().nodes().get(join.node()).name());
        to.put("kind", join.kind().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
        ArrayNode joined = to.putArray("joined");
        join.joined().forEach(joined::add);
        to.put("size", join.size());
        if (join.timerNanos() > 0) {
            to.put("timerNanos", join.timerNanos());
        }
        to.put("times", join.times());
        to.put("gainNats", join.gainNats());
        return to;
    }

    private static ObjectNode role(Analysis analysis, RoleSummary role) {
        ObjectNode to = JSON.objectNode();
        to.put("name", role.name());
        ArrayNode nodes = to.putArray("nodes");
        role.nodes()
                .forEach(node -> nodes.add(analysis.messages().nodes().get(node).name()));
        return to;
    }

    private static ObjectNode edge(Analysis analysis, TrafficMap.Edge edge) {
        NodeTable nodes = analysis.messages().nodes();
        ObjectNode to = JSON.objectNode();
        to.put("from", nodes.get(edge.from()).name());
        to.put("to", nodes.get(edge.to()).name());
        to.put("messages", edge.messages());
        to.put("requests", edge.calls());
        to.put("bytes", edge.bytes());
        to.put("unanswered", edge.unanswered());
        to.set("delay", edge.calls() == 0 ? null : delay(edge.delay()));
        return to;
    }

    private static ObjectNode call(Analysis analysis, CallDelays.Edge edge) {
        NodeTable nodes = analysis.messages().nodes();
        ObjectNode to = JSON.objectNode();
        to.put("from", nodes.get(edge.caller()).name());
        to.put("to", nodes.get(edge.callee()).name());
        to.put("port", edge.port());
        to.put("calls", edge.calls());
        to.put("unanswered", edge.unanswered());
        to.put("failed", edge.failed());
        to.set("delay", delay(edge.delay()));
        return to;
    }

    private static ObjectNode capture(CaptureHealth health) {
        ObjectNode to = JSON.objectNode();
        to.put("sniffer", health.sniffer());
        to.put("source", health.source());
        to.put("frames", health.frames());
        to.put("firstNanos", health.firstNanos());
        to.put("lastNanos", health.lastNanos());
        to.put("damage", health.damage().map(damage -> damage.describe()).orElse(null));
        ArrayNode counters = to.putArray("counters");
        for (CounterSet.Value value : health.counters()) {
            ObjectNode counter = counters.addObject();
            counter.put("name", value.counter().name());
            counter.put("kind", value.counter().kind().name().toLowerCase(java.util.Locale.ROOT));
            counter.put("sentence", value.counter().sentence());
            counter.put("value", value.value());
        }
        return to;
    }

    private static @Nullable ObjectNode delay(@Nullable DelayDistribution delay) {
        if (delay == null) {
            return null;
        }
        ObjectNode to = JSON.objectNode();
        to.put("samples", delay.samples());
        to.put("weight", delay.weight());
        to.put("meanNanos", delay.meanNanos());
        to.put("deviationNanos", delay.deviationNanos());
        to.put("p50Nanos", delay.percentileNanos(50));
        to.put("p90Nanos", delay.percentileNanos(90));
        to.put("p99Nanos", delay.percentileNanos(99));
        to.put("maxNanos", delay.percentileNanos(100));
        to.put("negativeWeight", delay.negativeWeight());
        to.set("histogram", histogram(delay));
        return to;
    }

    /** Bins of a quarter octave from the first to the last that hold anything: {@code [from, to, share]}. */
    private static ArrayNode histogram(DelayDistribution delay) {
        ArrayNode bins = JSON.arrayNode();
        long last = delay.percentileNanos(100);
        long from = 0;
        for (int quarter = 40; from <= last && delay.samples() > 0; quarter++) {
            long to = Math.round(Math.pow(2, quarter / 4.0));
            double share = delay.share(from, to);
            if (share > 0) {
                bins.addArray().add(from).add(to).add(share);
            }
            from = to;
        }
        return bins;
    }
}

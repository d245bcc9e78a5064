package io.wirepath.report.export;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.host.EventPlacement;
import io.wirepath.analyze.host.HostRecord;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.series.IntervalSum;
import io.wirepath.analyze.series.Intervals;
import io.wirepath.analyze.series.TimeSeries;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.flows.Outcome;
import io.wirepath.report.CaptureHealth;
import io.wirepath.report.Report;
import io.wirepath.report.SeriesJson;
import io.wirepath.sniffer.CounterSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the report as a directory of CSV files, one a table. Times and delays are nanoseconds; an unknown value is
 * empty.
 */
public final class CsvWriter {

    private final Report report;
    private final Analysis analysis;
    private final MessageTable messages;
    private final NodeTable nodes;
    private final Path directory;

    private CsvWriter(Report report, Path directory) {
        this.report = report;
        this.analysis = report.analysis();
        this.messages = analysis.messages();
        this.nodes = messages.nodes();
        this.directory = directory;
    }

    /** Writes all tables; files of an earlier run are replaced. */
    public static void write(Report report, MessageDetails details, Path directory) throws IOException {
        Files.createDirectories(directory);
        CsvWriter writer = new CsvWriter(report, directory);
        writer.findings();
        writer.patterns();
        writer.nodes();
        writer.edges();
        writer.calls(details);
        writer.counters();
        writer.series();
        writer.loads();
        writer.events();
    }

    private CsvTable table(String name, String... columns) throws IOException {
        return new CsvTable(directory.resolve(name + ".csv"), columns);
    }

    private void findings() throws IOException {
        try (CsvTable table = table(
                "findings",
                "severity",
                "kind",
                "title",
                "detail",
                "nodes",
                "effect_nanos",
                "uncertainty_nanos",
                "onset_nanos",
                "end_nanos")) {
            for (Finding finding : analysis.findings()) {
                Change change = finding.change();
                table.row(
                        finding.severity().name().toLowerCase(Locale.ROOT),
                        finding.kind(),
                        finding.title(),
                        finding.detail(),
                        String.join(" ", finding.nodes()),
                        finding.effectNanos(),
                        finding.uncertaintyNanos(),
                        change == null ? null : change.onsetNanos(),
                        change == null || change.lasts() ? null : change.endNanos());
            }
        }
    }

    private void patterns() throws IOException {
        try (PatternCsv tables = new PatternCsv(directory, analysis.measure())) {
            for (PathPattern pattern : analysis.patterns()) {
                tables.add(pattern, "");
                for (PathPattern member : pattern.members()) {
                    tables.add(member, pattern.id());
                }
            }
        }
    }

    static @Nullable Double mean(@Nullable DelayDistribution delay) {
        return delay == null || delay.samples() == 0 ? null : delay.meanNanos();
    }

    private static @Nullable Long percentile(DelayDistribution delay, double percentile) {
        return delay.samples() == 0 ? null : delay.percentileNanos(percentile);
    }

    private void nodes() throws IOException {
        try (CsvTable table = table(
                "nodes",
                "address",
                "name",
                "role",
                "traced",
                "client",
                "calls_served",
                "calls_made",
                "calls_refused",
                "calls_failed",
                "own_mean_nanos",
                "own_p50_nanos",
                "own_p90_nanos",
                "own_p99_nanos",
                "service_mean_nanos",
                "service_p90_nanos")) {
            for (NodeSummary summary : analysis.nodes()) {
                NodeTable.Node node = nodes.get(summary.node());
                table.row(
                        node.address(),
                        node.name(),
                        summary.role(),
                        node.traced(),
                        summary.client(),
                        summary.callsServed(),
                        summary.callsMade(),
                        summary.callsRefused(),
                        summary.callsFailed(),
                        mean(summary.ownDelay()),
                        percentile(summary.ownDelay(), 50),
                        percentile(summary.ownDelay(), 90),
                        percentile(summary.ownDelay(), 99),
                        mean(summary.serviceDelay()),
                        percentile(summary.serviceDelay(), 90));
            }
        }
    }

    private void edges() throws IOException {
        try (CsvTable table = table(
                "edges",
                "from",
                "to",
                "port",
                "calls",
                "unanswered",
                "mean_nanos",
                "p50_nanos",
                "p90_nanos",
                "p99_nanos")) {
            for (CallDelays.Edge edge : CallDelays.of(analysis)) {
                table.row(
                        nodes.get(edge.caller()).name(),
                        nodes.get(edge.callee()).name(),
                        edge.port(),
                        edge.calls(),
                        edge.unanswered(),
                        mean(edge.delay()),
                        percentile(edge.delay(), 50),
                        percentile(edge.delay(), 90),
                        percentile(edge.delay(), 99));
            }
        }
    }

    private void calls(MessageDetails details) throws IOException {
        CallTable calls = analysis.calls();
        try (CsvTable table = table(
                "calls",
                "call",
                "kind",
                "parent",
                "root",
                analysis.measure().word(),
                "client",
                "client_port",
                "server",
                "server_port",
                "request_nanos",
                "response_nanos",
                "request_bytes",
                "response_bytes",
                "outcome",
                "verdict",
                "client_name",
                "server_name",
                "protocol",
                "span",
                "sniffer")) {
            SpanIds ids = new SpanIds(messages, details, calls.request());
            for (int call = 0; call < calls.size(); call++) {
                int request = calls.request()[call];
                int response = calls.response()[call];
                int outcome = calls.outcome(messages, call);
                boolean answered = response != MessageTable.NONE;
                table.row(
                        call,
                        calls.isOneWay(messages, call) ? "one_way" : "call",
                        calls.parent()[call] == MessageTable.NONE ? null : calls.parent()[call],
                        calls.root()[call],
                        calls.probability()[call],
                        nodes.get(messages.source(request)).address(),
                        messages.sourcePort(request),
                        nodes.get(messages.destination(request)).address(),
                        messages.destinationPort(request),
                        details.firstNanos(messages.record(request)),
                        answered ? details.lastNanos(messages.record(response)) : null,
                        messages.lengthBytes(request),
                        answered ? messages.lengthBytes(response) : null,
                        outcome == Outcome.UNKNOWN ? null : Outcome.text(outcome),
                        outcome == Outcome.UNKNOWN
                                ? null
                                : Outcome.verdict(outcome).name().toLowerCase(Locale.ROOT),
                        nodes.get(messages.source(request)).name(),
                        nodes.get(messages.destination(request)).name(),
                        messages.protocol(request).name().toLowerCase(Locale.ROOT),
                        ids.span(call),
                        sniffer(details.sniffer(messages.record(request))));
            }
        }
    }

    private void series() throws IOException {
        Intervals intervals = analysis.series().intervals();
        try (CsvTable table = table(
                "series",
                "kind",
                "name",
                "peer",
                "interval_nanos",
                "requests",
                "unanswered",
                "refused",
                "failed",
                "in_flight",
                "own_p50_nanos",
                "own_p99_nanos",
                "service_p50_nanos",
                "service_p99_nanos",
                "resent_segments",
                "zero_window_nanos",
                "resets",
                "connections_opened",
                "connections_refused",
                "connections_unanswered",
                "messages")) {
            for (TimeSeries series : analysis.series().series()) {
                for (Map.Entry<Integer, IntervalSum> each : series.sums().entrySet()) {
                    IntervalSum sum = each.getValue();
                    table.row(
                            series.kind().name().toLowerCase(Locale.ROOT),
                            SeriesJson.name(series, report.inputs()),
                            series.peer(),
                            intervals.firstNanos() + each.getKey() * intervals.widthNanos(),
                            sum.requests(),
                            sum.unansweredRequests(),
                            sum.refusedRequests(),
                            sum.failedRequests(),
                            sum.busyNanos() / intervals.widthNanos(),
                            known(sum.ownNanos(50)),
                            known(sum.ownNanos(99)),
                            known(sum.serviceNanos(50)),
                            known(sum.serviceNanos(99)),
                            sum.resentSegments(),
                            (long) sum.zeroWindowNanos(),
                            sum.resets(),
                            sum.connectionsOpened(),
                            sum.connectionsRefused(),
                            sum.connectionsUnanswered(),
                            series.kind() == TimeSeries.Kind.SNIFFER ? sum.messages() : null);
                }
            }
        }
    }

    private static @Nullable Long known(long nanos) {
        return nanos < 0 ? null : nanos;
    }

    private @Nullable String sniffer(int number) {
        return number < report.inputs().size() ? report.inputs().get(number).sniffer() : null;
    }

    private void counters() throws IOException {
        try (CsvTable table = table("counters", "sniffer", "source", "counter", "kind", "value", "sentence")) {
            List<CaptureHealth> inputs = report.inputs();
            for (CaptureHealth input : inputs) {
                for (CounterSet.Value value : input.counters()) {
                    table.row(
                            input.sniffer(),
                            input.source(),
                            value.counter().name(),
                            value.counter().kind().name().toLowerCase(Locale.ROOT),
                            value.value(),
                            value.counter().sentence());
                }
            }
        }
    }

    private void loads() throws IOException {
        try (CsvTable table = table("loads", "time_nanos", "uncertainty_nanos", "host", "program", "name", "value")) {
            for (HostRecord load : report.hosts().loads()) {
                table.row(
                        load.nanos(), load.uncertaintyNanos(), load.host(), load.program(), load.name(), load.value());
            }
        }
    }

    /** An event that may lie on several calls has a row for each, as in queries. */
    private void events() throws IOException {
        try (CsvTable table = table(
                "events",
                "time_nanos",
                "uncertainty_nanos",
                "host",
                "program",
                "level",
                "name",
                "id",
                "detail",
                "call",
                "probability")) {
            List<HostRecord> events = report.hosts().events();
            List<List<EventPlacement.Place>> places = EventPlacement.of(messages, analysis.calls(), events);
            for (int i = 0; i < events.size(); i++) {
                for (EventPlacement.Place place : places.get(i)) {
                    event(table, events.get(i), place);
                }
                if (places.get(i).isEmpty()) {
                    event(table, events.get(i), null);
                }
            }
        }
    }

    private static void event(CsvTable table, HostRecord event, EventPlacement.@Nullable Place place)
            throws IOException {
        table.row(
                event.nanos(),
                event.uncertaintyNanos(),
                event.host(),
                event.program(),
                event.level(),
                event.name(),
                event.id(),
                event.detail(),
                place == null ? null : place.call(),
                place == null ? null : place.probability());
    }
}

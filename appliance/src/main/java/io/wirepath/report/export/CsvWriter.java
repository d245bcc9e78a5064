package io.wirepath.report.export;

import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import io.wirepath.analyze.row.CallEdgeRow;
import io.wirepath.analyze.row.CallFacts;
import io.wirepath.analyze.row.CallRow;
import io.wirepath.analyze.row.FindingRow;
import io.wirepath.analyze.row.HostRow;
import io.wirepath.analyze.row.NodeRow;
import io.wirepath.analyze.row.SeriesRow;
import io.wirepath.analyze.row.StepRow;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.report.CaptureFields;
import io.wirepath.report.CounterRow;
import io.wirepath.report.PatternRow;
import io.wirepath.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the report as a directory of CSV files, one a table. Times and delays are nanoseconds; an unknown value is
 * empty.
 */
public final class CsvWriter {

    private static final Fields<ExportedCall> CALL = Fields.<ExportedCall>of(
                    "CallExport", "A call, as documents tell it.")
            .all(CallRow.FIELDS, ExportedCall::of)
            .time("request", "First byte of the request.", c -> c.details.firstNanos(c.record(c.of.request())))
            .time("response", "Last byte of the response.", ExportedCall::responseNanos)
            .text("span", "Identifier of its span in OTLP.", c -> c.ids.span(c.of.call()))
            .text("sniffer", "Sniffer nearest to the caller.", ExportedCall::sniffer)
            .layout(
                    Family.CSV,
                    "call kind parent root=rootCall probability=linkProbability client=clientAddress clientPort",
                    "server=serverAddress serverPort request response requestBytes responseBytes outcome",
                    "verdict=knownVerdict client_name=client server_name=server protocol=protocolName span sniffer");

    private final Report report;
    private final Analysis analysis;
    private final Path directory;

    private CsvWriter(Report report, Path directory) {
        this.report = report;
        this.analysis = report.analysis();
        this.directory = directory;
    }

    /** A call with what documents name it by. */
    private record ExportedCall(CallRow of, MessageDetails details, SpanIds ids, Report report) {

        long record(int row) {
            return report.analysis().messages().record(row);
        }

        long responseNanos() {
            int response = of.response();
            return response == MessageTable.NONE ? Field.UNKNOWN : details.lastNanos(record(response));
        }

        @Nullable
        String sniffer() {
            int number = details.sniffer(record(of.request()));
            return number < report.inputs().size() ? report.inputs().get(number).name() : null;
        }
    }

    /** Writes all tables; files of an earlier run are replaced. */
    public static void write(Report report, MessageDetails details, Path directory) throws IOException {
        Files.createDirectories(directory);
        new CsvWriter(report, directory).all(details);
    }

    private void all(MessageDetails details) throws IOException {
        MessageTable messages = analysis.messages();
        table("findings", FindingRow.FIELDS, analysis.findings());
        patterns();
        table("nodes", NodeRow.FIELDS, NodeRow.all(analysis));
        table("edges", CallEdgeRow.FIELDS, CallEdgeRow.all(messages.nodes(), CallDelays.of(analysis)));
        SpanIds ids = new SpanIds(messages, details, analysis.calls().request());
        CallFacts facts = new CallFacts(analysis);
        table(
                "calls",
                CALL,
                () -> IntStream.range(0, analysis.calls().size())
                        .mapToObj(call -> new ExportedCall(new CallRow(facts, call), details, ids, report))
                        .iterator());
        table("counters", CounterRow.FIELDS, CounterRow.all(report.inputs()));
        table(
                "series",
                SeriesRow.FIELDS,
                SeriesRow.of(analysis.series(), sniffer -> CaptureFields.name(report.inputs(), sniffer)));
        table("loads", HostRow.LOAD, report.hosts().loads());
        table(
                "events",
                HostRow.EVENT,
                HostRow.events(messages, analysis.calls(), report.hosts().events()));
    }

    private <T> void table(String name, Fields<T> fields, Iterable<? extends T> rows) throws IOException {
        CsvTable.write(directory.resolve(name + ".csv"), fields, analysis.measure(), rows);
    }

    /** The paths, their messages, and the delays of the nodes that play one role. */
    private void patterns() throws IOException {
        List<PatternRow> patterns = new ArrayList<>();
        List<StepRow> steps = new ArrayList<>();
        for (PathPattern pattern : analysis.patterns()) {
            patterns.add(new PatternRow(pattern, "", null));
            step(pattern.id(), pattern.root(), steps.size(), -1, steps);
            for (PathPattern member : pattern.members()) {
                patterns.add(new PatternRow(member, pattern.id(), null));
                step(member.id(), member.root(), steps.size(), -1, steps);
            }
        }
        table("patterns", PatternRow.FIELDS, patterns);
        table("pattern_steps", StepRow.FIELDS, steps);
        table(
                "pattern_nodes",
                StepRow.OfNode.FIELDS,
                () -> steps.stream()
                        .flatMap(step -> step.of().byNode().stream().map(node -> new StepRow.OfNode(step, node)))
                        .iterator());
    }

    /** Adds a step and those below it; the first of the pattern stands at this place. */
    private static void step(String pattern, PatternStep step, int first, int parent, List<StepRow> to) {
        int number = to.size() - first;
        to.add(new StepRow(pattern, number, parent, step));
        step.children().forEach(child -> step(pattern, child, first, number, to));
    }
}

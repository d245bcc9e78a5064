package io.wirepath.appliance.command;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.request.Samples;
import io.wirepath.analyze.request.Samples.Sample;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.OutputFile;
import io.wirepath.pipeline.OutputForm;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.report.LifelineJson;
import io.wirepath.report.Report;
import io.wirepath.report.ReportJson;
import io.wirepath.report.export.CallHierarchies;
import io.wirepath.report.export.CallSpans;
import io.wirepath.report.export.CsvWriter;
import io.wirepath.report.export.DotWriter;
import io.wirepath.report.export.OtlpWriter;
import io.wirepath.report.export.ParquetTables;
import io.wirepath.report.export.UlmWriter;
import io.wirepath.report.export.ZeekLogs;
import io.wirepath.report.export.ZipkinWriter;
import io.wirepath.report.html.HtmlReport;
import io.wirepath.report.text.PatternRank;
import io.wirepath.report.text.SampleSection;
import io.wirepath.report.text.Style;
import io.wirepath.report.text.TextReport;
import io.wirepath.report.text.TextSettings;
import io.wirepath.report.text.TextSettings.Health;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is written of a report, and where. */
final class OutputOptions implements Closeable {

    private static final int DOT_PATTERNS = 20;
    private static final String MAP = "map=";
    private static final String CALLS = "calls=";
    private static final String GRAPHS = "graphs=";
    private static final int MAX_SLOWEST = 1000;
    private static final int DOUBTFUL_ON_A_PAGE = 20;
    private static final int BUFFER = 1 << 16;

    private static final ObjectWriter JSON =
            new ObjectMapper().writerWithDefaultPrettyPrinter().without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--html", paramLabel = "FILE", order = 20, description = "Writes a page that needs no network.")
    private @Nullable Path html;

    @Mixin
    private JsonOption json;

    @Option(names = "--otlp", paramLabel = "FILE", order = 22, description = "Writes the calls as OTLP/JSON spans.")
    private @Nullable Path otlp;

    @Mixin
    private OtlpOption otlpTo;

    @Option(names = "--zipkin", paramLabel = "FILE", order = 22, description = "Writes the calls as Zipkin's JSON.")
    private @Nullable Path zipkin;

    @Option(names = "--csv", paramLabel = "DIR", order = 23, description = "Writes tables of comma-separated values.")
    private @Nullable Path csv;

    @Option(
            names = "--zeek",
            paramLabel = "DIR",
            order = 23,
            description = "Writes connections and calls as logs of Zeek.")
    private @Nullable Path zeek;

    @Option(names = "--zeek-json", paramLabel = "DIR", order = 23, description = "Writes them as Zeek's logs in JSON.")
    private @Nullable Path zeekJson;

    @Option(
            names = "--parquet",
            paramLabel = "DIR",
            order = 23,
            description = "Writes messages, calls, requests, series, loads, events and findings as Parquet, for DuckDB,"
                    + " pandas or Spark.")
    private @Nullable Path parquet;

    @Option(
            names = "--ulm",
            paramLabel = "FILE",
            order = 23,
            description = "Reads a log of hosts or applications in NetLogger's ULM format. May be repeated.")
    private List<Path> ulm = new ArrayList<>();

    @Option(
            names = "--write-ulm",
            paramLabel = "FILE",
            order = 23,
            description = "Writes the events of all calls, and what --ulm read, in NetLogger's ULM format.")
    private @Nullable Path writtenUlm;

    @Option(
            names = "--dot",
            paramLabel = "[WHAT=]FILE",
            order = 24,
            description = "Writes for Graphviz: the node map and the first 20 paths, or with map= the map alone, with"
                    + " calls= the paths as call hierarchies; graphs= what convolution found. May be repeated.")
    private List<String> dot = new ArrayList<>();

    @Option(
            names = "--top",
            paramLabel = "N",
            order = 30,
            defaultValue = "15",
            description = "Rows of each printed table. Default: 15.")
    private int top;

    @Option(
            names = "--rank",
            paramLabel = "METRIC",
            order = 31,
            defaultValue = "time",
            converter = RankConverter.class,
            description =
                    "Orders paths by time (in all), count, expected, expected/count or expected/sqrt. Default: time.")
    private PatternRank rank;

    @Option(
            names = "--slowest",
            paramLabel = "N",
            order = 31,
            defaultValue = "0",
            description = "Shows the N slowest and N typical requests of each path. Default: 0.")
    private int slowest;

    @Option(
            names = "--by-node",
            order = 31,
            description = "Shows how long each node of a role takes in each place of the shown paths.")
    private boolean byNode;

    @Option(names = "--health", order = 32, description = "Shows all counters of each capture, not only losses.")
    private boolean health;

    @Option(names = "--counters", order = 32, description = "Shows counters that are zero, too.")
    private boolean counters;

    private final Map<OutputFile, ReportWriting> writings = new LinkedHashMap<>();

    /** Refuses what makes no sense, before any work is done. */
    void check() {
        Ranges.check(command, "--top", top, 1, Integer.MAX_VALUE);
        Ranges.check(command, "--slowest", slowest, 0, MAX_SLOWEST);
        boolean isOneDirectory = zeek != null
                && zeekJson != null
                && zeek.toAbsolutePath()
                        .normalize()
                        .equals(zeekJson.toAbsolutePath().normalize());
        if (isOneDirectory) {
            throw new ParameterException(
                    command.commandLine(),
                    "--zeek and --zeek-json write files of the same names; name two directories");
        }
    }

    /** Logs of others, which are read. */
    List<Path> logs() {
        return ulm;
    }

    /** Links in doubt that the outputs show without being asked. */
    int doubtfulLinks() {
        return html == null ? 0 : DOUBTFUL_ON_A_PAGE;
    }

    /**
     * Opens every output.
     *
     * @param inputs what the run reads, which nothing may overwrite
     */
    void open(List<String> inputs) {
        writings.clear();
        otlpTo.open();
        add(html, inputs, OutputForm.PAGE, (report, details, file) -> HtmlReport.write(report, file));
        add(
                otlp,
                inputs,
                OutputForm.OTLP,
                (report, details, file) -> stream(file, to -> OtlpWriter.write(report, details, to)));
        add(
                zipkin,
                inputs,
                OutputForm.ZIPKIN,
                (report, details, file) -> stream(file, to -> ZipkinWriter.write(report, details, to)));
        dot.forEach(argument -> addPicture(argument, inputs));
        if (csv != null) {
            writings.put(OutputFile.openDirectory(csv, OutputForm.TABLE), CsvWriter::write);
        }
        if (zeek != null) {
            writings.put(
                    OutputFile.openDirectory(zeek, OutputForm.ZEEK),
                    (report, details, path) -> ZeekLogs.write(report.analysis(), path));
        }
        if (zeekJson != null) {
            writings.put(
                    OutputFile.openDirectory(zeekJson, OutputForm.ZEEK),
                    (report, details, path) -> ZeekLogs.writeJson(report.analysis(), path));
        }
        add(writtenUlm, inputs, OutputForm.ULM, (report, details, path) -> UlmWriter.write(report, path));
        if (parquet != null) {
            writings.put(
                    OutputFile.openDirectory(parquet, OutputForm.PARQUET),
                    (report, details, path) ->
                            ParquetTables.write(QueryRun.events(report), new CallSpans(report, details), path));
        }
        OutputFile jsonFile = json.open(read(inputs));
        if (jsonFile != null) {
            writings.put(jsonFile, (report, details, file) -> stream(file, to -> writeJson(report, to)));
        }
    }

    private void add(@Nullable Path file, List<String> inputs, OutputForm form, ReportWriting writing) {
        if (file != null) {
            writings.put(OutputFile.open(file, read(inputs), form), writing);
        }
    }

    private void addPicture(String argument, List<String> inputs) {
        String what = Stream.of(MAP, CALLS, GRAPHS)
                .filter(argument::startsWith)
                .findFirst()
                .orElse("");
        add(Path.of(argument.substring(what.length())), inputs, OutputForm.GRAPHVIZ, (report, details, file) -> {
            String text = switch (what) {
                case MAP -> DotWriter.map(report);
                case CALLS -> CallHierarchies.of(report, rank, DOT_PATTERNS);
                case GRAPHS -> DotWriter.graphs(report);
                default -> DotWriter.of(report, rank, DOT_PATTERNS);
            };
            Files.writeString(file, text);
        });
    }

    /** All that the run reads: the inputs and the logs. */
    private List<String> read(List<String> inputs) {
        return Stream.concat(inputs.stream(), ulm.stream().map(Path::toString)).toList();
    }

    /** Writes what was asked for. */
    void write(Report report, MessageDetails details, boolean why, Console console) throws IOException {
        writings.forEach((output, writing) -> output.write(path -> writing.write(report, details, path)));
        otlpTo.send(report, details, console);
        if (json.isPrinted()) {
            writeJson(report, new BufferedOutputStream(console.out(), BUFFER));
        } else {
            console.print(text(report, settings(why, console)));
        }
    }

    private String text(Report report, TextSettings settings) {
        String text = TextReport.of(report, settings);
        return slowest == 0 ? text : text + SampleSection.of(report.analysis(), samples(report), settings);
    }

    private List<Sample> samples(Report report) {
        Analysis analysis = report.analysis();
        return Samples.of(
                analysis.messages(),
                analysis.links(),
                analysis.calls(),
                analysis.patterns(),
                analysis.table().roots(),
                slowest);
    }

    private TextSettings settings(boolean why, Console console) {
        Health shown = counters ? Health.WITH_ZEROS : health ? Health.ALL : Health.WHERE_NOT_CLEAN;
        return new TextSettings(top, rank, shown, byNode, why, new Style(console.colour(), console.columns()));
    }

    /** Leaves nothing of outputs that were not written. */
    @Override
    public void close() {
        writings.keySet().forEach(OutputFile::close);
    }

    /** As it is made: the text of a large report has some hundred MB. */
    private void writeJson(Report report, OutputStream to) throws IOException {
        Writer text = new OutputStreamWriter(to, StandardCharsets.UTF_8);
        if (slowest > 0) {
            ObjectNode json = ReportJson.of(report);
            LifelineJson.addSamples(json, report.analysis(), samples(report));
            JSON.writeValue(text, json);
        } else {
            try (JsonGenerator json = JSON.createGenerator(text)) {
                ReportJson.write(report, json);
            }
        }
        text.write('\n');
        text.flush();
    }

    private static void stream(Path file, StreamWriting writing) throws IOException {
        try (OutputStream to = new BufferedOutputStream(Files.newOutputStream(file), BUFFER)) {
            writing.write(to);
        }
    }

    private interface ReportWriting {
        void write(Report report, MessageDetails details, Path file) throws IOException;
    }

    private interface StreamWriting {
        void write(OutputStream to) throws IOException;
    }
}

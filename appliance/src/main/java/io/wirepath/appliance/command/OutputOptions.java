package io.wirepath.appliance.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.wirepath.appliance.report.MessageDetails;
import io.wirepath.appliance.report.Report;
import io.wirepath.appliance.report.ReportJson;
import io.wirepath.appliance.report.export.CsvWriter;
import io.wirepath.appliance.report.export.DotWriter;
import io.wirepath.appliance.report.export.OtlpWriter;
import io.wirepath.appliance.report.html.HtmlReport;
import io.wirepath.appliance.report.text.PatternRank;
import io.wirepath.appliance.report.text.TextReport;
import io.wirepath.appliance.report.text.TextSettings;
import io.wirepath.appliance.run.Console;
import io.wirepath.appliance.run.Failure;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is written of a report, and where. */
final class OutputOptions {

    private static final String STANDARD_OUTPUT = "-";
    private static final int DOT_PATTERNS = 20;
    private static final int DOUBTFUL_ON_A_PAGE = 20;
    private static final ObjectWriter JSON = new ObjectMapper().writerWithDefaultPrettyPrinter();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--html", paramLabel = "FILE", order = 20, description = "Writes a page that needs no network.")
    private @Nullable Path html;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            order = 21,
            arity = "0..1",
            preprocessor = AttachedOnly.class,
            description = "Prints the report as JSON instead of text; --json=FILE writes it to a file.")
    private @Nullable String json;

    @Option(names = "--otlp", paramLabel = "FILE", order = 22, description = "Writes the calls as OTLP/JSON spans.")
    private @Nullable Path otlp;

    @Option(names = "--csv", paramLabel = "DIR", order = 23, description = "Writes tables of comma-separated values.")
    private @Nullable Path csv;

    @Option(names = "--dot", paramLabel = "FILE", order = 24, description = "Writes node map and paths for Graphviz.")
    private @Nullable Path dot;

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
            defaultValue = "expected",
            converter = RankConverter.class,
            description = "Orders paths by count, expected, expected/count or expected/sqrt. Default: expected.")
    private PatternRank rank;

    @Option(names = "--counters", order = 32, description = "Shows counters that are zero, too.")
    private boolean counters;

    /** An optional file must be attached, as in {@code --json=FILE}: what follows {@code --json} is an input. */
    static final class AttachedOnly implements IParameterPreprocessor {
        @Override
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            if (" ".equals(info.get("separator"))) {
                arguments.push(STANDARD_OUTPUT);
            }
            return false;
        }
    }

    /** Refuses numbers that make no sense, before any work is done. */
    void check() {
        Ranges.check(command, "--top", top, 1, Integer.MAX_VALUE);
    }

    /** Links in doubt that the outputs show without being asked. */
    int doubtfulLinks() {
        return html == null ? 0 : DOUBTFUL_ON_A_PAGE;
    }

    /** Writes what was asked for. */
    void write(Report report, MessageDetails details, Console console) throws IOException {
        if (html != null) {
            writing(html, file -> HtmlReport.write(report, file));
        }
        if (otlp != null) {
            writing(otlp, file -> writeOtlp(report, details, file));
        }
        if (csv != null) {
            writing(csv, directory -> CsvWriter.write(report, details, directory));
        }
        if (dot != null) {
            writing(dot, file -> Files.writeString(file, DotWriter.of(report, rank, DOT_PATTERNS)));
        }
        if (STANDARD_OUTPUT.equals(json)) {
            console.print(JSON.writeValueAsString(ReportJson.of(report)) + "\n");
            return;
        }
        if (json != null) {
            writing(
                    Path.of(json),
                    file -> Files.writeString(file, JSON.writeValueAsString(ReportJson.of(report)) + "\n"));
        }
        console.print(TextReport.of(report, new TextSettings(top, rank, counters, console.colour())));
    }

    private static void writeOtlp(Report report, MessageDetails details, Path file) throws IOException {
        try (OutputStream to = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            OtlpWriter.write(report, details, to);
        }
    }

    private interface FileWriting {
        void write(Path file) throws IOException;
    }

    private static void writing(Path file, FileWriting what) {
        try {
            what.write(file);
        } catch (IOException e) {
            throw Failure.of(file, "cannot be written", e);
        }
    }
}

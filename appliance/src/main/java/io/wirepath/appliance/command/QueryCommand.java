package io.wirepath.appliance.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.appliance.report.AnswerJson;
import io.wirepath.appliance.report.export.AnswerCsv;
import io.wirepath.appliance.report.text.AnswerTable;
import io.wirepath.appliance.report.text.Style;
import io.wirepath.appliance.run.AnalysisRun;
import io.wirepath.appliance.run.CallSelection;
import io.wirepath.appliance.run.Console;
import io.wirepath.appliance.run.Failure;
import io.wirepath.appliance.run.MergeReading;
import io.wirepath.appliance.run.OutputFile;
import io.wirepath.appliance.run.QueryRun;
import io.wirepath.appliance.run.RequiredInputs;
import io.wirepath.merge.store.MessageStore;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wirepath query}: happened-before queries. */
@Command(
        name = "query",
        description = {
            "Answers a question about messages and what caused them, in the language of Pivot Tracing.",
            "What rests on inferred causes is an expected value with its 95 % interval."
        },
        footer = {
            "",
            "Examples:",
            "  wirepath query 'From r In responses Where r.protocol = \"postgresql\"",
            "      Join c In First(requests) On c -> r GroupBy r.server, c.client",
            "      Select r.server, c.client, SUM(r.bytes)' app.pcap.gz",
            "  wirepath query --fields"
        })
final class QueryCommand extends StandardOptions implements Callable<Integer> {

    private final Console console;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "QUERY", arity = "0..1", description = "The query: From … Select …")
    private @Nullable String query;

    @Parameters(
            index = "1..*",
            paramLabel = "INPUT",
            arity = "0..*",
            description = "Capture files (pcap, pcapng, gzip), spools, or a store made by merge or --keep.")
    private List<String> inputs = new ArrayList<>();

    @Option(names = "--names", paramLabel = "FILE", order = 1, description = "Names of addresses, as in /etc/hosts.")
    private @Nullable Path names;

    @Option(names = "--fields", order = 2, description = "Lists the sources and their fields, and does nothing else.")
    private boolean fields;

    @Option(names = "--plan", order = 3, description = "Shows how the query is done, and does nothing else.")
    private boolean plan;

    @Mixin
    private TimeOptions time;

    @Mixin
    private JsonOption json;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            order = 23,
            description = "Writes the answer as comma-separated values; - prints them.")
    private @Nullable Path csv;

    @Mixin
    private MergeOptions merging;

    @Mixin
    private ReadingOptions reading;

    @Mixin
    private InferenceOptions inference;

    QueryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (fields) {
            console.print(fieldList());
            return CommandTree.DONE;
        }
        if (query == null) {
            throw new ParameterException(
                    spec.commandLine(), "a query is missing; 'wirepath query --fields' lists what can be asked");
        }
        List<String> steps = checked(query);
        if (plan) {
            console.print(String.join("\n", steps) + "\n");
            return CommandTree.DONE;
        }
        RequiredInputs.check(inputs);
        try (OutputFile jsonFile = json.open(inputs);
                OutputFile csvFile = csv == null || isPrinted(csv) ? null : OutputFile.open(csv, inputs)) {
            QueryAnswer answer = answer(query);
            if (jsonFile != null) {
                jsonFile.write(path -> Files.writeString(path, jsonText(answer)));
            }
            if (csvFile != null) {
                csvFile.write(path -> AnswerCsv.write(answer, Files.newBufferedWriter(path)));
            }
            console.print(text(answer));
        }
        return CommandTree.DONE;
    }

    private List<String> checked(String text) {
        try {
            return QueryRun.check(text).plan();
        } catch (QueryException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private QueryAnswer answer(String text) throws IOException {
        Path first = Path.of(inputs.get(0));
        boolean store = inputs.size() == 1 && MessageStore.isStore(first);
        MergeReading merge = new MergeReading(
                inference.withContent(reading.flowSettings()), merging.settings(), console, reading.showProgress());
        EventSet events = QueryRun.events(
                new AnalysisRun(merge, names, inference.choice(), CallSelection.of(List.of()), time.span(), 0)
                        .run(inputs, store ? first : null, null, null)
                        .report());
        try {
            return QueryRun.answer(text, events);
        } catch (QueryException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private static boolean isPrinted(Path file) {
        return file.toString().equals("-");
    }

    private String text(QueryAnswer answer) throws IOException {
        if (json.isPrinted()) {
            return jsonText(answer);
        }
        if (csv != null && isPrinted(csv)) {
            StringWriter to = new StringWriter();
            AnswerCsv.write(answer, to);
            return to.toString();
        }
        return AnswerTable.of(answer, new Style(console.colour(), console.columns()));
    }

    private static String jsonText(QueryAnswer answer) throws IOException {
        return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(AnswerJson.of(answer)) + "\n";
    }

    private static String fieldList() {
        StringBuilder to = new StringBuilder();
        EventSet events = QueryRun.noEvents();
        for (String name : events.names()) {
            EventSource source = events.source(name);
            if (source != null) {
                to.append(to.isEmpty() ? "" : "\n")
                        .append(name)
                        .append("  ")
                        .append(source.sentence())
                        .append('\n');
                for (EventField field : source.fields()) {
                    to.append(String.format(
                            Locale.ROOT,
                            "  %-19s %-9s %s%n",
                            field.name(),
                            field.type().name().toLowerCase(Locale.ROOT),
                            field.sentence()));
                }
            }
        }
        return to.toString();
    }
}

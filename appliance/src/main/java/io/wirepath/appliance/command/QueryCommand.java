package io.wirepath.appliance.command;

import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.appliance.index.EventIndex;
import io.wirepath.appliance.index.IndexBuild;
import io.wirepath.appliance.index.PartWriter;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.NameFile;
import io.wirepath.pipeline.NodeNames;
import io.wirepath.pipeline.OutputFile;
import io.wirepath.pipeline.OutputForm;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.pipeline.ReportEvents;
import io.wirepath.pipeline.RequiredInputs;
import io.wirepath.report.AnswerJson;
import io.wirepath.report.export.AnswerCsv;
import io.wirepath.report.text.AnswerTable;
import io.wirepath.report.text.Style;
import io.wirepath.report.text.Wrapping;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath query}: happened-before queries. */
@Command(
        name = "query",
        description = {
            "Answers a question about messages and what caused them, in the language of Pivot Tracing.",
            "Values that depend on inferred causes are expected values with a 95 %% interval."
        },
        footer = {
            "",
            "Examples:",
            "  wirepath query 'From r In responses Where r.protocol = \"postgresql\"",
            "      Join c In First(requests) On c -> r GroupBy r.server, c.client",
            "      Select r.server, c.client, SUM(r.bytes)' app.pcap.gz",
            "  wirepath query --fields"
        })
final class QueryCommand extends AnalysisCommand {

    @Parameters(index = "0", paramLabel = "QUERY", arity = "0..1", description = "The query: From … Select …")
    private @Nullable String query;

    @Parameters(
            index = "1..*",
            paramLabel = "INPUT",
            arity = "0..*",
            description = "Capture files (pcap, pcapng, gzip), spools, a store made by merge or --keep, an index made "
                    + "by --index, or a JSON report.")
    private List<String> inputs = new ArrayList<>();

    @Mixin
    private NamesOption names;

    @Option(
            names = "--ulm",
            paramLabel = "FILE",
            order = 1,
            description = "Reads a log of hosts or applications in NetLogger's ULM format. May be repeated.")
    private List<Path> logs = new ArrayList<>();

    @Option(
            names = "--index",
            paramLabel = "DIR",
            order = 2,
            description = "Builds an index of the events in DIR; later queries take it as the input.")
    private @Nullable Path index;

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

    @Override
    public Integer call() throws IOException {
        if (fields) {
            console.print(fieldList(new Style(false, console.columns()).wordColumns()));
            return CommandTree.DONE;
        }
        if (query == null) {
            throw refusal("a query is missing; 'wirepath query --fields' lists what can be asked");
        }
        List<String> steps = checked(query);
        if (plan) {
            console.print(String.join("\n", steps) + "\n");
            return CommandTree.DONE;
        }
        if (inputs.isEmpty()) {
            throw refusal("an input is missing: captures, spools, a store, a report or an index");
        }
        RequiredInputs.check(inputs);
        try (OutputFile jsonFile = json.open(inputs);
                OutputFile csvFile =
                        csv == null || isPrinted(csv) ? null : OutputFile.open(csv, inputs, OutputForm.TABLE)) {
            QueryAnswer answer = answer(query);
            if (csvFile != null) {
                csvFile.write(path -> AnswerCsv.write(answer, Files.newBufferedWriter(path)));
            }
            json.tell(jsonFile, console, () -> AnswerJson.of(answer), () -> text(answer));
        }
        return CommandTree.DONE;
    }

    private List<String> checked(String text) {
        try {
            return QueryRun.check(text).plan();
        } catch (QueryException e) {
            throw refusal(String.valueOf(e.getMessage()), e);
        }
    }

    private QueryAnswer answer(String text) throws IOException {
        Path first = Path.of(inputs.get(0));
        try {
            if (index == null && inputs.size() == 1 && EventIndex.isIndex(first)) {
                return ofIndex(first, text);
            }
            if (index == null && inputs.size() == 1 && ReportEvents.isReport(first)) {
                return QueryRun.answer(text, ReportEvents.read(first));
            }
            if (index != null) {
                return ofIndex(indexed(index), text);
            }
            return QueryRun.answer(text, events());
        } catch (QueryException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private static QueryAnswer ofIndex(Path directory, String text) throws IOException {
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors());
        return EventIndex.open(directory, QueryBounds.defaults(), threads).answer(text);
    }

    /** Makes an index; a store that is too large to be analysed at once is cut into parts. */
    private Path indexed(Path directory) throws IOException {
        if (EventIndex.isWhole(directory)) {
            throw new Failure(directory + ": holds an index already; name it as the input, or remove it");
        }
        Path first = Path.of(inputs.get(0));
        PartWriter parts = PartWriter.emptied(directory);
        if (inputs.size() == 1 && MessageStore.isStore(first)) {
            IndexBuild.Extent extent = IndexBuild.Extent.of(first);
            if (extent.messages() > IndexBuild.MAX_MESSAGES) {
                NodeNames known = NameFile.namesOf(names.file());
                IndexBuild.inWindows(
                        first,
                        extent,
                        IndexBuild.MAX_MESSAGES,
                        known,
                        inference.choice(),
                        parts,
                        line -> console.complain(line));
                parts.finish();
                return directory;
            }
        }
        parts.write(events());
        parts.finish();
        return directory;
    }

    private EventSet events() throws IOException {
        return QueryRun.events(run(names.file(), time.span())
                .withLogs(logs)
                .run(inputs, null, null)
                .report());
    }

    private static boolean isPrinted(Path file) {
        return file.toString().equals("-");
    }

    private String text(QueryAnswer answer) throws IOException {
        if (csv != null && isPrinted(csv)) {
            StringWriter to = new StringWriter();
            AnswerCsv.write(answer, to);
            return to.toString();
        }
        return AnswerTable.of(answer, style());
    }

    /** The sources and their fields; sentences go on in their column where a line would be wider than the terminal. */
    static String fieldList(int columns) {
        StringBuilder to = new StringBuilder();
        EventSet events = QueryRun.noEvents();
        for (String name : events.names()) {
            EventSource source = Objects.requireNonNull(events.source(name));
            to.append(to.isEmpty() ? "" : "\n");
            line(to, name + "  ", source.sentence(), columns);
            for (EventField field : source.fields()) {
                String type = field.type().name().toLowerCase(Locale.ROOT);
                line(to, String.format(Locale.ROOT, "  %-19s %-9s ", field.name(), type), field.sentence(), columns);
            }
        }
        return to.toString();
    }

    private static void line(StringBuilder to, String start, String sentence, int columns) {
        String before = start;
        for (String line : Wrapping.lines(sentence, columns - start.length())) {
            to.append(before).append(line).append('\n');
            before = " ".repeat(start.length());
        }
    }
}

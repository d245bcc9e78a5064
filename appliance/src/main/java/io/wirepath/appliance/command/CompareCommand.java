package io.wirepath.appliance.command;

import io.wirepath.causes.TimeSpan;
import io.wirepath.pipeline.ComparisonRun;
import io.wirepath.pipeline.OutputFile;
import io.wirepath.pipeline.OutputForm;
import io.wirepath.pipeline.RequiredInputs;
import io.wirepath.report.compare.ComparedRuns;
import io.wirepath.report.compare.ComparisonJson;
import io.wirepath.report.compare.ComparisonText;
import io.wirepath.report.html.ComparisonPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath compare}: what differs between two runs, or two times of one. */
@Command(
        name = "compare",
        description = {
            "Reports what differs between two runs beyond chance: which nodes and links became slower, which paths"
                    + " appeared, vanished, or became rarer, what fails more often, and how the load changed.",
            "A run is a capture, a spool, a store, or a report that 'analyze --json=FILE' wrote."
        },
        footer = {
            "",
            "Examples:",
            "  wirepath compare monday.json tuesday.json",
            "  wirepath compare old/sw-*.pcap.gz --with new/sw-*.pcap.gz --names hosts",
            "  wirepath compare store --before /2026-01-31T12:00:00Z --after 2026-01-31T12:05:00Z/"
        })
final class CompareCommand extends AnalysisCommand {

    @Parameters(
            paramLabel = "INPUT",
            arity = "1..*",
            description =
                    "BEFORE and AFTER; with --with the captures of the one run; with --before or --after one run.")
    private List<String> inputs;

    @Option(
            names = "--with",
            paramLabel = "INPUT",
            arity = "1..*",
            order = 1,
            description = "The captures or spools of the run after, where they are several sniffers.")
    private List<String> with = new ArrayList<>();

    @Option(
            names = "--before",
            paramLabel = "FROM/TO",
            order = 2,
            converter = TimeRangeConverter.class,
            description = "One time of a single run; either end may be left out. Default: what lies before --after.")
    private @Nullable TimeSpan before;

    @Option(
            names = "--after",
            paramLabel = "FROM/TO",
            order = 3,
            converter = TimeRangeConverter.class,
            description = "The other time of it. Default: what lies after --before.")
    private @Nullable TimeSpan after;

    @Mixin
    private NamesOption names;

    @Option(names = "--html", paramLabel = "FILE", order = 20, description = "Writes a page that needs no network.")
    private @Nullable Path html;

    @Option(
            names = "--top",
            paramLabel = "N",
            order = 29,
            defaultValue = "15",
            description = "Rows of each printed table. Default: 15.")
    private int top;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        Ranges.check(spec, "--top", top, 1, Integer.MAX_VALUE);
        boolean times = before != null || after != null;
        if (times && !with.isEmpty()) {
            throw refusal("--before and --after part one run by time; --with names another run");
        }
        if (!times && with.isEmpty() && inputs.size() != 2) {
            throw refusal(inputs.size() + (inputs.size() == 1 ? " run is" : " runs are")
                    + " named, not BEFORE and AFTER; several sniffers of one run: INPUT… --with INPUT…");
        }
        List<String> all = new ArrayList<>(inputs);
        all.addAll(with);
        RequiredInputs.check(all);
        try (OutputFile page = html == null ? null : OutputFile.open(html, all, OutputForm.PAGE);
                OutputFile file = json.open(all)) {
            ComparedRuns runs = times ? twoTimes() : twoRuns();
            if (page != null) {
                page.write(path -> Files.writeString(path, ComparisonPage.of(runs)));
            }
            json.tell(file, console, () -> ComparisonJson.of(runs), () -> ComparisonText.of(runs, top, style()));
        }
        return CommandTree.DONE;
    }

    private ComparisonRun run() {
        return new ComparisonRun(merge(), names.file(), inference.choice());
    }

    private ComparedRuns twoRuns() throws IOException {
        return with.isEmpty() ? run().twoRuns(inputs.subList(0, 1), inputs.subList(1, 2)) : run().twoRuns(inputs, with);
    }

    private ComparedRuns twoTimes() throws IOException {
        TimeSpan one = before != null ? before : upTo(after);
        TimeSpan other = after != null ? after : from(before);
        if (one.fromNanos() < other.toNanos() && other.fromNanos() < one.toNanos()) {
            throw refusal("--before and --after overlap");
        }
        return run().twoTimes(inputs, one, other);
    }

    private static TimeSpan upTo(@Nullable TimeSpan next) {
        return new TimeSpan(
                Long.MIN_VALUE, next == null ? Long.MAX_VALUE : Math.max(Long.MIN_VALUE + 1, next.fromNanos()));
    }

    private static TimeSpan from(@Nullable TimeSpan last) {
        return new TimeSpan(last == null ? Long.MIN_VALUE : last.toNanos(), Long.MAX_VALUE);
    }
}

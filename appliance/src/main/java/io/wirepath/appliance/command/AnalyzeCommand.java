package io.wirepath.appliance.command;

import io.wirepath.flows.SiteId;
import io.wirepath.imports.TrueParents;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.pipeline.AnalysisRun;
import io.wirepath.pipeline.AnalysisRun.Outcome;
import io.wirepath.pipeline.CallSelection;
import io.wirepath.pipeline.RequiredInputs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath analyze}: the main job. */
@Command(
        name = "analyze",
        description = {
            "Turns captures into causal paths: what calls what, how often, and where the time goes.",
            "Prints findings, paths, nodes, calls and the health of the captures; several captures are several"
                    + " sniffers."
        },
        footer = {
            "",
            "Examples:",
            "  wirepath analyze app.pcap.gz --names hosts --html report.html",
            "  wirepath analyze a.pcap b.pcap --keep store;  wirepath analyze store --json > report.json"
        })
final class AnalyzeCommand extends AnalysisCommand {

    @Parameters(
            paramLabel = "INPUT",
            arity = "1..*",
            description = "Capture files (pcap, pcapng, gzip), - for standard input, spools, traces "
                    + "(docs/manual/imports.md), or a store made with --keep.")
    private List<String> inputs;

    @Mixin
    private NamesOption names;

    @Option(names = "--title", paramLabel = "TEXT", order = 2, description = "Heading of the reports.")
    private @Nullable String title;

    @Option(names = "--keep", paramLabel = "DIR", order = 3, description = "Keeps the messages in a store.")
    private @Nullable Path keep;

    @Option(
            names = "--explain",
            paramLabel = "CALL",
            order = 4,
            description = "Explains the cause of a call: its number in calls.csv, its span's identifier,"
                    + " CLIENT:PORT>SERVER:PORT[@TIME], or doubtful[=N] for those most in doubt. May be repeated.")
    private List<String> explain = new ArrayList<>();

    @Option(
            names = "--compare-parents",
            order = 5,
            description = "Reports how many of the inferred causes are right, where an input holds spans that name "
                    + "their parents.")
    private boolean compareParents;

    @Option(
            names = "--ids",
            order = 6,
            description = "Looks for identifiers of the site's own tracing in the requests (traceparent, b3,"
                    + " X-Request-Id, X-Amzn-Trace-Id): reports how right the causes are by them, and --otlp joins"
                    + " their traces.")
    private boolean ids;

    @Mixin
    private TimeOptions time;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws IOException {
        output.check();
        AnalysisRun run = new AnalysisRun(
                        merge(
                                compareParents ? new TrueParents() : null,
                                ids ? SiteId.Keeping.JOINED : SiteId.Keeping.NONE),
                        names.file(),
                        inference.choice(),
                        explained(),
                        time.span(),
                        time.intervalNanos())
                .withLogs(output.logs());
        RequiredInputs.check(inputs);
        checkStores();
        if (ids) {
            RingReaders.of(console::complain).reading(inputs, words());
        }
        try (OutputOptions outputs = output) {
            outputs.open(inputs);
            Outcome outcome = run.run(inputs, keep, title);
            outputs.write(outcome.report(), outcome.details(), !explain.isEmpty(), console);
        }
        return CommandTree.DONE;
    }

    /** What is to be explained; a page shows some links in doubt in any case. */
    private CallSelection explained() {
        try {
            return CallSelection.of(explain).withDoubtful(output.doubtfulLinks());
        } catch (IllegalArgumentException e) {
            throw refusal("--explain: " + e.getMessage(), e);
        }
    }

    /** Stores are analysed alone, and kept already. */
    private void checkStores() {
        List<String> stores = inputs.stream()
                .filter(input -> MessageStore.isStore(Path.of(input)))
                .toList();
        if (!stores.isEmpty() && inputs.size() > stores.size()) {
            throw refusal(stores.get(0) + " is a message store, which is analysed alone or with other stores");
        }
        if (!stores.isEmpty() && keep != null) {
            throw refusal("--keep makes a store from captures, and " + stores.get(0) + " is a store already");
        }
    }
}

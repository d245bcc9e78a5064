package io.wirepath.appliance.command;

import io.wirepath.analyze.whatif.Altered;
import io.wirepath.analyze.whatif.Prediction;
import io.wirepath.analyze.whatif.WhatIf;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.OutputFile;
import io.wirepath.pipeline.RequiredInputs;
import io.wirepath.report.WhatIfJson;
import io.wirepath.report.text.Figures;
import io.wirepath.report.text.WhatIfSection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath whatif}: how long requests would take in a system that is otherwise. */
@Command(
        name = "whatif",
        description = {
            "Predicts how long requests would take if a node were faster, a pool larger, or the load another.",
            "Each recorded request is replayed with all that it caused, through the queues that packets show."
        },
        footer = {
            "",
            "Examples:",
            "  wirepath whatif sw-*.pcap.gz --names hosts --sooner app2=50ms",
            "  wirepath whatif sw-*.pcap.gz --names hosts --at-once 'web>db=12' --load 2"
        })
final class WhatIfCommand extends AnalysisCommand {

    @Parameters(
            paramLabel = "INPUT",
            arity = "1..*",
            description = "Capture files (pcap, pcapng, gzip), spools, or a store made by merge or --keep.")
    private List<String> inputs;

    @Mixin
    private NamesOption names;

    @Option(
            names = "--sooner",
            paramLabel = "NODE=TIME",
            order = 2,
            description = "A node, or each of a role, takes so much less for each request that it serves: app2=50ms."
                    + " May be repeated, as the options below.")
    private Map<String, Duration> sooner = new LinkedHashMap<>();

    @Option(names = "--later", paramLabel = "NODE=TIME", order = 3, description = "It takes so much more.")
    private Map<String, Duration> later = new LinkedHashMap<>();

    @Option(
            names = "--faster",
            paramLabel = "NODE=TIMES",
            order = 4,
            description = "It works so many times as fast: db=2, or db=0.5 for half as fast.")
    private Map<String, Double> faster = new LinkedHashMap<>();

    @Option(
            names = "--at-once",
            paramLabel = "NODE[>CALLEE]=N",
            order = 5,
            description = "It has at most N requests in work, or calls to CALLEE open (a pool): web>db=12.")
    private Map<String, Integer> atOnce = new LinkedHashMap<>();

    @Option(
            names = "--load",
            paramLabel = "TIMES",
            order = 6,
            description = "So many times as many requests in the same time. Default: 1.")
    private double load = 1;

    @Mixin
    private SpanOptions time;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        Altered altered = altered();
        RequiredInputs.check(inputs);
        try (OutputFile file = json.open(inputs)) {
            Analysis analysis = run(names.file(), time.span(spec))
                    .run(inputs, null, null)
                    .report()
                    .analysis();
            Prediction prediction = predict(analysis, altered);
            json.tell(
                    file,
                    console,
                    () -> WhatIfJson.of(prediction),
                    () -> WhatIfSection.of(prediction, otherwise(), style()));
        }
        return CommandTree.DONE;
    }

    private static Prediction predict(Analysis analysis, Altered altered) {
        try {
            return WhatIf.of(analysis, altered);
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private Altered altered() {
        if (sooner.isEmpty() && later.isEmpty() && faster.isEmpty() && atOnce.isEmpty() && load == 1) {
            throw refusal("nothing is otherwise: name --sooner, --later, --faster, --at-once or --load");
        }
        Map<String, Long> nanos = new LinkedHashMap<>();
        sooner.forEach((name, less) -> nanos.merge(name, less.toNanos(), Long::sum));
        later.forEach((name, more) -> nanos.merge(name, -more.toNanos(), Long::sum));
        try {
            return new Altered(nanos, faster, atOnce, load);
        } catch (IllegalArgumentException e) {
            throw refusal(e.getMessage(), e);
        }
    }

    private String otherwise() {
        List<String> words = new ArrayList<>();
        sooner.forEach((name, less) -> words.add(name + " takes " + time(less) + " less for each request"));
        later.forEach((name, more) -> words.add(name + " takes " + time(more) + " more for each request"));
        faster.forEach((name, times) -> words.add(name + " works " + times + " times as fast"));
        atOnce.forEach((name, n) -> words.add(name + " has " + n + " at once"));
        if (load != 1) {
            words.add("there are " + load + " times as many requests");
        }
        return String.join(", ", words);
    }

    private static String time(Duration of) {
        return Figures.time(of.toNanos());
    }
}

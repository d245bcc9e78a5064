package io.wirepath.appliance.command;

import io.wirepath.appliance.report.html.HtmlReport;
import io.wirepath.appliance.report.text.PatternRank;
import io.wirepath.appliance.report.text.TextReport;
import io.wirepath.appliance.report.text.TextSettings;
import io.wirepath.appliance.run.AnalysisRun;
import io.wirepath.appliance.run.AnalysisRun.Outcome;
import io.wirepath.appliance.run.Console;
import io.wirepath.appliance.run.Failure;
import io.wirepath.appliance.run.MergeReading;
import io.wirepath.merge.reconcile.MergeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wirepath demo}: the main job on the recorded sample. */
@Command(
        name = "demo",
        description = "Analyses a recorded sample: a web shop of three tiers, in which one replica is slow.")
final class DemoCommand extends StandardOptions implements Callable<Integer> {

    private static final int ROWS = 8;

    private final Console console;

    @Option(
            names = "--samples",
            paramLabel = "DIR",
            defaultValue = "${wirepath.home:-.}/samples",
            description = "Where the samples are. Default: those that came with the program.")
    private Path samples;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            defaultValue = "wirepath-demo.html",
            description = "Where the page is written. Default: wirepath-demo.html.")
    private Path html;

    @Mixin
    private ReadingOptions reading;

    @Mixin
    private InferenceOptions inference;

    DemoCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        Path capture = samples.resolve("slow/sw-app.pcap.gz");
        Path hosts = samples.resolve("slow/hosts");
        if (!Files.isReadable(capture)) {
            throw new Failure(
                    capture + ": the sample is not there; name the directory of the samples with --samples DIR");
        }
        AnalysisRun run = new AnalysisRun(
                new MergeReading(
                        inference.withContent(reading.flowSettings()),
                        MergeSettings.defaults(),
                        console,
                        reading.showProgress()),
                hosts,
                inference.choice());
        Outcome outcome = run.run(
                List.of(capture.toString()),
                null,
                null,
                "A web shop of three tiers, seen from the switch of its application servers");
        try {
            HtmlReport.write(outcome.report(), html);
        } catch (IOException e) {
            throw Failure.of(html, "cannot be written", e);
        }
        console.print(
                TextReport.of(outcome.report(), new TextSettings(ROWS, PatternRank.EXPECTED, false, console.colour())));
        console.print("\nThe same as a page, with pictures: " + html + "\n");
        return CommandTree.DONE;
    }
}

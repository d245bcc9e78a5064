package io.wirepath.appliance.command;

import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.pipeline.AnalysisRun;
import io.wirepath.pipeline.AnalysisRun.Outcome;
import io.wirepath.pipeline.CallSelection;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.MergeReading;
import io.wirepath.pipeline.OutputFile;
import io.wirepath.pipeline.OutputForm;
import io.wirepath.report.html.HtmlReport;
import io.wirepath.report.text.PatternRank;
import io.wirepath.report.text.TextReport;
import io.wirepath.report.text.TextSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wirepath demo}: the main job on the recorded sample. */
@Command(
        name = "demo",
        description =
                "Analyses a recorded sample: a web shop of three tiers, watched at four switches, with a slow replica.")
final class DemoCommand extends StandardOptions {

    private static final int ROWS = 8;

    /** The clocks of all but sw-app were shifted by up to 1.7 s and made to drift. */
    private static final List<String> SNIFFERS = List.of("sw-app", "sw-web", "sw-front", "sw-data");

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

    @Override
    public Integer call() throws IOException {
        List<Path> captures = SNIFFERS.stream()
                .map(name -> samples.resolve("slow/" + name + ".pcap.gz"))
                .toList();
        Path hosts = samples.resolve("slow/hosts");
        for (Path capture : captures) {
            if (!Files.isReadable(capture)) {
                throw new Failure(
                        capture + ": the sample is not there; name the directory of the samples with --samples DIR");
            }
        }
        AnalysisRun run = new AnalysisRun(
                new MergeReading(
                        inference.withContent(reading.flowSettings()),
                        MergeSettings.defaults(),
                        console,
                        reading.showProgress()),
                hosts,
                inference.choice(),
                CallSelection.of(List.of("doubtful")));
        try (OutputFile page = OutputFile.open(html, List.of(), OutputForm.PAGE)) {
            print(run, captures, page);
        }
        return CommandTree.DONE;
    }

    private void print(AnalysisRun run, List<Path> captures, OutputFile page) throws IOException {
        Outcome outcome = run.run(
                captures.stream().map(Path::toString).toList(),
                null,
                "A web shop of three tiers, seen from four switches whose clocks disagree");
        page.write(path -> HtmlReport.write(outcome.report(), path));
        console.print(TextReport.of(
                outcome.report(),
                new TextSettings(ROWS, PatternRank.TIME, TextSettings.Health.WHERE_NOT_CLEAN, false, false, style())));
        console.print("\nThe same as a page, with pictures: " + html + "\n");
    }
}

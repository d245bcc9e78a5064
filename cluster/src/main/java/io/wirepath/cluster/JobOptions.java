package io.wirepath.cluster;

import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.appliance.command.NamesOption;
import io.wirepath.cluster.flink.JobSettings;
import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.slice.AnalysisChoice;
import io.wirepath.cluster.slice.SliceSettings;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.NameFile;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the job is told, whichever Flink runs it. */
final class JobOptions {

    private static final double NANOS = 1e9;

    @Option(
            names = "--from",
            paramLabel = "ADDRESS",
            required = true,
            description = "Where sightings are: kafka://HOST:PORT[,HOST:PORT...][/PREFIX][?config=FILE].")
    private String from;

    @Option(names = "--to", paramLabel = "ADDRESS", description = "Where results go. Default: as --from.")
    private @Nullable String to;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "Length of a window, whole seconds; 0s for one window of everything. Default: 60s.")
    private Duration window;

    @Option(
            names = "--margin",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "What each window sees before and after that. Default: 10s.")
    private Duration margin;

    @Option(names = "--bounded", description = "Ends when everything is read that is there at the start.")
    private boolean bounded;

    @Option(
            names = "--hold",
            paramLabel = "TIME",
            defaultValue = "6s",
            description = "How long messages that a sniffer completes late are waited for. Default: 6s.")
    private Duration hold;

    @Option(
            names = "--silent",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "How long a silent sniffer is waited for. Default: 60s.")
    private Duration silent;

    @Mixin
    private NamesOption names;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            defaultValue = "auto",
            description = "How causes are inferred: auto, joint, linking, nesting, convolution. Default: auto.")
    private String algorithm;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Start of joint's random numbers. Default: 1.")
    private long seed;

    @Option(
            names = "--reference",
            paramLabel = "NAME",
            defaultValue = "",
            description =
                    "Sniffer whose clock is right. Default: the first by name; for one window of everything, the one"
                            + " that has most in common with the others.")
    private String reference;

    @Option(
            names = "--tie",
            paramLabel = "NAME=SECONDS",
            description = "How far a sniffer's clock is ahead of the reference's, where its sightings do not tell.")
    private Map<String, Double> ties = new LinkedHashMap<>();

    @Option(
            names = "--query",
            paramLabel = "NAME=QUERY",
            description = "Asks this of each window; its answers go to PREFIX.queries. May be given several times.")
    private Map<String, String> queries = new LinkedHashMap<>();

    JobSettings settings() {
        KafkaAddress source = KafkaAddress.parse(from);
        Map<String, Long> nanos = new LinkedHashMap<>();
        ties.forEach((name, seconds) -> nanos.put(name, Math.round(seconds * NANOS)));
        return new JobSettings(
                source,
                to == null ? source : KafkaAddress.parse(to),
                slices(),
                choice(nanos),
                bounded || window.isZero(),
                hold.toNanos(),
                silent.toNanos(),
                List.of());
    }

    private AnalysisChoice choice(Map<String, Long> tied) {
        try {
            return new AnalysisChoice(algorithm, seed, reference, tied, NameFile.lines(names.file()), queries);
        } catch (QueryException e) {
            throw new Failure("--query: " + e.getMessage(), e);
        }
    }

    private SliceSettings slices() {
        try {
            return window.isZero()
                    ? SliceSettings.whole()
                    : new SliceSettings(window.toNanos(), margin.toNanos(), margin.toNanos());
        } catch (IllegalArgumentException e) {
            throw new Failure("--window, --margin: " + e.getMessage(), e);
        }
    }
}

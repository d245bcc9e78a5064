package io.wirepath.appliance.command;

import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.LossySniffer;
import io.wirepath.analyze.truth.SkewedClocks;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.appliance.synthetic.TraceFile;
import io.wirepath.appliance.synthetic.TraceFrames;
import io.wirepath.appliance.synthetic.TruthLines;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.OutputFile;
import io.wirepath.pipeline.OutputFile.Writing;
import io.wirepath.pipeline.OutputForm;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath maketrace}: captures with known truth. */
@Command(
        name = "maketrace",
        description = {
            "Makes a trace whose truth is known, as a capture file and as JSON lines.",
            "The same configuration, options and seed give the same files."
        },
        footer = {
            "",
            "Configurations: children-parallel, children-0/2, children-d/cc, penalty-breaker, multi-tier,",
            "multi-tier-slow, or a file; --show prints one to start from; see docs/manual/maketrace.md.",
            "",
            "Example:",
            "  wirepath maketrace multi-tier --capture made.pcap --hosts hosts;  wirepath analyze made.pcap --names"
                    + " hosts"
        })
final class MaketraceCommand extends StandardOptions {

    private static final int MAX_TRACES = 10_000_000;
    private static final int MAX_INSTANCES = 100_000;
    private static final double MAX_DEVIATION = 10;

    @Parameters(
            paramLabel = "CONFIGURATION",
            description = "What system to make a trace of: a name below, or a YAML file.")
    private String configuration;

    @Option(names = "--capture", paramLabel = "FILE", order = 1, description = "Writes a capture (pcap, nanoseconds).")
    private @Nullable Path capture;

    @Option(
            names = "--truth",
            paramLabel = "FILE",
            order = 2,
            description = "Writes the calls with their causes, JSON lines.")
    private @Nullable Path truth;

    @Option(
            names = "--messages",
            paramLabel = "FILE",
            order = 3,
            description = "Writes the messages with their causes, JSON lines.")
    private @Nullable Path messages;

    @Option(
            names = "--hosts",
            paramLabel = "FILE",
            order = 4,
            description = "Writes the names of the nodes, for --names of analyze.")
    private @Nullable Path hosts;

    @Option(
            names = "--waits",
            paramLabel = "FILE",
            order = 4,
            description = "Writes who waited for whom, for what calls hold, JSON lines.")
    private @Nullable Path waits;

    @Option(
            names = "--traces",
            paramLabel = "N",
            order = 4,
            defaultValue = "1000",
            description = "Requests by clients, each with all it causes. Default: 1000.")
    private int traces;

    @Option(
            names = "--instances",
            paramLabel = "N",
            order = 5,
            description = "Clients in parallel, of each kind. Default: 4.")
    private @Nullable Integer instances;

    @Option(
            names = "--deviation",
            paramLabel = "SHARE",
            order = 6,
            description = "Standard deviation of delays, as a share of their mean. Default: 0.1.")
    private @Nullable Double deviation;

    @Option(
            names = "--sniffer-rate",
            paramLabel = "N",
            order = 7,
            description = "Packets a second that the sniffer takes. Default: all.")
    private @Nullable Double rate;

    @Option(
            names = "--sniffer-queue",
            paramLabel = "N",
            order = 8,
            defaultValue = "64",
            description = "Packets that wait at a sniffer with a rate; further ones are lost. Default: 64.")
    private int queue;

    @Option(names = "--show", order = 10, description = "Prints the file of a configuration that has a name.")
    private boolean show;

    @Option(names = "--seed", paramLabel = "N", order = 9, defaultValue = "1", description = "Default: 1.")
    private long seed;

    @Override
    public Integer call() throws IOException {
        Ranges.check(spec, "--traces", traces, 1, MAX_TRACES);
        if (show) {
            console.print(shown());
            return CommandTree.DONE;
        }
        if (capture == null && truth == null && messages == null && hosts == null && waits == null) {
            throw refusal("nothing to write: name files with --capture, --truth, --messages, --hosts or --waits");
        }
        TraceFile system = system();
        LossySniffer sniffer = sniffer(system.sniffer());
        GeneratedTrace trace = generate(system.configuration());
        try (Made made = new Made(system, trace, sniffer)) {
            made.write();
        }
        return CommandTree.DONE;
    }

    /** The files of a trace: all opened before the first is written. */
    private final class Made implements Closeable {

        private final GeneratedTrace trace;
        private final LossySniffer sniffer;
        private final SkewedClocks clocks;
        private final Map<OutputFile, Writing> files = new LinkedHashMap<>();
        private final StringBuilder summary;

        Made(TraceFile system, GeneratedTrace trace, LossySniffer sniffer) {
            clocks = system.clocks();
            this.trace = trace;
            this.sniffer = sniffer;
            summary = new StringBuilder(String.format(
                    Locale.ROOT,
                    "%s: %,d requests, %,d calls, %,d messages",
                    system.configuration().name(),
                    trace.traces(),
                    trace.calls().size(),
                    trace.messages().size()));
        }

        void write() throws IOException {
            open(capture, OutputForm.CAPTURE, this::writeCapture);
            open(truth, OutputForm.TRUTH, file -> TruthLines.writeCalls(trace, file));
            open(messages, OutputForm.TRUTH, file -> TruthLines.writeMessages(trace, clocks, file));
            open(waits, OutputForm.TRUTH, file -> TruthLines.writeWaits(trace, file));
            open(hosts, OutputForm.HOSTS, file -> TruthLines.writeHosts(trace, file));
            files.forEach(OutputFile::write);
            console.print(summary.append('\n').toString());
        }

        private void open(@Nullable Path file, OutputForm form, Writing writing) {
            if (file != null) {
                files.put(OutputFile.open(file, List.of(), form), writing);
            }
        }

        private void writeCapture(Path file) throws IOException {
            TraceFrames.Written written = TraceFrames.write(trace, sniffer, seed, file);
            summary.append(String.format(
                    Locale.ROOT, ", %,d packets, %,d lost by the sniffer", written.packets(), written.lost()));
        }

        @Override
        public void close() {
            files.keySet().forEach(OutputFile::close);
        }
    }

    private String shown() throws IOException {
        try {
            return TraceFile.text(configuration);
        } catch (IllegalArgumentException e) {
            throw refusal(Failure.reason(e), e);
        }
    }

    /** The system of this file, or of this name. */
    private TraceFile system() throws IOException {
        try {
            Path file = Path.of(configuration);
            return Files.isRegularFile(file) ? TraceFile.read(file) : TraceFile.named(configuration);
        } catch (IllegalArgumentException e) {
            throw refusal(Failure.reason(e), e);
        }
    }

    private GeneratedTrace generate(TraceConfiguration system) {
        try {
            TraceConfiguration chosen = system;
            if (instances != null) {
                Ranges.check(spec, "--instances", instances, 1, MAX_INSTANCES);
                chosen = chosen.withInstances(instances);
            }
            if (deviation != null) {
                if (!(deviation >= 0 && deviation <= MAX_DEVIATION)) {
                    throw new IllegalArgumentException("--deviation is a share of the mean, 0 to 10");
                }
                chosen = chosen.withRelativeDeviation(deviation);
            }
            return TraceGenerator.generate(chosen, traces, seed);
        } catch (IllegalArgumentException e) {
            throw refusal(Failure.reason(e), e);
        }
    }

    private LossySniffer sniffer(LossySniffer ofFile) {
        try {
            return rate == null ? ofFile : new LossySniffer(rate, queue);
        } catch (IllegalArgumentException e) {
            throw refusal("--sniffer-rate: " + Failure.reason(e), e);
        }
    }
}

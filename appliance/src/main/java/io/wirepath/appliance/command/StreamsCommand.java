package io.wirepath.appliance.command;

import io.wirepath.causes.TimeSpan;
import io.wirepath.pipeline.StreamCaptures;
import io.wirepath.report.lines.StreamJson;
import io.wirepath.report.lines.StreamLines;
import io.wirepath.report.lines.StreamTextLines;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath streams}: every reassembled byte stream, one row or file a flow. */
@Command(
        name = "streams",
        description = {
            "Prints the reassembled byte streams, one line a flow: TCP flows with payload, and UDP flows.",
            "Each input is a capture of its own; one that cannot be used does not stop the others."
        },
        footer = {"", "How results were compared with other programs': docs/conformity.md"})
final class StreamsCommand extends StandardOptions {

    @Parameters(paramLabel = "INPUT", arity = "1..*", description = "Capture files (pcap, pcapng, gzip), or - .")
    private List<String> inputs;

    @Mixin
    private JsonOption json;

    @Option(
            names = "--write",
            paramLabel = "DIR",
            description = "Writes the contents, too: a directory for each capture in it, a file for each flow.")
    private @Nullable Path directory;

    @Mixin
    private SpanOptions time;

    @Option(names = "--counters", description = "Prints all counters of each capture after its flows.")
    private boolean counters;

    @Mixin
    private DecodeOptions decode;

    @Option(names = "--quiet", order = 41, description = "Shows no progress.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        TimeSpan span = time.span(spec);
        json.stream(inputs, console, to -> print(to, span));
        return CommandTree.DONE;
    }

    private void print(OutputStream out, TimeSpan span) throws IOException {
        BufferedOutputStream to = new BufferedOutputStream(out, 1 << 16);
        StreamLines lines = json.isWanted() ? new StreamJson(to) : new StreamTextLines(to, console.columns());
        new StreamCaptures(
                        decode.settings(spec), console, !quiet && !console.outIsTerminal(), counters, directory, span)
                .read(inputs, lines);
    }
}

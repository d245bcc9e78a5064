package io.wirepath.appliance.command;

import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.MessageSink;
import io.wirepath.merge.SightingsToMessages;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.merge.store.StoreReader;
import io.wirepath.pipeline.CaptureReading;
import io.wirepath.pipeline.MergeReading;
import io.wirepath.pipeline.MessagesWithin;
import io.wirepath.pipeline.NameFile;
import io.wirepath.report.lines.JsonLines;
import io.wirepath.report.lines.LineNames;
import io.wirepath.report.lines.MessageLines;
import io.wirepath.report.lines.TableLines;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath messages}: every rebuilt message, as it is completed. */
@Command(
        name = "messages",
        description = {
            "Prints the messages rebuilt from captures, one a line, in the order in which they were completed.",
            "Nothing is stored; several captures are several sniffers, and are merged first."
        },
        footer = {"", "Fields of --json: docs/formats.md"})
final class MessagesCommand extends StandardOptions {

    @Parameters(
            paramLabel = "INPUT",
            arity = "1..*",
            description = "Capture files (pcap, pcapng, gzip), - , spools, or a store.")
    private List<String> inputs;

    @Mixin
    private SpanOptions time;

    @Mixin
    private JsonOption json;

    @Mixin
    private NamesOption names;

    @Option(
            names = "--operations",
            description = "Shows what each HTTP and gRPC message of a single capture asks for or says: method and path"
                    + " without the query, status. This prints payload.")
    private boolean operations;

    @Mixin
    private MergeOptions merging;

    @Mixin
    private ReadingOptions reading;

    @Override
    public Integer call() throws IOException {
        TimeSpan span = time.span(spec);
        json.stream(inputs, console, to -> print(to, span));
        return CommandTree.DONE;
    }

    private void print(OutputStream to, TimeSpan span) throws IOException {
        LineNames known = new LineNames(NameFile.namesOf(names.file()).resolve());
        MessageLines lines = json.isWanted()
                ? new JsonLines(to, known)
                : new TableLines(new BufferedOutputStream(to, 1 << 16), console.columns(), known);
        read(span.equals(TimeSpan.ALWAYS) ? lines : new MessagesWithin(span, lines), span);
        lines.flush();
    }

    /** One capture needs no merge: its messages come out while it is read. */
    private void read(MessageSink sink, TimeSpan span) throws IOException {
        FlowSettings flows = reading.flowSettings();
        flows = flows.withMessage(flows.message().withOperations(operations));
        boolean progress = reading.showProgress() && !console.outIsTerminal();
        if (inputs.size() > 1) {
            new MergeReading(flows, merging.settings(), console, progress)
                    .readAround(inputs, span, sink, sniffer -> {}, note -> {});
        } else if (MessageStore.isStore(Path.of(inputs.get(0)))) {
            try (StoreReader reader = MessageStore.open(Path.of(inputs.get(0)))) {
                reader.read(sink::onMessage);
                reader.damage().ifPresent(console::complain);
            }
        } else {
            new CaptureReading(flows, console, progress)
                    .around(span)
                    .read(inputs, new SightingsToMessages(sink), sniffer -> {}, note -> {});
        }
    }
}

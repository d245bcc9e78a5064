package io.wirepath.appliance.command;

import io.wirepath.appliance.lines.JsonLines;
import io.wirepath.appliance.lines.MessageLines;
import io.wirepath.appliance.lines.TableLines;
import io.wirepath.appliance.run.CaptureReading;
import io.wirepath.appliance.run.Console;
import io.wirepath.flows.FlowSettings;
import io.wirepath.merge.SightingsToMessages;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath messages}: every rebuilt message, as it is completed. */
@Command(
        name = "messages",
        description = {
            "Prints the messages rebuilt from captures, one a line, in the order in which they were completed.",
            "Nothing is stored; several captures are printed one after the other."
        },
        footer = {"", "Fields of --json: docs/formats.md"})
final class MessagesCommand extends StandardOptions implements Callable<Integer> {

    private final Console console;

    @Parameters(paramLabel = "INPUT", arity = "1..*", description = "Capture files (pcap, pcapng, gzip), or - .")
    private List<String> inputs;

    @Option(names = "--json", description = "Prints JSON lines instead of a table.")
    private boolean json;

    @Mixin
    private ReadingOptions reading;

    MessagesCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        MessageLines lines = json
                ? new JsonLines(console.out())
                : new TableLines(new BufferedOutputStream(console.out(), 1 << 16), console.outIsTerminal());
        SightingsToMessages merge = new SightingsToMessages(message -> {
            try {
                lines.print(message);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        FlowSettings settings = reading.flowSettings();
        new CaptureReading(settings, console, reading.showProgress() && !console.outIsTerminal())
                .read(inputs, merge, sniffer -> {}, note -> {});
        lines.flush();
        return CommandTree.DONE;
    }
}

package io.wirepath.appliance.command;

import io.wirepath.pipeline.MergeReading;
import io.wirepath.pipeline.NameFile;
import io.wirepath.pipeline.RequiredInputs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath merge}: captures in, a message store out. */
@Command(
        name = "merge",
        description = {
            "Merges the captures of several sniffers into one store of messages: each message once, by one clock,",
            "between the real addresses. analyze, nat and clocks take the store."
        },
        footer = {"", "Example:", "  wirepath merge sw-*.pcap.gz --to store;  wirepath analyze store"})
final class MergeCommand extends StandardOptions {

    @Parameters(
            paramLabel = "INPUT",
            arity = "1..*",
            description = "Capture files (pcap, pcapng, gzip) and spools, each a sniffer.")
    private List<String> inputs;

    @Option(names = "--to", paramLabel = "DIR", required = true, description = "Where the store is made.")
    private Path to;

    @Mixin
    private NamesOption names;

    @Option(names = "--content", description = "Keeps content signatures, which some algorithms can use.")
    private boolean content;

    @Option(
            names = "--operations",
            description = "Keeps what HTTP and gRPC requests ask for, arguments left out: GET /item/*. This is a part"
                    + " of the payload.")
    private boolean operations;

    @Option(
            names = {"--from"},
            paramLabel = "TIME",
            converter = MomentConverter.class,
            description = "Leaves out messages before this moment: 2026-11-21T22:30:00Z, or ns since the epoch.")
    private @Nullable Long from;

    @Option(
            names = {"--until"},
            paramLabel = "TIME",
            converter = MomentConverter.class,
            description = "Leaves out messages from this moment on; --to names the store.")
    private @Nullable Long until;

    @Mixin
    private MergeOptions merging;

    @Mixin
    private ReadingOptions reading;

    @Override
    public Integer call() throws IOException {
        RequiredInputs.check(inputs);
        var flows = reading.flowSettings();
        MergeReading merge = new MergeReading(
                flows.withMessage(flows.message().withContent(content).withOperations(operations)),
                merging.settings(),
                console,
                reading.showProgress());
        merge.know(NameFile.namesOf(names.file()));
        merge.intoStore(inputs, to, SpanOptions.span(spec, "--from", from, "--until", until));
        return CommandTree.DONE;
    }
}

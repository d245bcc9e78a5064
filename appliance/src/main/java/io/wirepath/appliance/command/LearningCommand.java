package io.wirepath.appliance.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.TimeSpan;
import io.wirepath.appliance.report.text.Style;
import io.wirepath.appliance.run.Console;
import io.wirepath.appliance.run.MergeReading;
import io.wirepath.appliance.run.MergeReading.Learnt;
import io.wirepath.appliance.run.OutputFile;
import io.wirepath.appliance.run.RequiredInputs;
import io.wirepath.merge.store.MessageStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A verb that prints what the merge learnt, of captures or of a store. */
abstract class LearningCommand extends StandardOptions implements Callable<Integer> {

    private final Console console;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "INPUT",
            arity = "1..*",
            description = "Capture files (pcap, pcapng, gzip) and spools, each a sniffer, or a store made by merge or"
                    + " --keep.")
    private List<String> inputs;

    @Mixin
    private JsonOption json;

    @Mixin
    private SpanOptions time;

    @Mixin
    private MergeOptions merging;

    @Mixin
    private ReadingOptions reading;

    LearningCommand(Console console) {
        this.console = console;
    }

    @Override
    public final Integer call() throws IOException {
        RequiredInputs.check(inputs);
        try (OutputFile file = json.open(inputs)) {
            Learnt learnt = learn();
            if (file != null) {
                file.write(path -> Files.writeString(path, pretty(json(learnt)) + "\n"));
            }
            console.print(
                    json.isPrinted()
                            ? pretty(json(learnt)) + "\n"
                            : text(learnt, new Style(console.colour(), console.columns())));
        }
        return CommandTree.DONE;
    }

    private Learnt learn() throws IOException {
        TimeSpan span = time.span(spec);
        Path first = Path.of(inputs.get(0));
        if (MessageStore.isStore(first)) {
            if (inputs.size() > 1) {
                throw new ParameterException(spec.commandLine(), first + " is a message store, which is read alone");
            }
            if (!span.equals(TimeSpan.ALWAYS)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--from and --to need captures or spools: " + first
                                + " is a store, which tells what was learnt of all of its time");
            }
            return MergeReading.ofStore(first);
        }
        MergeReading merge =
                new MergeReading(reading.flowSettings(), merging.settings(), console, reading.showProgress());
        return merge.read(inputs, span, message -> {}, sniffer -> {}, note -> {});
    }

    private static String pretty(ObjectNode node) throws JsonProcessingException {
        return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(node);
    }

    /** What was learnt, as JSON. */
    abstract ObjectNode json(Learnt learnt);

    /** What was learnt, for a person. */
    abstract String text(Learnt learnt, Style style);
}

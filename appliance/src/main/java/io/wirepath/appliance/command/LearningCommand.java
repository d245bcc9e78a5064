package io.wirepath.appliance.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.MessageSink;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.pipeline.MergeReading;
import io.wirepath.pipeline.MergeReading.Learnt;
import io.wirepath.pipeline.NameFile;
import io.wirepath.pipeline.NodeNames;
import io.wirepath.pipeline.OutputFile;
import io.wirepath.pipeline.RequiredInputs;
import io.wirepath.report.text.Style;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A verb that prints what the merge learnt, of captures or of a store. */
abstract class LearningCommand extends StandardOptions {

    @Parameters(
            paramLabel = "INPUT",
            arity = "1..*",
            description = "Capture files (pcap, pcapng, gzip) and spools, each a sniffer, or a store made by merge or"
                    + " --keep.")
    private List<String> inputs;

    @Mixin
    private NamesOption names;

    @Mixin
    private JsonOption json;

    @Mixin
    private SpanOptions time;

    @Mixin
    private MergeOptions merging;

    @Mixin
    private ReadingOptions reading;

    @Override
    public final Integer call() throws IOException {
        RequiredInputs.check(inputs);
        try (OutputFile file = json.open(inputs)) {
            NodeNames known = NameFile.namesOf(names.file());
            Learnt learnt = learn(known);
            Map<String, String> named = known.resolve();
            json.tell(file, console, () -> json(learnt, named), () -> text(learnt, named, style()));
        }
        return CommandTree.DONE;
    }

    private Learnt learn(NodeNames known) throws IOException {
        TimeSpan span = time.span(spec);
        Path first = Path.of(inputs.get(0));
        if (MessageStore.isStore(first)) {
            if (inputs.size() > 1) {
                throw refusal(first + " is a message store, which is read alone");
            }
            if (!span.equals(TimeSpan.ALWAYS)) {
                throw refusal("--from and --to need captures or spools: " + first
                        + " is a store, which tells what was learnt of all of its time");
            }
            return MergeReading.ofStore(first, known);
        }
        MergeReading merge =
                new MergeReading(reading.flowSettings(), merging.settings(), console, reading.showProgress());
        merge.know(known);
        return merge.read(inputs, span, new NamesOnly(known), sniffer -> {}, note -> {});
    }

    private record NamesOnly(NodeNames known) implements MessageSink {

        @Override
        public void onMessage(MessageRecord message) {}

        @Override
        public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
            known.add(addressHigh, addressLow, name, origin);
        }
    }

    /** What was learnt, as JSON; names by address. */
    abstract ObjectNode json(Learnt learnt, Map<String, String> names);

    /** What was learnt, for a person. */
    abstract String text(Learnt learnt, Map<String, String> names, Style style);
}

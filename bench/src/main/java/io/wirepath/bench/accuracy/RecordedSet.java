package io.wirepath.bench.accuracy;

import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.message.content.DigestKey;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.pipeline.AnalysisRun;
import io.wirepath.pipeline.CallSelection;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Inference;
import io.wirepath.pipeline.LoadedMessages;
import io.wirepath.pipeline.MergeReading;
import io.wirepath.pipeline.MessageLoader;
import io.wirepath.pipeline.NodeNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory with captures, one a sniffer, and {@code calls.jsonl} or else {@code truth.jsonl}, gzipped or not.
 *
 * @param name name of the directory
 * @param captures the captures, in the order of their names
 * @param truth the true calls
 */
record RecordedSet(String name, List<String> captures, List<TrueCallLine> truth) {

    private static final List<String> TRUTHS =
            List.of("calls.jsonl.gz", "calls.jsonl", "truth.jsonl.gz", "truth.jsonl");
    private static final String CAPTURE = ".*\\.(pcap|pcapng)(\\.gz)?";

    /** Opens a directory. */
    static RecordedSet of(Path directory) throws IOException {
        List<String> captures = captures(directory);
        Path truth = TRUTHS.stream()
                .map(directory::resolve)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new IOException(directory + ": there is none of " + String.join(", ", TRUTHS)));
        if (captures.isEmpty()) {
            throw new IOException(directory + ": there is no capture (*.pcap, *.pcapng, *.gz)");
        }
        return new RecordedSet(directory.getFileName().toString(), captures, TrueCallLine.read(truth));
    }

    /** The captures of a directory, in the order of their names. */
    static List<String> captures(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(Path::toString)
                    .filter(file -> file.matches(CAPTURE))
                    .sorted()
                    .toList();
        }
    }

    /** Reads the captures through the whole chain. */
    LoadedMessages load(long seed) throws IOException {
        return reading(seed).load(captures, TimeSpan.ALWAYS, new MessageLoader(new NodeNames()));
    }

    /** How captures of sets are read: with content, under the key of this seed. */
    static MergeReading reading(long seed) {
        FlowSettings flows = FlowSettings.defaults();
        return new MergeReading(
                flows.withMessage(flows.message().withContent(true).withKey(DigestKey.ofSeed(seed))),
                MergeSettings.defaults(),
                Console.ofProcess(),
                false);
    }

    /** What is analysed of inputs. */
    static Analysis analysis(List<String> inputs, @Nullable Path hosts) throws IOException {
        return new AnalysisRun(reading(1), hosts, Inference.defaults(), CallSelection.of(List.of()))
                .run(inputs, null, null)
                .report()
                .analysis();
    }
}

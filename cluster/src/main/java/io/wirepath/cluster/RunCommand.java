package io.wirepath.cluster;

import io.wirepath.cluster.flink.JobSettings;
import io.wirepath.cluster.flink.ResultTopics;
import io.wirepath.cluster.kafka.Topics;
import io.wirepath.cluster.local.LocalFlink;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.StoreDirectory;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wirepath cluster run}: the job in a Flink of this process. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the job in a Flink of this process.",
            "For a trial, and where one machine is enough. With a Flink of your own, run the same job there:",
            "docs/manual/cluster.md."
        })
final class RunCommand implements Callable<Integer> {

    private static final int MAX = 64;

    private final Console console;

    @Mixin
    private JobOptions job;

    @Option(
            names = "--slots",
            paramLabel = "N",
            defaultValue = "2",
            description = "How much is done at a time. Default: 2.")
    private int slots;

    RunCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (slots < 1 || slots > MAX) {
            throw new Failure("--slots is from 1 to " + MAX + ", not " + slots);
        }
        JobSettings settings = job.settings();
        Set<String> topics = Topics.sightings(settings.from());
        if (topics.isEmpty()) {
            throw new Failure(settings.from()
                    + ": no sniffer has written there; wirepath sniff --to or wirepath cluster ship --to begins");
        }
        ResultTopics.make(settings.to(), slots);
        settings = settings.prepared();
        console.complain("reads " + String.join(", ", topics) + "; writes "
                + settings.to().results("*"));
        try (StoreDirectory checkpoints = new StoreDirectory();
                LocalFlink flink = new LocalFlink(checkpoints.path(), 1, slots)) {
            flink.await(flink.submit(settings));
        }
        console.complain(
                "everything that was there is analysed; see " + settings.to().results("windows"));
        return 0;
    }
}

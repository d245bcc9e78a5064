package io.wirepath.cluster;

import io.wirepath.appliance.command.DurationConverter;
import io.wirepath.cluster.flink.JobSettings;
import io.wirepath.cluster.flink.ResultTopics;
import io.wirepath.cluster.flink.SliceJob;
import java.time.Duration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * The job as Flink starts it: {@code flink run -c io.wirepath.cluster.ClusterJob wirepath-cluster.jar --from ADDRESS}.
 */
@Command(name = "wirepath-cluster-job", mixinStandardHelpOptions = true)
public final class ClusterJob {

    @Mixin
    private JobOptions options;

    private ClusterJob() {}

    /** Describes the job to the environment that Flink prepared, and starts it. */
    public static void main(String[] arguments) throws Exception {
        ClusterJob job = new ClusterJob();
        CommandLine line = new CommandLine(job);
        line.registerConverter(Duration.class, new DurationConverter());
        line.parseArgs(arguments);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        JobSettings settings = job.options.settings().prepared();
        ResultTopics.make(settings.to(), environment.getParallelism());
        SliceJob.build(environment, settings);
        environment.execute("wirepath " + settings.from());
    }
}

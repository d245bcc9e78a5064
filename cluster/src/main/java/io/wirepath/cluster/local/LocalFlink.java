package io.wirepath.cluster.local;

import io.wirepath.cluster.flink.JobSettings;
import io.wirepath.cluster.flink.SliceJob;
import io.wirepath.cluster.kafka.QuietLibraries;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.RpcServiceSharing;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A Flink in this process, on the loopback, with task managers of their own. For trials and tests. Not thread-safe.
 */
public final class LocalFlink implements Closeable {

    private static final Duration CHECKPOINTS = Duration.ofSeconds(1);
    private static final int RESTARTS = 100;

    private final MiniCluster cluster;
    private final int slots;
    private final Configuration settings;

    /**
     * Starts.
     *
     * @param checkpoints where state is kept across failures
     * @param taskManagers how many
     * @param slotsEach slots of each
     */
    public LocalFlink(Path checkpoints, int taskManagers, int slotsEach) throws IOException {
        QuietLibraries.hush();
        slots = taskManagers * slotsEach;
        settings = new Configuration();
        settings.set(RestOptions.BIND_PORT, "0");
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(32));
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(32));
        settings.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(16));
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINTS);
        settings.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(30));
        settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, RESTARTS);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(200));
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(taskManagers)
                .setNumSlotsPerTaskManager(slotsEach)
                .setRpcServiceSharing(RpcServiceSharing.DEDICATED)
                .setCommonBindAddress("127.0.0.1")
                .withRandomPorts()
                .setHaServices(MiniCluster.HaServices.WITH_LEADERSHIP_CONTROL)
                .build());
        try {
            cluster.start();
        } catch (Exception e) {
            throw new IOException("the local Flink did not start: " + e.getMessage(), e);
        }
    }

    /** Starts the job on all slots. */
    public JobID submit(JobSettings job) throws IOException, InterruptedException {
        return submit(job, SavepointRestoreSettings.none());
    }

    /** Starts the job on all slots, where a savepoint left off. */
    public JobID resume(JobSettings job, String savepoint) throws IOException, InterruptedException {
        return submit(job, SavepointRestoreSettings.forPath(savepoint));
    }

    /** Stops the job, which can go on elsewhere; gives the savepoint, below this directory. */
    public String stop(JobID job, Path savepoints) throws IOException, InterruptedException {
        try {
            return cluster.stopWithSavepoint(job, savepoints.toUri().toString(), false, SavepointFormatType.CANONICAL)
                    .get();
        } catch (ExecutionException e) {
            throw new IOException("no savepoint: " + deepest(e), e);
        }
    }

    private JobID submit(JobSettings job, SavepointRestoreSettings from) throws IOException, InterruptedException {
        StreamExecutionEnvironment environment = new StreamExecutionEnvironment(settings);
        environment.setParallelism(slots);
        SliceJob.build(environment, job);
        JobGraph graph = environment.getStreamGraph().getJobGraph();
        graph.setSavepointRestoreSettings(from);
        try {
            cluster.submitJob(graph).get();
        } catch (ExecutionException e) {
            throw new IOException(e.getMessage(), e);
        }
        return graph.getJobID();
    }

    /**
     * Waits until the job has ended.
     *
     * @throws IOException when it failed
     */
    public void await(JobID job) throws IOException, InterruptedException {
        try {
            cluster.requestJobResult(job).get().toJobExecutionResult(LocalFlink.class.getClassLoader());
        } catch (Exception e) {
            throw new IOException("the job failed: " + deepest(e), e);
        }
    }

    private static String deepest(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.toString();
    }

    /** The cluster, for tests that break it. */
    public MiniCluster cluster() {
        return cluster;
    }

    @Override
    public void close() throws IOException {
        try {
            cluster.close();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}

package io.wirepath.cluster.local;

import io.wirepath.appliance.run.Failure;
import io.wirepath.cluster.kafka.KafkaAddress;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A Kafka of one node in this process, on the loopback: broker and controller (KRaft). For trials and tests. Stopping and
 * starting it again keeps its topics and its port. Not thread-safe.
 */
public final class LocalKafka implements Closeable {

    private static final int NODE = 1;

    private final Path directory;
    private final int port;
    private final int controllerPort;
    private KafkaRaftServer server;

    /** Starts, with its files below this directory, which may hold those of an earlier one. */
    public LocalKafka(Path directory) throws IOException {
        QuietLibraries.hush();
        this.directory = Files.createDirectories(directory);
        try (ServerSocket one = free();
                ServerSocket other = free()) {
            port = one.getLocalPort();
            controllerPort = other.getLocalPort();
        }
        format();
        server = started();
    }

    private static ServerSocket free() throws IOException {
        return new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    }

    private void format() throws IOException {
        Formatter formatter = new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setClusterId(Uuid.randomUuid().toString())
                .setNodeId(NODE)
                .setControllerListenerName("CONTROLLER")
                .setMetadataLogDirectory(directory.toString())
                .addDirectory(directory.toString())
                .setIgnoreFormatted(true)
                .setReleaseVersion(MetadataVersion.latestProduction());
        try {
            formatter.run();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private KafkaRaftServer started() {
        Properties settings = new Properties();
        settings.putAll(Map.of(
                "process.roles",
                "broker,controller",
                "node.id",
                Integer.toString(NODE),
                "listeners",
                "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort,
                "listener.security.protocol.map",
                "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "controller.listener.names",
                "CONTROLLER",
                "controller.quorum.voters",
                NODE + "@127.0.0.1:" + controllerPort,
                "log.dirs",
                directory.toString()));
        settings.putAll(Map.of(
                "num.partitions", "1",
                "default.replication.factor", "1",
                "offsets.topic.replication.factor", "1",
                "offsets.topic.num.partitions", "1",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "group.initial.rebalance.delay.ms", "0",
                "log.cleaner.enable", "false",
                "auto.create.topics.enable", "false",
                "message.max.bytes", Integer.toString(64 << 20)));
        KafkaRaftServer made = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
        try {
            made.startup();
        } catch (RuntimeException e) {
            made.shutdown();
            throw new Failure("the local Kafka did not start: " + e.getMessage(), e);
        }
        return made;
    }

    /** Where it is, with this prefix of topics. */
    public KafkaAddress address(String prefix) {
        return new KafkaAddress("127.0.0.1:" + port, prefix, Map.of());
    }

    /** Stops the broker; what it took stays. */
    public void stop() {
        server.shutdown();
        server.awaitShutdown();
    }

    /** Starts it again where it was. */
    public void restart() {
        server = started();
    }

    @Override
    public void close() {
        stop();
    }
}

package io.wirepath.cluster.local;

import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.QuietLibraries;
import io.wirepath.pipeline.Failure;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A Kafka of one node in this process, on the loopback: broker and controller (KRaft). For trials and tests. Stopping
 * and starting it again keeps its topics and its port. Not thread-safe.
 */
public final class LocalKafka implements Closeable {

    private static final int NODE = 1;
    private static final String SECURED = "SECURED";

    private final Path directory;
    private final Map<String, String> secured;
    private final int port;
    private final int controllerPort;
    private final int securedPort;
    private int advertisedPort;
    private KafkaRaftServer server;

    /** Starts, with its files below this directory, which may hold those of an earlier one. */
    public LocalKafka(Path directory) throws IOException {
        this(directory, Map.of());
    }

    /**
     * The same with one more listener, which takes TLS and SASL alone.
     *
     * @param secured its settings without the prefix of the listener, such as {@code ssl.keystore.key}; empty for no
     *     listener
     */
    public LocalKafka(Path directory, Map<String, String> secured) throws IOException {
        QuietLibraries.hush();
        this.directory = Files.createDirectories(directory);
        this.secured = Map.copyOf(secured);
        try (ServerSocket one = free();
                ServerSocket other = free();
                ServerSocket third = free()) {
            port = one.getLocalPort();
            controllerPort = other.getLocalPort();
            securedPort = third.getLocalPort();
        }
        advertisedPort = port;
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
        String listeners = "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort;
        Properties settings = new Properties();
        settings.putAll(Map.of(
                "process.roles",
                "broker,controller",
                "node.id",
                Integer.toString(NODE),
                "listeners",
                secured.isEmpty() ? listeners : listeners + "," + SECURED + "://127.0.0.1:" + securedPort,
                "listener.security.protocol.map",
                "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT," + SECURED + ":SASL_SSL",
                "advertised.listeners",
                "PLAINTEXT://127.0.0.1:" + advertisedPort
                        + (secured.isEmpty() ? "" : "," + SECURED + "://127.0.0.1:" + securedPort),
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
        settings.setProperty("transaction.state.log.num.partitions", "1");
        String prefix = "listener.name." + SECURED.toLowerCase(Locale.ROOT) + ".";
        secured.forEach((name, value) -> settings.setProperty(prefix + name, value));
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
        return new KafkaAddress("127.0.0.1:" + advertisedPort, prefix, Map.of());
    }

    /** Port where it listens. */
    public int port() {
        return port;
    }

    /** From the next start on, clients are told to come by another port, whose connections somebody passes on. */
    public void advertise(int by) {
        advertisedPort = by;
    }

    /** Port of the listener that takes TLS and SASL alone. */
    public int securedPort() {
        return securedPort;
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

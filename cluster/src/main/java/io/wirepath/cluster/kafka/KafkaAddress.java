package io.wirepath.cluster.kafka;

import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.io.Reader;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Where topics are: {@code kafka://HOST:PORT[,HOST:PORT...][/PREFIX][?config=FILE]}.
 *
 * @param servers brokers to ask first, as Kafka's {@code bootstrap.servers} takes them
 * @param prefix what the names of all topics begin with
 * @param configuration further settings of Kafka's clients, such as TLS and SASL
 */
public record KafkaAddress(String servers, String prefix, Map<String, String> configuration) implements Serializable {

    private static final Pattern FORM = Pattern.compile(
            "kafka://(?<servers>[^/?]+)(?:/(?<prefix>[A-Za-z0-9._-]{1,100})?)?(?:\\?config=(?<file>.+))?");
    private static final Pattern NOT_IN_TOPICS = Pattern.compile("[^A-Za-z0-9._-]");
    private static final String DEFAULT_PREFIX = "wirepath";
    private static final String PROTOCOL = "security.protocol";
    private static final String SIGHTINGS = ".sightings.";

    /** Copies the settings. */
    public KafkaAddress {
        configuration = new HashMap<>(configuration);
    }

    /**
     * Reads an address, and the file of settings that it names.
     *
     * @throws Failure when it is none, the file cannot be read, or what is sent would be in the clear on a network
     */
    public static KafkaAddress parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new Failure("'" + text + "' is not an address of Kafka; write it like"
                    + " kafka://127.0.0.1:9092/wirepath or kafka://k1:9093,k2:9093/wirepath?config=kafka.properties");
        }
        boolean loopback = true;
        for (String server : matcher.group("servers").split(",", -1)) {
            try {
                loopback &= HostPort.parse(server).isLoopback();
            } catch (IllegalArgumentException e) {
                throw new Failure(text + ": " + e.getMessage(), e);
            }
        }
        String prefix = matcher.group("prefix");
        String file = matcher.group("file");
        Map<String, String> settings = file == null ? Map.of() : read(Path.of(file));
        if (!loopback && !settings.getOrDefault(PROTOCOL, "").endsWith("SSL")) {
            throw new Failure(text + ": sightings go over a network with TLS only; say " + PROTOCOL
                    + "=SSL or SASL_SSL, and the keys, in a file of settings, and name it: ?config=FILE");
        }
        return new KafkaAddress(matcher.group("servers"), prefix == null ? DEFAULT_PREFIX : prefix, settings);
    }

    private static Map<String, String> read(Path file) {
        Properties read = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            read.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new Failure(file + ": cannot be read as settings of Kafka's clients (" + e.getMessage() + ")", e);
        }
        Map<String, String> settings = new HashMap<>();
        read.stringPropertyNames().forEach(name -> settings.put(name, read.getProperty(name)));
        return settings;
    }

    /** The settings of a client. */
    public Properties client() {
        Properties client = new Properties();
        client.putAll(configuration);
        client.setProperty("bootstrap.servers", servers);
        return client;
    }

    /** The settings of a client that reads bytes: what no transaction has ended is not there yet. */
    public Properties reader() {
        Properties reader = client();
        reader.setProperty("key.deserializer", ByteArrayDeserializer.class.getName());
        reader.setProperty("value.deserializer", ByteArrayDeserializer.class.getName());
        reader.setProperty("isolation.level", "read_committed");
        return reader;
    }

    /** The settings of a client that writes bytes, which all replicas must have before they count. */
    public Properties writer() {
        Properties writer = client();
        writer.setProperty("key.serializer", ByteArraySerializer.class.getName());
        writer.setProperty("value.serializer", ByteArraySerializer.class.getName());
        writer.setProperty("acks", "all");
        writer.setProperty("enable.idempotence", "true");
        return writer;
    }

    /** The topic with the sightings of this sniffer; characters that no topic may have become {@code _}. */
    public String sightings(String sniffer) {
        return prefix + SIGHTINGS + NOT_IN_TOPICS.matcher(sniffer).replaceAll("_");
    }

    /**
     * Whether this is a record of the sniffer whose topic it stands in: who may write to one topic must not speak for
     * another sniffer.
     */
    public boolean isInItsTopic(ConsumerRecord<byte[], byte[]> from) {
        byte[] record = from.value();
        return record != null
                && SightingRecord.isRecord(record)
                && sightings(SightingRecord.sniffer(record)).equals(from.topic());
    }

    /** The topics with the sightings of all sniffers. */
    public Pattern allSightings() {
        return Pattern.compile(Pattern.quote(prefix + SIGHTINGS) + ".+");
    }

    /** The sniffers of these topics with sightings, as far as the topics' names tell. */
    public List<String> sniffersOf(Collection<String> topics) {
        return topics.stream()
                .map(topic -> topic.substring(prefix.length() + SIGHTINGS.length()))
                .toList();
    }

    /** The topic of results of a kind, such as {@code findings}. */
    public String results(String kind) {
        return prefix + "." + kind;
    }

    @Override
    public String toString() {
        return "kafka://" + servers + "/" + prefix;
    }
}

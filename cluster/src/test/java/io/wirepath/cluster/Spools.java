package io.wirepath.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.command.CommandTree;
import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.KafkaShippers;
import io.wirepath.cluster.kafka.LatestRecords;
import io.wirepath.cluster.kafka.SightingRecord;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolDocument;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import io.wirepath.pipeline.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** Spools of the recorded sample, on their way to Kafka and back. */
final class Spools {

    static final List<String> SNIFFERS = List.of("sw-app", "sw-data", "sw-front", "sw-web");

    private static final Path SAMPLES = Path.of("../samples/slow");

    private Spools() {}

    static Path sample(String sniffer) {
        return SAMPLES.resolve(sniffer + ".pcap.gz");
    }

    /** The spools of all sniffers below this directory. */
    static List<Path> of(Path directory) {
        return SNIFFERS.stream().map(directory::resolve).toList();
    }

    /** Sniffs the sample into spools below this directory. */
    static void make(Path directory) throws IOException {
        make(directory, SNIFFERS.stream().map(Spools::sample).toList(), List.of());
    }

    /** Sniffs captures into spools below this directory, behind what they hold. */
    static void make(Path directory, List<Path> captures, List<String> more) throws IOException {
        Files.createDirectories(directory);
        Path salt = directory.resolveSibling("salt");
        if (!Files.exists(salt)) {
            Files.createFile(salt, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(salt, "0123456789abcdef0123456789abcdef");
        }
        List<String> arguments = new ArrayList<>(List.of("sniff", "--pace", "max", "--quiet"));
        arguments.addAll(List.of("--spool", directory.toString(), "--set", "content.salt-file=" + salt));
        arguments.addAll(more);
        captures.forEach(capture -> arguments.addAll(List.of("--read", capture.toString())));
        wirepath(arguments.toArray(String[]::new));
    }

    /** Leaves so many packets in a classic capture file: 24 bytes, and 16 before each packet. */
    static void cut(Path capture, int packets) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(capture));
        bytes.order(bytes.get(0) == (byte) 0xa1 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int end = 24;
        for (int packet = 0; packet < packets; packet++) {
            end += 16 + bytes.getInt(end + 8);
        }
        Files.write(capture, Arrays.copyOf(bytes.array(), end));
    }

    /** Runs the program in this process; gives what it printed. */
    static String wirepath(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(out, new PrintStream(err, true, StandardCharsets.UTF_8), false, false, false);
        assertEquals(0, CommandTree.run(console, arguments), () -> err.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Ships the spools to Kafka, all of each, in this order. */
    static void ship(Path directory, KafkaAddress to, List<String> sniffers) throws IOException, InterruptedException {
        for (String sniffer : sniffers) {
            KafkaShippers.shipAll(directory.resolve(sniffer), sniffer, to);
        }
    }

    /** Writes some documents of a spool to its topic, as the sniffer would. */
    static void send(Path spool, String sniffer, KafkaAddress to, Predicate<ByteBuffer> chosen) throws IOException {
        Properties settings = to.writer();
        try (SpoolReader reader = Spool.read(spool);
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings)) {
            while (reader.next()) {
                if (!chosen.test(reader.document())) {
                    continue;
                }
                byte[] record = SightingRecord.encode(sniffer, reader.incarnation(), reader.document());
                Future<?> unused =
                        producer.send(new ProducerRecord<>(to.sightings(sniffer), 0, null, record), (metadata, e) -> {
                            if (e != null) {
                                throw new AssertionError(e);
                            }
                        });
            }
            producer.flush();
        }
    }

    /** Copies some documents of a spool, with their numbers. */
    static void copy(Path from, Path to, Predicate<ByteBuffer> chosen) throws IOException {
        Files.createDirectories(to);
        SpoolSettings unbounded = new SpoolSettings(1L << 40, Long.MAX_VALUE / 2, 1 << 28, Long.MAX_VALUE / 2, 0, 0);
        try (SpoolReader reader = Spool.read(from);
                SpoolWriter writer = Spool.openCopy(to, reader.incarnation(), unbounded, 0)) {
            while (reader.next()) {
                if (chosen.test(reader.document())) {
                    assertTrue(writer.append(reader.document()), "room on the disk");
                }
            }
        }
    }

    /** Writes one result. */
    static void put(KafkaAddress to, String kind, String key, byte[] value) throws Exception {
        Properties settings = to.writer();
        settings.setProperty("max.request.size", Integer.toString(64 << 20));
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings)) {
            producer.send(new ProducerRecord<>(to.results(kind), key.getBytes(StandardCharsets.UTF_8), value))
                    .get();
        }
    }

    static long lastNumber(Path spool) throws IOException {
        try (SpoolReader reader = Spool.read(spool)) {
            return reader.lastNumber();
        }
    }

    /** The documents of a spool, each as text that is another one for other bytes. */
    static List<String> documents(Path spool) throws IOException {
        List<String> documents = new ArrayList<>();
        try (SpoolReader reader = Spool.read(spool)) {
            while (reader.next()) {
                ByteBuffer document = reader.document();
                byte[] bytes = new byte[document.remaining()];
                document.get(document.position(), bytes);
                documents.add(text(bytes));
            }
        }
        return documents;
    }

    /** Numbers of all documents in the topic of a sniffer, in the order of the topic. */
    static List<Long> numbersInTopic(KafkaAddress at, String sniffer) {
        Properties settings = at.reader();
        List<Long> numbers = new ArrayList<>();
        TopicPartition partition = new TopicPartition(at.sightings(sniffer), 0);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    numbers.add(SpoolDocument.number(SightingRecord.document(record.value())));
                }
            }
        }
        return numbers;
    }

    /** All results that the topics hold, by {@code KIND KEY}. */
    static Map<String, byte[]> results(KafkaAddress at) {
        Map<String, byte[]> results = new TreeMap<>();
        for (String kind : List.of("messages", "calls", "findings", "queries", "windows", "late")) {
            LatestRecords.of(at, at.results(kind)).forEach((key, value) -> results.put(kind + " " + key, value));
        }
        return results;
    }

    /** How many results there are of a kind. */
    static int count(Map<String, byte[]> results, String kind) {
        return (int) results.keySet().stream()
                .filter(key -> key.startsWith(kind + " "))
                .count();
    }

    /** Fails at the first result that differs. */
    static void assertSame(Map<String, byte[]> wanted, Map<String, byte[]> got) {
        assertEquals(List.of(), without(wanted, got), "what is missing");
        assertEquals(List.of(), without(got, wanted), "what nobody wants");
        wanted.forEach((key, value) -> assertEquals(text(value), text(got.get(key)), key));
    }

    /** The first keys of the one that the other has not. */
    private static List<String> without(Map<String, byte[]> these, Map<String, byte[]> those) {
        return these.keySet().stream()
                .filter(key -> !those.containsKey(key))
                .limit(10)
                .toList();
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.ISO_8859_1);
    }
}

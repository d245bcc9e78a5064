package io.wirepath.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.appliance.command.CommandTree;
import io.wirepath.appliance.run.Console;
import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.KafkaShippers;
import io.wirepath.cluster.kafka.LatestRecords;
import io.wirepath.cluster.kafka.SightingRecord;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Spools of the recorded sample, on their way to Kafka and back. */
final class Spools {

    static final List<String> SNIFFERS = List.of("sw-app", "sw-data", "sw-front", "sw-web");

    private static final Path SAMPLES = Path.of("../samples/slow");

    private Spools() {}

    static Path sample(String sniffer) {
        return SAMPLES.resolve(sniffer + ".pcap.gz");
    }

    /** Sniffs the sample into spools below this directory. */
    static void make(Path directory) throws IOException {
        make(directory, SNIFFERS.stream().map(Spools::sample).toList());
    }

    /** Sniffs captures into spools below this directory. */
    static void make(Path directory, List<Path> captures) throws IOException {
        Files.createDirectories(directory);
        Path salt = directory.resolveSibling("salt");
        if (!Files.exists(salt)) {
            Files.createFile(salt, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(salt, "0123456789abcdef0123456789abcdef");
        }
        List<String> arguments = new ArrayList<>(List.of("sniff", "--pace", "max", "--quiet"));
        arguments.addAll(List.of("--spool", directory.toString(), "--set", "content.salt-file=" + salt));
        captures.forEach(capture -> arguments.addAll(List.of("--read", capture.toString())));
        wirepath(arguments.toArray(String[]::new));
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

    /** Writes the documents of a spool from one number up to another to its topic, as the sniffer would. */
    static void send(Path spool, String sniffer, KafkaAddress to, long fromNumber, long toNumber) throws IOException {
        Properties settings = to.client();
        settings.setProperty("key.serializer", ByteArraySerializer.class.getName());
        settings.setProperty("value.serializer", ByteArraySerializer.class.getName());
        try (SpoolReader reader = Spool.read(spool);
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings)) {
            reader.seek(fromNumber);
            while (reader.next() && reader.number() < toNumber) {
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

    static long lastNumber(Path spool) throws IOException {
        try (SpoolReader reader = Spool.read(spool)) {
            return reader.lastNumber();
        }
    }

    /** All results that the topics hold, by {@code KIND KEY}. */
    static Map<String, byte[]> results(KafkaAddress at) {
        Map<String, byte[]> results = new TreeMap<>();
        for (String kind : List.of("messages", "calls", "findings", "windows", "late")) {
            LatestRecords.of(at, at.results(kind)).forEach((key, value) -> results.put(kind + " " + key, value));
        }
        return results;
    }

    /** Fails at the first result that differs. */
    static void assertSame(Map<String, byte[]> wanted, Map<String, byte[]> got) {
        assertEquals(List.copyOf(wanted.keySet()), List.copyOf(got.keySet()));
        wanted.forEach((key, value) -> assertEquals(text(value), text(got.get(key)), key));
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.ISO_8859_1);
    }
}

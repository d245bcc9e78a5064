package io.wirepath.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.ship.Certificates;
import io.wirepath.appliance.ship.TlsFiles;
import io.wirepath.appliance.ship.TopicIntake;
import io.wirepath.appliance.ship.Transports;
import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.KafkaShippers;
import io.wirepath.cluster.kafka.Topics;
import io.wirepath.cluster.local.LocalKafka;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code sniff --to kafka://} and {@code serve --from kafka://}: by TLS and with a password, as a file of settings has
 * it, while the broker goes away and comes back.
 */
class KafkaVerbsTest {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final String SNIFFER = "sw-app";

    @TempDir
    private static Path directory;

    private static LocalKafka kafka;

    @BeforeAll
    static void start() throws Exception {
        TlsFiles broker = new Certificates(directory.resolve("keys")).sign("broker");
        kafka = new LocalKafka(
                directory.resolve("kafka"),
                Map.of(
                        "ssl.keystore.type",
                        "PEM",
                        "ssl.keystore.key",
                        Files.readString(broker.key()),
                        "ssl.keystore.certificate.chain",
                        Files.readString(broker.certificate()),
                        "sasl.enabled.mechanisms",
                        "PLAIN",
                        "plain.sasl.jaas.config",
                        "org.apache.kafka.common.security.plain.PlainLoginModule required user_wirepath=\"right\";"));
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void whatIsSniffedWhileTheBrokerIsAwayComesOnceAndInOrder() throws Exception {
        String to = address("away", settings("right"));
        KafkaAddress topic = KafkaAddress.parse(to);
        Path spool = directory.resolve("spools").resolve(SNIFFER);
        Path received = directory.resolve("received");
        try (Intake intake = new Intake(to, received)) {
            FutureTask<String> sniff = new FutureTask<>(() -> Spools.wirepath(
                    "sniff",
                    "--read",
                    Spools.sample(SNIFFER).toString(),
                    "--pace",
                    "x4",
                    "--quiet",
                    "--spool",
                    spool.getParent().toString(),
                    "--set",
                    "content.salt-file=" + directory.resolve("salt"),
                    "--to",
                    to));
            new Thread(sniff, "sniff").start();
            await(() -> Spool.isSpool(received(received)), "something is received", intake);
            kafka.stop();
            long gone = Spools.lastNumber(received(received));
            await(
                    () -> sniff.isDone() || Spools.lastNumber(spool) > gone + 2000,
                    "the spool grows without the broker",
                    intake);
            kafka.restart();
            sniff.get();
            List<String> sent = Spools.documents(spool);
            assertTrue(sent.size() > gone, "the broker was away while there was something to send");
            // what the sniffer had no patience to send, its next start sends
            KafkaShippers.shipAll(spool, SNIFFER, topic);
            await(
                    () -> Spools.lastNumber(received(received)) == Spools.lastNumber(spool),
                    "all of it is received",
                    intake);
            assertEquals(sent, Spools.documents(received(received)));
            List<Long> numbers = Spools.numbersInTopic(topic, SNIFFER);
            assertEquals(LongStream.rangeClosed(1, sent.size()).boxed().toList(), numbers);
        }
    }

    @Test
    void whatAnEarlierProducerHasOnItsWayDoesNotCome() throws Exception {
        Path spools = directory.resolve("fenced");
        Spools.make(spools, List.of(Spools.sample(SNIFFER)), List.of("--count", "3000"));
        Path spool = spools.resolve(SNIFFER);
        List<Long> all =
                LongStream.rangeClosed(1, Spools.lastNumber(spool)).boxed().toList();
        KafkaAddress at = kafka.address("fenced");
        String topic = at.sightings(SNIFFER);
        Topics.make(at, List.of(topic), 1, Map.of());
        // at the first start nothing is there before, at the second a whole spool, and at the third what never counted
        for (int start = 0; start < 3; start++) {
            Properties settings = at.writer();
            settings.setProperty("transactional.id", topic);
            try (KafkaProducer<byte[], byte[]> earlier = new KafkaProducer<>(settings)) {
                earlier.initTransactions();
                earlier.beginTransaction();
                for (int late = 0; late < 100; late++) {
                    Future<?> unused = earlier.send(new ProducerRecord<>(topic, 0, null, new byte[] {(byte) late}));
                }
                earlier.flush();
                KafkaShippers.shipAll(spool, SNIFFER, at);
                assertThrows(KafkaException.class, earlier::commitTransaction);
            }
            assertEquals(all, Spools.numbersInTopic(at, SNIFFER), "start " + start);
        }
    }

    @Test
    void aWrongPasswordIsToldInALine() throws Exception {
        KafkaAddress wrong = KafkaAddress.parse(address("wrong", settings("wrong")));
        Failure failure = assertThrows(Failure.class, () -> Topics.sightings(wrong));
        assertTrue(String.valueOf(failure.getMessage()).contains("Authentication failed"), failure.getMessage());
    }

    @Test
    void aBrokerOfAnotherAuthorityIsNotTrusted() throws Exception {
        new Certificates(directory.resolve("other"));
        Path other = Files.writeString(
                directory.resolve("other.properties"),
                Files.readString(settings("right"))
                        .replace(
                                directory.resolve("keys").toString(),
                                directory.resolve("other").toString()));
        KafkaAddress stranger = KafkaAddress.parse(address("stranger", other));
        Failure failure = assertThrows(Failure.class, () -> Topics.sightings(stranger));
        assertTrue(String.valueOf(failure.getMessage()).contains("SSL handshake failed"), failure.getMessage());
    }

    @Test
    void serveSaysThatNoBrokerAnswers() throws Exception {
        String nobody = "kafka://127.0.0.1:1/nobody";
        try (Intake intake = new Intake(nobody, directory.resolve("nobody"))) {
            await(() -> !intake.said.isEmpty(), "it is told", intake);
            assertEquals(
                    nobody + ": no broker answers; check the address, that Kafka runs there, and whether it wants TLS;"
                            + " goes on when that is over",
                    intake.said.get(0));
        }
    }

    @Test
    void overANetworkNothingGoesInTheClear() {
        Failure failure = assertThrows(Failure.class, () -> KafkaAddress.parse("kafka://192.0.2.1:9092/wirepath"));
        assertTrue(String.valueOf(failure.getMessage()).contains("TLS only"), failure.getMessage());
    }

    private static String address(String prefix, Path settings) {
        return "kafka://127.0.0.1:" + kafka.securedPort() + "/" + prefix + "?config=" + settings;
    }

    private static Path settings(String password) throws IOException {
        return Files.writeString(directory.resolve(password + ".properties"), """
                security.protocol=SASL_SSL
                ssl.truststore.type=PEM
                ssl.truststore.location=%s
                sasl.mechanism=PLAIN
                sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \
                username="wirepath" password="%s";
                """.formatted(
                        directory.resolve("keys").resolve("authority.pem"), password));
    }

    /** Where the sniffer's spool is received; not there before anything came. */
    private static Path received(Path all) throws IOException {
        Path sniffer = all.resolve(SNIFFER);
        if (!Files.isDirectory(sniffer)) {
            return sniffer;
        }
        try (Stream<Path> incarnations = Files.list(sniffer)) {
            return incarnations.findFirst().orElse(sniffer);
        }
    }

    /** What is waited for. */
    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition, String what, Intake intake) throws Exception {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < until, () -> "waited too long until " + what + ": " + intake.said);
            // looking reads whole spools
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /** What serve runs of an address in its configuration. */
    private static final class Intake implements AutoCloseable {

        private final List<String> said = new CopyOnWriteArrayList<>();
        private final TopicIntake intake;

        Intake(String from, Path received) {
            intake = Transports.of(from).intake(from, received, SpoolSettings.defaults(), said::add);
            Thread thread = new Thread(intake, "intake");
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void close() throws Exception {
            intake.close();
        }
    }
}

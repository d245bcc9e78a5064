package io.wirepath.cluster.kafka;

import io.wirepath.appliance.ship.SpoolCarrier;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/**
 * Writes the documents of one spool to its sniffer's topic, for as long as it runs: in their order, from the one behind
 * the last that the topic holds, again after every failure. So the topic itself remembers how far it is, and the spool
 * keeps what brokers cannot take.
 *
 * <p>Some documents at a time are one transaction of Kafka: all of them come or none, each once, and a producer shuts
 * out those of the same topic before it, whose late requests would come in between. A reader of what was committed
 * ({@link KafkaAddress#reader}) finds the spool's documents, each once and in their order.
 *
 * <p>{@link #run} is for a thread of its own; the other methods may be called by any thread.
 */
final class KafkaShipper extends SpoolCarrier {

    /** How soon the spool is looked at again when everything was sent. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** How long a broker may take to answer before the attempt counts as failed. */
    private static final int ANSWER_MILLIS = 20_000;

    /** Most documents of a transaction: some 2 MB, which a slow line takes before the answer is late. */
    private static final int TRANSACTION = 8192;

    private static final Duration CLOSE = Duration.ofSeconds(5);

    private final Path spool;
    private final String sniffer;
    private final KafkaAddress to;
    private final String topic;
    private final BooleanSupplier readable;

    KafkaShipper(Path spool, String sniffer, KafkaAddress to, BooleanSupplier readable) {
        this.spool = spool;
        this.sniffer = sniffer;
        this.to = to;
        this.topic = to.sightings(sniffer);
        this.readable = readable;
    }

    @Override
    public void run() {
        KafkaTransport.findClasses();
        try {
            while (!isStopped()) {
                if (!readable.getAsBoolean()) {
                    pause(LOOK_NANOS);
                    continue;
                }
                try {
                    ship();
                } catch (IOException | KafkaException | Failure e) {
                    failed(Topics.problem(to, e));
                }
            }
        } catch (InterruptedException | org.apache.kafka.common.errors.InterruptException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ship() throws IOException, InterruptedException {
        Topics.make(to, List.of(topic), 1, Map.of());
        try (SpoolReader reader = Spool.read(spool);
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(producer())) {
            try {
                // from here on nothing that an earlier producer sent can come any more, so the topic's end stands still
                producer.initTransactions();
                long kept = TopicEnd.lastNumber(to, topic, reader.incarnation());
                reader.seek(kept + 1);
                note(kept, kept, 0, 0, status().deletedUnsent());
                pump(producer, reader);
            } catch (ProducerFencedException | InvalidProducerEpochException e) {
                throw new IOException(
                        "another process ships sightings of " + sniffer + ", or this one stood still for too long", e);
            } finally {
                producer.close(CLOSE);
            }
        }
    }

    private Properties producer() {
        Properties settings = to.writer();
        settings.setProperty("transactional.id", topic);
        settings.setProperty("transaction.timeout.ms", Integer.toString(2 * ANSWER_MILLIS));
        settings.setProperty("linger.ms", "5");
        settings.setProperty("batch.size", Integer.toString(256 << 10));
        settings.putIfAbsent("compression.type", "lz4");
        settings.setProperty("request.timeout.ms", Integer.toString(ANSWER_MILLIS / 2));
        settings.setProperty("delivery.timeout.ms", Integer.toString(ANSWER_MILLIS));
        settings.setProperty("max.block.ms", Integer.toString(ANSWER_MILLIS));
        return settings;
    }

    private void pump(KafkaProducer<byte[], byte[]> producer, SpoolReader reader)
            throws IOException, InterruptedException {
        UUID incarnation = reader.incarnation();
        long missingBefore = status().deletedUnsent();
        while (!isStopped()) {
            int documents = 0;
            long bytes = 0;
            while (documents < TRANSACTION && reader.next()) {
                if (documents == 0) {
                    producer.beginTransaction();
                }
                byte[] record = SightingRecord.encode(sniffer, incarnation, reader.document());
                // the commit fails where this does
                Future<?> unused = producer.send(new ProducerRecord<>(topic, 0, null, record));
                documents++;
                bytes += record.length;
            }
            long kept = status().keptNumber();
            if (documents > 0) {
                producer.commitTransaction();
                kept = reader.number();
            }
            succeeded();
            note(kept, kept, documents, bytes, missingBefore + reader.documentsMissing());
            if (documents < TRANSACTION) {
                pause(LOOK_NANOS);
            }
        }
    }
}

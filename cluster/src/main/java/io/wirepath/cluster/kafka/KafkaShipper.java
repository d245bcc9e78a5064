package io.wirepath.cluster.kafka;

import io.wirepath.appliance.run.Failure;
import io.wirepath.appliance.ship.Retry;
import io.wirepath.appliance.ship.ShippingStatus;
import io.wirepath.appliance.ship.SpoolCarrier;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolDocument;
import io.wirepath.merge.spool.SpoolReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes the documents of one spool to its sniffer's topic, for as long as it runs: in their order, from the one behind
 * the last that the topic holds, again after every failure. So the topic itself remembers how far it is, and the spool
 * keeps what brokers cannot take. A document may come twice where a broker answered too late; its number tells.
 *
 * <p>{@link #run} is for a thread of its own; the other methods may be called by any thread.
 */
final class KafkaShipper implements SpoolCarrier {

    /** How soon the spool is looked at again when everything was sent. */
    private static final long LOOK_MILLIS = 50;

    /** How long a broker may take to answer before the attempt counts as failed. */
    private static final int ANSWER_MILLIS = 20_000;

    /** Documents that are sent before it is looked whether any failed. */
    private static final int BATCH = 1024;

    private static final Duration CLOSE = Duration.ofSeconds(5);

    private final Path spool;
    private final String sniffer;
    private final KafkaAddress to;
    private final String topic;
    private final BooleanSupplier readable;
    private final Retry retry = new Retry(RandomGenerator.getDefault());
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicLong kept = new AtomicLong();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private volatile long drainTo = Long.MAX_VALUE;
    private volatile ShippingStatus status = ShippingStatus.NONE;

    KafkaShipper(Path spool, String sniffer, KafkaAddress to, BooleanSupplier readable) {
        this.spool = spool;
        this.sniffer = sniffer;
        this.to = to;
        this.topic = to.sightings(sniffer);
        this.readable = readable;
    }

    @Override
    public ShippingStatus status() {
        return status;
    }

    @Override
    public void stop() {
        stopped.countDown();
    }

    @Override
    public void stopAfter(long number) {
        drainTo = number;
    }

    private boolean isStopped() {
        return stopped.getCount() == 0 || kept.get() >= drainTo;
    }

    @Override
    public void run() {
        try {
            while (!isStopped()) {
                if (!readable.getAsBoolean()) {
                    pause(LOOK_MILLIS);
                    continue;
                }
                try {
                    ship();
                } catch (IOException | KafkaException | Failure e) {
                    failed(e);
                    pause(TimeUnit.NANOSECONDS.toMillis(retry.nextNanos()) + 1);
                }
            }
        } catch (InterruptedException | org.apache.kafka.common.errors.InterruptException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pause(long millis) throws InterruptedException {
        boolean unused = stopped.await(millis, TimeUnit.MILLISECONDS);
    }

    private void failed(Exception e) {
        ShippingStatus was = status;
        status = new ShippingStatus(
                false,
                was.sentNumber(),
                kept.get(),
                was.documents(),
                was.bytes(),
                was.deletedUnsent(),
                was.failures() + 1,
                to + ": " + e.getMessage());
    }

    private void ship() throws IOException, InterruptedException {
        Topics.make(to, List.of(topic), 1, Map.of());
        try (SpoolReader reader = Spool.read(spool)) {
            kept.set(lastNumber(reader.incarnation()));
            reader.seek(kept.get() + 1);
            failure.set(null);
            try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(producer())) {
                try {
                    pump(producer, reader);
                } finally {
                    producer.close(CLOSE);
                }
            }
        }
    }

    private Properties producer() {
        Properties settings = to.client();
        settings.setProperty("key.serializer", ByteArraySerializer.class.getName());
        settings.setProperty("value.serializer", ByteArraySerializer.class.getName());
        settings.setProperty("acks", "all");
        settings.setProperty("enable.idempotence", "true");
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
        long documents = 0;
        long bytes = 0;
        long missingBefore = status.deletedUnsent();
        while (!isStopped()) {
            int sent = 0;
            while (sent < BATCH && reader.next()) {
                long number = reader.number();
                byte[] record = SightingRecord.encode(sniffer, incarnation, reader.document());
                Future<?> unused = producer.send(new ProducerRecord<>(topic, 0, null, record), (metadata, e) -> {
                    if (e == null) {
                        kept.accumulateAndGet(number, Math::max);
                    } else {
                        failure.compareAndSet(null, e);
                    }
                });
                sent++;
                bytes += record.length;
            }
            documents += sent;
            note(reader, documents, bytes, missingBefore);
            documents = 0;
            bytes = 0;
            Exception e = failure.get();
            if (e != null) {
                throw new IOException(e.getMessage(), e);
            }
            if (sent == 0) {
                retry.succeeded();
                pause(LOOK_MILLIS);
            }
        }
    }

    private void note(SpoolReader reader, long documents, long bytes, long missingBefore) {
        ShippingStatus was = status;
        status = new ShippingStatus(
                true,
                Math.max(was.sentNumber(), reader.number()),
                kept.get(),
                was.documents() + documents,
                was.bytes() + bytes,
                missingBefore + reader.documentsMissing(),
                was.failures(),
                "");
    }

    /**
     * Number of the last document of this spool that the topic holds; 0 where it holds none, or ends with another's.
     */
    private long lastNumber(UUID incarnation) {
        Properties settings = to.client();
        settings.setProperty("key.deserializer", ByteArrayDeserializer.class.getName());
        settings.setProperty("value.deserializer", ByteArrayDeserializer.class.getName());
        settings.setProperty("default.api.timeout.ms", Integer.toString(ANSWER_MILLIS));
        TopicPartition partition = new TopicPartition(topic, 0);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
            consumer.assign(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            long begin = consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
            if (end <= begin) {
                return 0;
            }
            consumer.seek(partition, end - 1);
            for (ConsumerRecord<byte[], byte[]> last : consumer.poll(Duration.ofMillis(ANSWER_MILLIS))) {
                byte[] record = last.value();
                boolean ours = record != null
                        && SightingRecord.isRecord(record)
                        && SightingRecord.incarnation(record).equals(incarnation);
                return ours ? SpoolDocument.number(SightingRecord.document(record)) : 0;
            }
            throw new KafkaException("the last record of " + topic + " did not come in time");
        }
    }
}

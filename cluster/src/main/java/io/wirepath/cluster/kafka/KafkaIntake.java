package io.wirepath.cluster.kafka;

import io.wirepath.appliance.run.Failure;
import io.wirepath.appliance.ship.Retry;
import io.wirepath.appliance.ship.SpoolIntake;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolDocument;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Copies the topics of all sniffers into received spools. The group's offset moves on when everything before it is on the
 * disk; what is read again after a kill is known by its number.
 */
final class KafkaIntake implements SpoolIntake {

    private static final Duration POLL = Duration.ofMillis(500);
    private static final long CLOSE_SECONDS = 20;
    private static final String DISCOVERY_MILLIS = "5000";

    /** A name becomes a directory: no separators, nothing hidden. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._@:-]{0,99}");

    private final KafkaAddress from;
    private final Path received;
    private final SpoolSettings bounds;
    private final Consumer<String> log;
    private final Retry retry = new Retry(RandomGenerator.getDefault());
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Map<Path, SpoolWriter> spools = new HashMap<>();
    private volatile boolean began;
    private long refused;

    KafkaIntake(KafkaAddress from, Path received, SpoolSettings bounds, Consumer<String> log) {
        this.from = from;
        this.received = received;
        this.bounds = bounds;
        this.log = log;
    }

    @Override
    public void run() {
        began = true;
        try {
            while (stopped.getCount() > 0) {
                try {
                    copy();
                } catch (KafkaException | IOException | Failure e) {
                    log.accept(from + ": " + e.getMessage() + "; goes on when that is over");
                    boolean unused = stopped.await(retry.nextNanos(), TimeUnit.NANOSECONDS);
                }
            }
        } catch (InterruptedException | org.apache.kafka.common.errors.InterruptException e) {
            Thread.currentThread().interrupt();
        } finally {
            spools.values().forEach(SpoolWriter::close);
            ended.countDown();
        }
    }

    private void copy() throws IOException, InterruptedException {
        Properties settings = from.client();
        settings.setProperty("key.deserializer", ByteArrayDeserializer.class.getName());
        settings.setProperty("value.deserializer", ByteArrayDeserializer.class.getName());
        settings.putIfAbsent("group.id", from.prefix() + "-serve");
        settings.setProperty("enable.auto.commit", "false");
        settings.setProperty("auto.offset.reset", "earliest");
        settings.setProperty("metadata.max.age.ms", DISCOVERY_MILLIS);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
            consumer.subscribe(from.allSightings());
            while (stopped.getCount() > 0) {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    keep(record);
                }
                if (!records.isEmpty()) {
                    sync();
                    consumer.commitSync();
                    retry.succeeded();
                }
            }
        } catch (WakeupException e) {
            // closed
        }
    }

    private void keep(ConsumerRecord<byte[], byte[]> from) throws IOException, InterruptedException {
        byte[] record = from.value();
        if (record == null
                || !SightingRecord.isRecord(record)
                || !NAME.matcher(SightingRecord.sniffer(record)).matches()) {
            refuse(from, "is no record of a sniffer, or of a later version");
            return;
        }
        SpoolWriter spool = spool(record);
        ByteBuffer document = SightingRecord.document(record);
        long number = SpoolDocument.number(document);
        if (number <= spool.lastNumber()) {
            return;
        }
        try {
            while (!spool.append(document)) {
                if (stopped.await(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new IOException("the disk is full");
                }
                spool.onTime(nowNanos());
            }
        } catch (IllegalArgumentException e) {
            refuse(from, String.valueOf(e.getMessage()));
        }
    }

    private void refuse(ConsumerRecord<byte[], byte[]> record, String reason) {
        if (refused++ == 0) {
            log.accept(record.topic() + ": record " + record.offset() + " " + reason
                    + "; it was passed over, and so are further ones without a word");
        }
    }

    private SpoolWriter spool(byte[] record) throws IOException {
        var incarnation = SightingRecord.incarnation(record);
        Path place = received.resolve(SightingRecord.sniffer(record)).resolve(incarnation.toString());
        SpoolWriter spool = spools.get(place);
        if (spool == null) {
            Files.createDirectories(place);
            spool = Spool.openCopy(place, incarnation, bounds, nowNanos());
            spools.put(place, spool);
        }
        return spool;
    }

    private void sync() throws IOException {
        for (SpoolWriter spool : spools.values()) {
            spool.onTime(nowNanos());
            spool.sync();
        }
    }

    private static long nowNanos() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }

    @Override
    public void close() {
        stopped.countDown();
        try {
            if (began && !ended.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                log.accept(from + ": did not end in time; the next start goes on with it");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

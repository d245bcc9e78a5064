package io.wirepath.cluster.kafka;

import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolDocument;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import io.wirepath.sniffer.file.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Sightings, in received spools: a document that is read again is known by its number. */
final class KeptSpools implements Kept {

    private static final long FULL_DISK_MILLIS = 500;

    /** A name becomes a directory: no separators, nothing hidden. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._@:-]{0,99}");

    private final KafkaAddress at;
    private final Path received;
    private final SpoolSettings bounds;
    private final Consumer<String> log;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Map<Path, SpoolWriter> spools = new HashMap<>();
    private long refused;

    KeptSpools(KafkaAddress at, Path received, SpoolSettings bounds, Consumer<String> log) {
        this.at = at;
        this.received = received;
        this.bounds = bounds;
        this.log = log;
    }

    @Override
    public void keep(ConsumerRecord<byte[], byte[]> from) throws IOException, InterruptedException {
        byte[] record = from.value();
        if (!at.isInItsTopic(from)
                || !NAME.matcher(SightingRecord.sniffer(record)).matches()) {
            refuse(from, "is not a record of this topic's sniffer, or is of a later version");
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
                if (stopped.await(FULL_DISK_MILLIS, TimeUnit.MILLISECONDS)) {
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
                    + "; it was skipped; further ones are skipped without a message");
        }
    }

    private SpoolWriter spool(byte[] record) throws IOException {
        UUID incarnation = SightingRecord.incarnation(record);
        Path place = received.resolve(SightingRecord.sniffer(record)).resolve(incarnation.toString());
        SpoolWriter spool = spools.get(place);
        if (spool == null) {
            PrivateFiles.createDirectories(place);
            spool = Spool.openCopy(place, incarnation, bounds, nowNanos());
            spools.put(place, spool);
        }
        return spool;
    }

    @Override
    public void sync() throws IOException {
        for (SpoolWriter spool : spools.values()) {
            spool.onTime(nowNanos());
            spool.sync();
        }
    }

    private static long nowNanos() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }

    @Override
    public void giveUp() {
        stopped.countDown();
    }

    @Override
    public void close() {
        spools.values().forEach(SpoolWriter::close);
    }
}

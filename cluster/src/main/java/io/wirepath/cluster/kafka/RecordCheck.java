package io.wirepath.cluster.kafka;

import io.wirepath.appliance.run.Failure;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.spool.DocumentCheck;
import io.wirepath.merge.spool.SpoolDocument;
import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What may come into the job from a topic, which anybody with a sniffer's rights can write. What may not is left out;
 * its number is missing then, and the windows tell so. Used by one thread.
 */
public final class RecordCheck {

    private final DocumentCheck check = new DocumentCheck();

    /**
     * Whether a record stands in the topic of its sniffer, came whole and can be decoded.
     *
     * @throws Failure as {@link #admits(byte[])}
     */
    public boolean admits(KafkaAddress at, ConsumerRecord<byte[], byte[]> record) {
        return at.isInItsTopic(record) && admits(record.value());
    }

    /**
     * Whether the value of a record is a document that came whole and can be decoded.
     *
     * @throws Failure for a document of a kind or version that only a later program knows: leaving out what it says
     *     would be guessing
     */
    public boolean admits(byte[] value) {
        if (!SightingRecord.isRecord(value)) {
            return false;
        }
        ByteBuffer document = SightingRecord.document(value);
        if (!check.isWhole(document)) {
            return false;
        }
        if (!SpoolDocument.isKnown(document)) {
            throw new Failure(("document %d of sniffer %s is of kind %d, version %d, which this program does not know;"
                            + " start the job with a program that is not older than the sniffer's")
                    .formatted(
                            SpoolDocument.number(document),
                            SightingRecord.sniffer(value),
                            LogDocument.kind(document),
                            LogDocument.version(document)));
        }
        return check.isSound(document);
    }
}

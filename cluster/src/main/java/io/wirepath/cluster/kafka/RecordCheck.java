package io.wirepath.cluster.kafka;

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

    /** Whether a record stands in the topic of its sniffer, and its value may come in. */
    public boolean admits(KafkaAddress at, ConsumerRecord<byte[], byte[]> record) {
        return at.isInItsTopic(record) && admits(record.value());
    }

    /** Whether the value of a record is a document that came whole, of a version that is known, and can be decoded. */
    public boolean admits(byte[] value) {
        if (!SightingRecord.isRecord(value)) {
            return false;
        }
        ByteBuffer document = SightingRecord.document(value);
        return check.isWhole(document) && SpoolDocument.isKnown(document) && check.isSound(document);
    }
}

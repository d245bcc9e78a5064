package io.wirepath.cluster.kafka;

import java.io.IOException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Where what {@link KafkaIntake} reads is kept. Used by one thread. */
interface Kept extends AutoCloseable {

    /** Takes a record, which may have come before. */
    void keep(ConsumerRecord<byte[], byte[]> record) throws IOException, InterruptedException;

    /** Everything taken so far is on the disk when this returns. */
    void sync() throws IOException;

    /** The service ends: whatever waits must give up. Any thread may call it. */
    void giveUp();

    @Override
    void close();
}

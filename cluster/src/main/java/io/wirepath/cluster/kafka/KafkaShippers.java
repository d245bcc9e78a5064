package io.wirepath.cluster.kafka;

import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Path;

/** Ships spools that nobody writes any more. */
public final class KafkaShippers {

    private static final long LOOK_MILLIS = 100;
    private static final int MAX_FAILURES = 3;

    private KafkaShippers() {}

    /**
     * Ships everything that a spool holds.
     *
     * @throws Failure when the brokers do not take it
     */
    public static void shipAll(Path spool, String sniffer, KafkaAddress to) throws IOException, InterruptedException {
        long last;
        try (SpoolReader reader = Spool.read(spool)) {
            last = reader.lastNumber();
        }
        if (last == 0) {
            return;
        }
        KafkaShipper shipper = new KafkaShipper(spool, sniffer, to, () -> true);
        shipper.stopAfter(last);
        Thread thread = new Thread(shipper, "wirepath-ship-" + sniffer);
        thread.setDaemon(true);
        thread.start();
        while (thread.isAlive()) {
            thread.join(LOOK_MILLIS);
            if (shipper.status().failures() >= MAX_FAILURES) {
                shipper.stop();
                throw new Failure(shipper.status().problem());
            }
        }
        long kept = shipper.status().keptNumber();
        if (kept < last) {
            throw new Failure("%s: only %d of %d records of %s were sent".formatted(to, kept, last, spool));
        }
    }
}

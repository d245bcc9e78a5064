package io.wirepath.appliance.ship;

import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** What one stream sends of a spool, from the document that the receiver wants. It never waits for more to send. */
final class Shipment implements Closeable {

    private final SpoolReader reader;
    private final ShipStream stream;
    private final Batches batches;

    /** Reads a spool, to send it. */
    Shipment(Path spool, ShipStream stream) throws IOException {
        this.stream = stream;
        reader = Spool.read(spool);
        batches = new Batches(reader);
    }

    /**
     * Says who sends, and goes to what the receiver wants.
     *
     * @param limitNanos how long it may take to answer
     */
    void begin(String sniffer, String program, long limitNanos) throws IOException, InterruptedException {
        ShipMessage.Hello hello = new ShipMessage.Hello(
                ShipMessage.VERSION, reader.incarnation(), reader.firstNumber(), sniffer, program);
        stream.send(hello.encode());
        reader.seek(stream.awaitResume(limitNanos));
    }

    /** Sends the next documents; says no where the spool has nothing more now. */
    boolean sendNext() throws IOException {
        byte[] batch = batches.next();
        if (batch.length > 0) {
            stream.send(batch);
        }
        return batch.length > 0;
    }

    /** What was sent, and what could not be. */
    Batches batches() {
        return batches;
    }

    @Override
    public void close() {
        reader.close();
    }
}

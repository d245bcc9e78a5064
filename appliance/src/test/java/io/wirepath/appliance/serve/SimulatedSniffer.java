package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.ship.SpoolBytes;
import io.wirepath.flows.Sighting;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolCounter;
import io.wirepath.merge.spool.SpoolDocument;
import io.wirepath.merge.spool.SpoolGap;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolVisitor;
import io.wirepath.merge.spool.SpoolWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** A sniffer of a simulation: writes what it is given to its spool, is killed, and knows what must be there. */
final class SimulatedSniffer implements AutoCloseable {

    final String name;
    final Path spool;
    final FaultyDisk disk;
    private final SpoolSettings settings;
    private final boolean forgetsStops;
    private SpoolWriter writer;

    /** Each document that was ever in the spool. */
    private final Map<Long, ByteBuffer> written = new HashMap<>();

    /** Numbers of sightings that the writer kept. */
    private final Set<Long> kept = new HashSet<>();

    /**
     * Begins.
     *
     * @param forgetsStops a fault put back: a stop of the machine is taken for a kill
     */
    SimulatedSniffer(Path spool, SpoolSettings settings, FaultyDisk disk, boolean forgetsStops, long now)
            throws IOException {
        this.spool = spool;
        this.disk = disk;
        this.settings = settings;
        this.forgetsStops = forgetsStops;
        name = String.valueOf(spool.getFileName());
        open(now);
    }

    private void open(long now) throws IOException {
        writer = Spool.open(spool, settings, disk, now);
        writer.start(new SnifferRun(name, "eth0", "simulated", name, now, 0));
    }

    UUID incarnation() {
        return writer.incarnation();
    }

    void see(ByteBuffer record) {
        long before = writer.counters().get(SpoolCounter.SPOOL_SIGHTINGS_NOT_KEPT);
        writer.onSighting(new Sighting().wrap(record, 0));
        if (writer.counters().get(SpoolCounter.SPOOL_SIGHTINGS_NOT_KEPT) == before) {
            kept.add(writer.lastNumber());
        }
    }

    void onTime(long now, long progress) {
        writer.onProgress(progress);
        writer.onTime(now);
    }

    /** The process is gone, and perhaps the machine; then another run begins. */
    void kill(boolean machine, long now) throws IOException {
        String running = Files.readString(spool.resolve("running"));
        remember();
        assertKept();
        disk.dies();
        writer.close();
        disk.lives();
        disk.kill(spool, machine && !forgetsStops ? "the boot before" : running, machine);
        kept.clear();
        open(now);
    }

    /** What the writer says to be kept can be read, and what is missing is told. */
    private void assertKept() {
        kept.forEach(number -> assertTrue(written.containsKey(number), () -> name + " lost " + number));
    }

    private void remember() throws IOException {
        for (ByteBuffer document : SpoolBytes.documents(spool)) {
            long number = number(document);
            ByteBuffer before = written.put(number, document);
            assertTrue(before == null || before.equals(document), () -> name + " used the number " + number + " twice");
        }
    }

    private static long number(ByteBuffer document) {
        return SpoolDocument.number(document.duplicate().order(ByteOrder.LITTLE_ENDIAN));
    }

    /** Every number is there, or told to be missing. */
    private void assertNothingLostUnsaid() throws IOException {
        long[] next = {1};
        try (SpoolReader reader = Spool.read(spool)) {
            SpoolVisitor visitor = new SpoolVisitor() {
                @Override
                public void onGap(SpoolGap missing) {
                    next[0] = missing.last() + 1;
                }
            };
            while (reader.read(visitor)) {
                assertTrue(
                        reader.number() <= next[0] || SpoolDocument.kind(reader.document()) == SpoolDocument.GAP,
                        () -> name + " lacks " + next[0] + ", and says nothing");
                next[0] = Math.max(next[0], reader.number() + 1);
            }
        }
        assertEquals(writer.lastNumber() + 1, next[0], name + " ends before its last number");
    }

    /**
     * What the receiver has is what was written, each number once and in order, and all that the spool still has.
     *
     * @param copy the received spool
     */
    void assertReceived(Path copy) throws IOException {
        remember();
        assertKept();
        assertNothingLostUnsaid();
        Map<Long, ByteBuffer> received = new HashMap<>();
        long last = 0;
        for (ByteBuffer document : SpoolBytes.documents(copy)) {
            long number = number(document);
            long before = last;
            assertTrue(number > before, () -> name + ": " + number + " was received after " + before);
            assertEquals(written.get(number), document, () -> name + ": another document " + number + " was received");
            received.put(number, document);
            last = number;
        }
        for (ByteBuffer document : SpoolBytes.documents(spool)) {
            assertTrue(received.containsKey(number(document)), () -> name + ": " + number(document) + " never came");
        }
        long bytes = writer.bytesOnDisk();
        assertTrue(bytes <= settings.maxBytes() + settings.rollBytes(), () -> name + " takes " + bytes + " bytes");
    }

    /** What the receiver told to be kept, it has. */
    void assertStillThere(Path copy, long told) throws IOException {
        Set<Long> there = new HashSet<>();
        for (ByteBuffer document : Spool.isSpool(copy) ? SpoolBytes.documents(copy) : List.<ByteBuffer>of()) {
            there.add(number(document));
        }
        for (ByteBuffer document : SpoolBytes.documents(spool)) {
            long number = number(document);
            assertTrue(
                    number > told || there.contains(number),
                    () -> "the receiver told that it kept " + number + " of " + name + ", and has it no more");
        }
    }

    /** The last number of a spool. */
    private static long lastOf(Path other) throws IOException {
        List<ByteBuffer> documents = SpoolBytes.documents(other);
        return documents.isEmpty() ? 0 : number(documents.get(documents.size() - 1));
    }

    /** Whether the other spool is as far as this one. */
    boolean isReceived(Path copy) throws IOException {
        return lastOf(copy) == writer.lastNumber();
    }

    @Override
    public void close() {
        writer.close();
    }
}

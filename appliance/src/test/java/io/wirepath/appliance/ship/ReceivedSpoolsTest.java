package io.wirepath.appliance.ship;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReceivedSpoolsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long MEBIBYTE = 1 << 20;
    private static final SpoolSettings BOUNDS =
            SpoolSettings.defaults().withMaxBytes(64 * MEBIBYTE).withSync(0, 0);

    @TempDir
    private Path directory;

    /** A message with a spool of some 3 MiB. */
    private byte[] message() throws IOException {
        Path spool = directory.resolve("spool");
        if (!Files.exists(spool)) {
            try (SpoolWriter writer = Spool.open(spool, BOUNDS, SECOND)) {
                writer.start(new SnifferRun("tap", "eth0", "test", "host", SECOND, 0));
                for (int i = 0; i < 3000; i++) {
                    writer.note(SECOND, "x".repeat(1000));
                }
            }
        }
        List<ByteBuffer> documents = SpoolBytes.documents(spool);
        ByteBuffer to = ByteBuffer.allocate(ShipMessage.MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        to.position(ShipMessage.DOCUMENTS_AT);
        documents.forEach(document -> to.putInt(document.remaining()).put(document));
        return ShipMessage.documents(to, documents.size());
    }

    private ReceivedSpool.Hold receive(ReceivedSpools spools, String sniffer, long incarnation) throws IOException {
        ReceivedSpool.Hold hold = spools.take(sniffer, new UUID(0, incarnation), SECOND);
        hold.spool().keep(message(), hold, SECOND);
        return hold;
    }

    private Path place(String sniffer, long incarnation) {
        return directory.resolve("received").resolve(sniffer).resolve(new UUID(0, incarnation).toString());
    }

    @Test
    void whatNobodyWritesGoesFirstAndTheOldestOfIt() throws IOException {
        try (ReceivedSpools spools = new ReceivedSpools(directory.resolve("received"), BOUNDS, 12 * MEBIBYTE)) {
            for (int incarnation = 1; incarnation <= 5; incarnation++) {
                spools.giveBack(receive(spools, "tap", incarnation));
            }
            receive(spools, "honest", 6);
            spools.onTime(SECOND);
            assertFalse(Files.exists(place("tap", 1)));
            assertTrue(Files.exists(place("tap", 5)));
            assertTrue(Files.exists(place("honest", 6)));
            assertTrue(spools.deleted() >= 2, spools.deleted() + " deleted");
        }
    }

    @Test
    void theSpoolsOfBeforeCountAfterARestart() throws IOException {
        try (ReceivedSpools spools = new ReceivedSpools(directory.resolve("received"), BOUNDS, 100 * MEBIBYTE)) {
            for (int incarnation = 1; incarnation <= 3; incarnation++) {
                spools.giveBack(receive(spools, "tap", incarnation));
            }
            spools.onTime(SECOND);
            assertEquals(0, spools.deleted());
        }
        try (ReceivedSpools spools = new ReceivedSpools(directory.resolve("received"), BOUNDS, 1)) {
            spools.onTime(SECOND);
            assertEquals(3, spools.deleted());
            try (var left = Files.list(directory.resolve("received").resolve("tap"))) {
                assertEquals(0, left.count());
            }
        }
    }

    @Test
    void ofSpoolsThatAreWrittenTheOneWithMostGivesUpItsOldest() throws IOException {
        SpoolSettings small = BOUNDS.withRolls(MEBIBYTE, 600 * SECOND);
        try (ReceivedSpools spools = new ReceivedSpools(directory.resolve("received"), small, 2 * MEBIBYTE)) {
            ReceivedSpool.Hold hold = receive(spools, "tap", 1);
            long before = hold.spool().bytes();
            spools.onTime(SECOND);
            assertEquals(1, spools.deleted());
            assertTrue(hold.spool().bytes() < before, before + " bytes");
        }
    }
}

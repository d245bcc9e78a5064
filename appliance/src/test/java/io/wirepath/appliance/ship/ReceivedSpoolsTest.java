package io.wirepath.appliance.ship;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.log.LogWriter;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolDocument;
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
        try (ReceivedSpools spools =
                new ReceivedSpools(directory.resolve("received"), BOUNDS, LogWriter.Opener.DISK, 12 * MEBIBYTE)) {
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
        try (ReceivedSpools spools =
                new ReceivedSpools(directory.resolve("received"), BOUNDS, LogWriter.Opener.DISK, 100 * MEBIBYTE)) {
            for (int incarnation = 1; incarnation <= 3; incarnation++) {
                spools.giveBack(receive(spools, "tap", incarnation));
            }
            spools.onTime(SECOND);
            assertEquals(0, spools.deleted());
        }
        try (ReceivedSpools spools =
                new ReceivedSpools(directory.resolve("received"), BOUNDS, LogWriter.Opener.DISK, 1)) {
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
        try (ReceivedSpools spools =
                new ReceivedSpools(directory.resolve("received"), small, LogWriter.Opener.DISK, 2 * MEBIBYTE)) {
            ReceivedSpool.Hold hold = receive(spools, "tap", 1);
            long before = hold.spool().bytes();
            spools.onTime(SECOND);
            assertEquals(1, spools.deleted());
            assertTrue(hold.spool().bytes() < before, before + " bytes");
        }
    }

    @Test
    void aSpoolStaysWithTheNameThatBeganItThoughNobodyWritesIt() throws IOException {
        try (ReceivedSpools spools =
                new ReceivedSpools(directory.resolve("received"), BOUNDS, LogWriter.Opener.DISK, 100 * MEBIBYTE)) {
            spools.giveBack(receive(spools, "honest", 1));
            UUID incarnation = new UUID(0, 1);
            Exception refused =
                    assertThrows(IllegalArgumentException.class, () -> spools.take("liar", incarnation, SECOND));
            assertTrue(refused.getMessage().contains("that of sniffer honest"), refused.getMessage());
            assertEquals(
                    3001, spools.take("honest", incarnation, SECOND).spool().kept());
        }
    }

    /** The documents of {@link #message}, of which one has another number; its seal fits. */
    private byte[] numbered(int document, long number) throws IOException {
        ByteBuffer message = ByteBuffer.wrap(message()).order(ByteOrder.LITTLE_ENDIAN);
        int at = ShipMessage.DOCUMENTS_AT;
        for (int i = 0; i < document; i++) {
            at += Integer.BYTES + message.getInt(at);
        }
        LogDocument sealed = new LogDocument(SpoolDocument.MAX_LENGTH);
        int length = message.getInt(at);
        sealed.begin(SpoolDocument.NOTE, 1).putLong(number);
        int rest = SpoolDocument.MIN_LENGTH - Integer.BYTES;
        sealed.bytes().put(message.slice(at + Integer.BYTES + rest, length - SpoolDocument.MIN_LENGTH));
        sealed.seal();
        message.put(at + Integer.BYTES, sealed.bytes(), 0, length);
        return message.array();
    }

    @Test
    void aJumpOfNumbersIsRefusedAndWhatFollowsTheLastIsStillWanted() throws IOException {
        try (ReceivedSpools spools =
                new ReceivedSpools(directory.resolve("received"), BOUNDS, LogWriter.Opener.DISK, 100 * MEBIBYTE)) {
            ReceivedSpool.Hold hold = spools.take("tap", new UUID(0, 1), SECOND);
            for (long far : new long[] {1L << 62, Long.MAX_VALUE, (1L << 41) + 1000}) {
                byte[] jump = numbered(1000, far);
                Exception refused = assertThrows(
                        IllegalArgumentException.class, () -> hold.spool().keep(jump, hold, SECOND));
                assertTrue(refused.getMessage().contains("no spool skips so many"), refused.getMessage());
                assertEquals(1000, hold.spool().kept());
            }
            assertEquals(3001, hold.spool().keep(message(), hold, SECOND));
        }
    }

    @Test
    void aDocumentThatIsTooShortForANumberIsRefused() throws IOException {
        try (ReceivedSpools spools =
                new ReceivedSpools(directory.resolve("received"), BOUNDS, LogWriter.Opener.DISK, 100 * MEBIBYTE)) {
            ReceivedSpool.Hold hold = spools.take("tap", new UUID(0, 1), SECOND);
            ByteBuffer to = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
            to.position(ShipMessage.DOCUMENTS_AT).putInt(3).put(new byte[3]);
            byte[] message = ShipMessage.documents(to, 1);
            assertThrows(IllegalArgumentException.class, () -> hold.spool().keep(message, hold, SECOND));
        }
    }
}

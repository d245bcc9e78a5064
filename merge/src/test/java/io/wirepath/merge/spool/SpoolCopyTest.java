package io.wirepath.merge.spool;

import static io.wirepath.merge.spool.Documents.NOW;
import static io.wirepath.merge.spool.Documents.ROLLFUL;
import static io.wirepath.merge.spool.Documents.RUN;
import static io.wirepath.merge.spool.Documents.SMALL;
import static io.wirepath.merge.spool.Documents.sighting;
import static io.wirepath.merge.spool.Documents.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpoolCopyTest {

    @TempDir
    private Path temp;

    private Path spool() {
        return temp.resolve("spool");
    }

    @Test
    void aCopyHasTheSameBytesUnderTheSameNumbers() throws IOException {
        Path copy = temp.resolve("copy");
        try (SpoolWriter writer = Spool.open(spool(), SMALL, NOW);
                SpoolReader reader = Spool.read(spool());
                SpoolWriter copying = Spool.openCopy(copy, writer.incarnation(), SMALL, NOW)) {
            writer.start(RUN);
            write(writer, 0, 2 * ROLLFUL);
            writer.end();
            reader.seek(3);
            while (reader.next()) {
                assertTrue(copying.append(reader.document()));
            }
            assertEquals(writer.lastNumber(), copying.lastNumber());
            reader.seek(5);
            assertTrue(reader.next());
            assertThrows(IllegalArgumentException.class, () -> copying.append(reader.document()), "a number twice");
            ByteBuffer damaged = ByteBuffer.allocate(1000).order(ByteOrder.LITTLE_ENDIAN);
            damaged.put(reader.document()).put(20, (byte) 99).flip();
            assertThrows(IllegalArgumentException.class, () -> copying.append(damaged));
        }
        try (SpoolReader one = Spool.read(spool());
                SpoolReader other = Spool.read(copy)) {
            assertEquals(one.incarnation(), other.incarnation());
            one.seek(3);
            while (one.next()) {
                assertTrue(other.next());
                assertEquals(one.document(), other.document());
            }
            assertFalse(other.next());
        }
        assertThrows(SpoolException.class, () -> Spool.openCopy(copy, UUID.randomUUID(), SMALL, NOW));
    }

    @Test
    void aCopyGoesOnWhereItEndedThoughTheMachineStopped() throws IOException {
        Path copy = temp.resolve("copy");
        try (SpoolWriter writer = Spool.open(spool(), SMALL, NOW);
                SpoolReader reader = Spool.read(spool())) {
            writer.start(RUN);
            write(writer, 0, 10);
            try (SpoolWriter copying = Spool.openCopy(copy, writer.incarnation(), SMALL, NOW)) {
                for (int i = 0; i < 5; i++) {
                    assertTrue(reader.next());
                    assertTrue(copying.append(reader.document()));
                }
            }
            // as a writer leaves it that did not end before the machine did
            Files.writeString(copy.resolve("running"), "another boot");
            try (SpoolWriter copying = Spool.openCopy(copy, writer.incarnation(), SMALL, NOW)) {
                assertEquals(5, copying.lastNumber(), "what comes next is asked of the sniffer by this number");
                while (reader.next()) {
                    assertTrue(copying.append(reader.document()));
                }
                assertEquals(writer.lastNumber(), copying.lastNumber());
            }
        }
        try (SpoolReader read = Spool.read(copy)) {
            for (long number = 1; number <= 11; number++) {
                assertTrue(read.next());
                assertEquals(number, read.number());
            }
        }
    }

    @Test
    void aCopyKeepsRunsApart() throws IOException {
        SnifferRun second = new SnifferRun("sw-app", "eth1", "wirepath 0.0-test", "tap1", NOW + 5, 4711);
        Path copy = temp.resolve("copy");
        try (SpoolWriter writer = Spool.open(spool(), SMALL, NOW)) {
            writer.start(RUN);
            writer.onSighting(sighting(1));
            writer.start(second);
            writer.onSighting(sighting(2));
        }
        try (SpoolReader reader = Spool.read(spool());
                SpoolWriter copying = Spool.openCopy(copy, reader.incarnation(), SMALL, NOW)) {
            while (reader.next()) {
                assertTrue(copying.append(reader.document()));
            }
        }
        try (SpoolReader reader = Spool.read(copy)) {
            reader.seek(4);
            assertEquals(List.of("4 start sw-app " + (NOW + 5), "4 sighting 2"), Documents.of(reader).lines);
            reader.seek(2);
            assertTrue(reader.next());
            assertEquals(RUN, reader.run());
        }
    }

    /** A roll of a copy begins in the midst of one of the sniffer, which tells each operation once. */
    @Test
    void eachRollOfACopyTellsWhatItsNumbersMean() throws IOException {
        Path copy = temp.resolve("copy");
        try (SpoolWriter writer = Spool.open(spool(), SMALL, NOW);
                SpoolReader reader = Spool.read(spool())) {
            writer.start(RUN);
            ask(writer, 1, "GET /cart");
            ask(writer, 2, "GET /item/4711");
            try (SpoolWriter copying = Spool.openCopy(copy, writer.incarnation(), SMALL, NOW)) {
                copy(reader, copying);
            }
            ask(writer, 3, "GET /cart");
            try (SpoolWriter copying = Spool.openCopy(copy, writer.incarnation(), SMALL, NOW)) {
                copy(reader, copying);
                copying.onTime(NOW + 3600 * 1_000_000_000L);
                ask(writer, 4, "GET /item/4712");
                copy(reader, copying);
            }
            try (SpoolReader copied = Spool.read(copy)) {
                for (long after : new long[] {writer.lastNumber() - 1, writer.lastNumber()}) {
                    copied.seek(after);
                    assertTrue(copied.next());
                    assertEquals(after, copied.number());
                }
            }
            try (SpoolReader copied = Spool.read(copy)) {
                copied.seek(writer.lastNumber());
                assertTrue(copied.next());
                assertEquals("GET /cart", copied.operation(1));
                assertEquals("GET /item/*", copied.operation(2));
                assertFalse(copied.next());
                assertEquals(0, copied.documentsMissing());
            }
        }
    }

    private static void ask(SpoolWriter writer, int number, String operation) {
        Sighting asking = sighting(number);
        asking.bytes().put(asking.offset() + SightingCodec.ROLE_AT, (byte) Role.REQUEST.ordinal());
        writer.onOperation(asking, operation);
        writer.onSighting(asking);
    }

    private static void copy(SpoolReader from, SpoolWriter to) throws IOException {
        while (from.next()) {
            assertTrue(to.append(from.document()));
        }
    }
}

package io.wirepath.merge.spool;

import static io.wirepath.merge.spool.Documents.MANY;
import static io.wirepath.merge.spool.Documents.NOW;
import static io.wirepath.merge.spool.Documents.RUN;
import static io.wirepath.merge.spool.Documents.rolls;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.wirepath.flows.OuterLayers;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.sniffer.CounterSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/**
 * The fuzzer's targets for spools: documents that are whole and say anything, as whoever holds a certificate may send
 * them, and rolls with any bytes in them. Runs over the kept inputs in an ordinary build, and searches for new ones
 * with {@code JAZZER_FUZZ=1}.
 */
@Tag("slow")
class SpoolFuzzTest {

    private static final int MAX_DOCUMENTS = 16;

    private final LogDocument document = new LogDocument(SpoolDocument.MAX_LENGTH);

    @FuzzTest(maxDuration = "90s")
    void eachDocumentIsReadOrSetAside(FuzzedDataProvider data) throws IOException {
        Path spool = Files.createTempDirectory("wirepath-fuzz");
        int written = 1;
        try (SpoolWriter copy = Spool.openCopy(spool, UUID.randomUUID(), MANY, NOW)) {
            append(copy, SpoolDocument.START, 1, new byte[0]);
            while (written < MAX_DOCUMENTS && data.remainingBytes() > 0) {
                int kind = data.consumeInt(1, SpoolDocument.LOAD);
                byte[] rest = data.consumeBytes(data.consumeInt(0, 400));
                written += append(copy, kind, written + 1, rest) ? 1 : 0;
            }
        }
        try (SpoolReader reader = Spool.read(spool)) {
            while (reader.read(new Everything())) {
                // to the last
            }
            assertEquals(written, reader.number());
        } finally {
            delete(spool);
        }
    }

    @FuzzTest(maxDuration = "90s")
    void aRollOfAnyBytesIsReadToItsEnd(FuzzedDataProvider data) throws IOException {
        Path spool = Files.createTempDirectory("wirepath-fuzz");
        try (SpoolWriter copy = Spool.openCopy(spool, UUID.randomUUID(), MANY, NOW)) {
            append(copy, SpoolDocument.START, 1, new byte[0]);
        }
        Path roll;
        try (Stream<Path> files = Files.list(rolls(spool).get(0))) {
            roll = files.filter(file -> file.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
        }
        Files.write(roll, data.consumeRemainingAsBytes());
        try (SpoolReader reader = Spool.read(spool)) {
            for (int read = 0; reader.read(new Everything()); read++) {
                assertTrue(read < 1_000_000, "it does not end");
            }
        } catch (SpoolException e) {
            assertTrue(e.getMessage().length() > 0);
        } finally {
            delete(spool);
        }
    }

    /** Asks for all that a document says. */
    private static final class Everything implements SpoolVisitor {

        @Override
        public void onStart(long number, SnifferRun run) {
            assertTrue(run.toString().length() > 0);
        }

        @Override
        public void onCounters(long number, List<CounterSet.Value> counters) {
            counters.forEach(CounterSet.Value::value);
        }

        @Override
        public void onOuterLayers(long number, long connection, long high, long low, int port, OuterLayers layers) {
            layers.toList();
        }
    }

    /** Whether the spool takes the document: a receiver refuses one that is too short to have a number. */
    private boolean append(SpoolWriter copy, int kind, long number, byte[] rest) {
        ByteBuffer to = SpoolDocument.begin(document, kind, number);
        if (kind == SpoolDocument.START && rest.length == 0) {
            SpoolDocument.putRun(to, RUN);
        } else {
            to.put(rest);
        }
        document.seal();
        try {
            return copy.append(document.bytes());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

package io.wirepath.merge.store;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.log.LogWriter;
import io.wirepath.merge.result.MergeResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/**
 * The fuzzer's targets for message stores: documents that are whole and say anything, and files with any bytes in them,
 * as the author of a store may choose them. Runs over the kept inputs in an ordinary build, and searches for new ones
 * with {@code JAZZER_FUZZ=1}.
 */
@Tag("slow")
class StoreFuzzTest {

    private static final int MAX_DOCUMENTS = 16;
    private static final int KINDS = StoreDocument.TEMPLATE + 1;

    private final LogDocument document = new LogDocument(StoreDocument.MAX_LENGTH);

    @FuzzTest(maxDuration = "90s")
    void eachDocumentIsReadOrSetAside(FuzzedDataProvider data) throws IOException {
        Path store = Files.createTempDirectory("wirepath-fuzz");
        try (LogWriter log = new LogWriter(store, document)) {
            StoreDocument.header(document, "fuzz");
            log.append();
            for (int i = 0; i < MAX_DOCUMENTS && data.remainingBytes() > 0; i++) {
                StoreDocument.begin(document, data.consumeInt(1, KINDS))
                        .put(data.consumeBytes(data.consumeInt(0, 700)));
                document.seal();
                log.append();
            }
        }
        readAll(store);
    }

    @FuzzTest(maxDuration = "90s")
    void aFileOfAnyBytesIsReadToItsEnd(FuzzedDataProvider data) throws IOException {
        Path store = Files.createTempDirectory("wirepath-fuzz");
        try (LogWriter log = new LogWriter(store, document)) {
            StoreDocument.header(document, "fuzz");
            log.append();
        }
        try (Stream<Path> files = Files.list(store)) {
            Path file = files.filter(each -> each.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
            Files.write(file, data.consumeRemainingAsBytes());
        }
        readAll(store);
    }

    private static void readAll(Path store) throws IOException {
        try (StoreReader reader = MessageStore.open(store)) {
            reader.read(new Everything());
            reader.damage().ifPresent(sentence -> assertTrue(sentence.endsWith(".")));
        } catch (StoreException e) {
            assertTrue(e.getMessage().length() > 0);
        } finally {
            try (Stream<Path> files = Files.walk(store)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Asks for all that a document says. */
    private static final class Everything implements StoreVisitor {

        private int sniffers;

        @Override
        public void onMessage(MessageRecord message) {
            assertTrue(message.role() != null && message.protocol() != null);
        }

        @Override
        public void onName(long high, long low, String name, NameOrigin origin) {
            assertTrue(name.indexOf(0) < name.length());
        }

        @Override
        public void onSniffer(SnifferRecord sniffer) {
            sniffers++;
            assertTrue(sniffer.toString().length() > 0);
        }

        @Override
        public void onResult(MergeResult result) {
            assertTrue(result.toString().length() > 0);
            assertTrue(result.sniffers() <= sniffers, "a result about sniffers that are not there");
        }
    }
}

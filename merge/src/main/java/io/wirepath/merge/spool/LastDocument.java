package io.wirepath.merge.spool;

import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.log.LogReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Where a spool ended.
 *
 * @param number number of its last whole document; 0 where there is none
 * @param run the run to which it belongs; null where no run had begun
 * @param isDamaged whether documents that were there once may be missing behind it
 * @param operations what its roll tells of operations
 */
record LastDocument(long number, @Nullable SnifferRun run, boolean isDamaged, ToldOperations operations) {

    /** Looks for the last document in the latest roll; null for a spool without rolls. */
    static LastDocument of(@Nullable Roll latest) throws IOException {
        if (latest == null) {
            return new LastDocument(0, null, false, new ToldOperations());
        }
        long number = latest.firstNumber() - 1;
        SnifferRun run = null;
        ToldOperations operations = new ToldOperations();
        LogDocument document = new LogDocument(SpoolDocument.MAX_LENGTH);
        try (LogReader reader = new LogReader(latest.directory(), document)) {
            DocumentCheck check = new DocumentCheck();
            while (reader.next() || reader.searchOn() && reader.next()) {
                if (SpoolDocument.kind(document.bytes()) == SpoolDocument.ROLL) {
                    run = check.isSound(document.bytes()) ? SpoolDocument.runOfRoll(document.bytes()) : null;
                } else {
                    operations.take(document.bytes(), check);
                    number = Math.max(number, SpoolDocument.number(document.bytes()));
                }
            }
            return new LastDocument(number, run, reader.damage() != null, operations);
        } catch (IOException e) {
            // a roll is there only when it can be read: it was damaged since
            return new LastDocument(number, null, true, operations);
        }
    }
}

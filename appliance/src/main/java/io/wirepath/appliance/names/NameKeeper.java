package io.wirepath.appliance.names;

import io.wirepath.imports.names.AddressName;
import io.wirepath.imports.names.NameLedger;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.OutputFile;
import io.wirepath.pipeline.OutputForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What sources told so far, in a file that outlives the program, so that a source that is away takes no name away.
 * Thread-safe.
 */
final class NameKeeper {

    /** Some 20 MB of the file, and as much heap again: a day of a cluster that starts a pod a second. */
    private static final int MAX_ENDED = 100_000;

    private final NameLedger ledger = new NameLedger(MAX_ENDED);
    private final @Nullable Path file;
    private final LongSupplier wallNanos;
    private final Consumer<List<String>> to;
    private final Consumer<String> log;
    private boolean isKept = true;

    /**
     * Begins with what the file has; what sources told that are asked no longer ends.
     *
     * @param sources who is asked
     * @param file where to keep it; null for nowhere
     * @param to takes all names, rows of {@link AddressName}, whenever they are others
     * @param log takes a line where the file cannot be written any more
     * @throws Failure when the file holds something else, or cannot be written
     */
    NameKeeper(
            Set<String> sources,
            @Nullable Path file,
            LongSupplier wallNanos,
            Consumer<List<String>> to,
            Consumer<String> log) {
        this.file = file;
        this.wallNanos = wallNanos;
        this.to = to;
        this.log = log;
        if (file != null) {
            OutputFile.open(file, List.of(), OutputForm.NAMES).close();
        }
        if (file != null && Files.exists(file) && file.toFile().length() > 0) {
            try {
                ledger.restore(AddressName.ofRows(Files.readAllLines(file)));
            } catch (IOException | IllegalArgumentException e) {
                throw Failure.of(file, "cannot be read as names that were asked for; move it away", e);
            }
            ledger.sources().stream()
                    .filter(source -> !sources.contains(source))
                    .forEach(source -> ledger.tell(source, List.of(), wallNanos.getAsLong()));
        }
    }

    /** Says what is known now. */
    synchronized void show() {
        to.accept(ledger.rows());
    }

    /** All names of a source; gives how many. What cannot be written is written with the next answer of any. */
    synchronized long tell(String source, List<AddressName> names) {
        boolean isOther = ledger.tell(source, names, wallNanos.getAsLong());
        if (isOther) {
            show();
        }
        if (isOther || !isKept) {
            boolean wasKept = isKept;
            try {
                keep();
            } catch (Failure e) {
                if (wasKept) {
                    log.accept(e.getMessage() + "; it is tried again after each answer");
                }
            }
        }
        return ledger.count(source);
    }

    /** How many names a source is known to tell of. */
    synchronized long count(String source) {
        return ledger.count(source);
    }

    /**
     * Writes the file, whether or not anything is new.
     *
     * @throws Failure where it cannot be written
     */
    synchronized void keep() {
        if (file != null) {
            isKept = false;
            try (OutputFile kept = OutputFile.open(file, List.of(), OutputForm.NAMES)) {
                kept.write(draft -> Files.write(draft, ledger.rows()));
            }
            isKept = true;
        }
    }
}

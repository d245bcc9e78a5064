package io.wirepath.appliance.names;

import io.wirepath.imports.names.AddressName;
import io.wirepath.imports.names.NameLedger;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
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

    /**
     * Begins with what the file has.
     *
     * @param file where to keep it; null for nowhere
     * @param to takes all names, rows of {@link AddressName}, whenever they are others
     * @throws Failure when the file holds something else
     */
    NameKeeper(@Nullable Path file, LongSupplier wallNanos, Consumer<List<String>> to) {
        this.file = file;
        this.wallNanos = wallNanos;
        this.to = to;
        if (file != null && Files.exists(file)) {
            try {
                ledger.restore(AddressName.ofRows(Files.readAllLines(file)));
            } catch (IOException | IllegalArgumentException e) {
                throw Failure.of(file, "cannot be read as names that were asked for; move it away", e);
            }
        }
    }

    /** Says what is known now. */
    synchronized void show() {
        to.accept(ledger.rows());
    }

    /** All names of a source; gives how many. */
    synchronized long tell(String source, List<AddressName> names) throws IOException {
        if (ledger.tell(source, names, wallNanos.getAsLong())) {
            keep();
            show();
        }
        return ledger.count(source);
    }

    /** How many names a source is known to tell of. */
    synchronized long count(String source) {
        return ledger.count(source);
    }

    /** Writes the file, whether or not anything is new. */
    synchronized void keep() throws IOException {
        if (file != null) {
            Path draft = file.resolveSibling(file.getFileName() + ".new");
            Files.write(draft, ledger.rows());
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}

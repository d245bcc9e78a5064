package io.wirepath.appliance.serve;

import io.wirepath.appliance.serve.history.HistoryCounter;
import io.wirepath.appliance.serve.history.HistoryCounters;
import io.wirepath.appliance.serve.history.MessageHistory;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.ServeCheckpoint;
import io.wirepath.appliance.serve.history.StateFile;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.window.SlidingWindows;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.live.Checkpoint;
import io.wirepath.merge.operation.OperationTemplates;
import io.wirepath.merge.past.PastMessageFiles;
import io.wirepath.merge.store.StoreVisitor;
import io.wirepath.pipeline.NodeNames;
import io.wirepath.pipeline.Version;
import io.wirepath.sniffer.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.agrona.collections.LongArrayList;

/**
 * What a service finds on disk when it starts, so that it goes on where it stopped, in order or by a kill. Used by the
 * thread that starts.
 */
final class KeptState {

    private static final int MAX_NAMED_ADDRESSES = 100_000;
    private static final int MAX_NAMES_OF_AN_ADDRESS = 16;

    private final Optional<ServeCheckpoint> found;
    private final Checkpoint checkpoint;
    private final MessageHistory messages;
    private final PastMessageFiles past;
    private final ReportHistory reports;
    private final NodeNames names = new NodeNames(MAX_NAMED_ADDRESSES, MAX_NAMES_OF_AN_ADDRESS);
    private final OperationTemplates operations;
    private final CheckpointKeeper keeper;
    private Consumer<StoreVisitor> atEnd = store -> {};

    /**
     * Reads what is there; makes the directory where it does not exist.
     *
     * @throws IOException when it cannot be used; the message says what to do
     */
    KeptState(ServeSettings settings, ReportHistory reports, HistoryCounters counters) throws IOException {
        this.reports = reports;
        Path state = settings.state();
        PrivateFiles.createDirectories(state);
        Path path = state.resolve("checkpoint");
        StateFile checkpointFile = new StateFile(path);
        StateFile namesFile = new StateFile(state.resolve("names"));
        Optional<byte[]> bytes = checkpointFile.read();
        if (bytes.isEmpty() && Files.exists(path)) {
            throw damaged(state, path);
        }
        try {
            found = bytes.isEmpty() ? Optional.empty() : Optional.of(ServeCheckpoint.decode(bytes.get()));
            checkpoint = found.isEmpty()
                    ? Checkpoint.empty()
                    : Checkpoint.decode(found.get().merge());
        } catch (IOException | IllegalArgumentException e) {
            throw unusable(state, path, e);
        }
        StateFile operationsFile = new StateFile(state.resolve("operations"));
        operations = operationsFile
                .readOrSetAside(aside -> counters.increment(HistoryCounter.STATE_DAMAGED))
                .map(OperationTemplates::decode)
                .orElseGet(OperationTemplates::new);
        namesFile
                .readOrSetAside(aside -> counters.increment(HistoryCounter.STATE_DAMAGED))
                .ifPresent(text -> NamesText.read(text, names));
        messages = new MessageHistory(
                state.resolve("messages"),
                settings.messages(),
                MessageHistory.Rolling.within(settings.messages()),
                "wirepath " + Version.text(),
                counters,
                store -> atEnd.accept(store));
        past = new PastMessageFiles(
                state.resolve("given"),
                settings.past().maxBytes(),
                settings.past().maxAgeNanos());
        keeper = new CheckpointKeeper(
                checkpointFile,
                namesFile,
                operationsFile,
                settings.checkpointNanos(),
                found.map(ServeCheckpoint::marks).orElse(List.of()),
                () -> neededFromNanos(settings.tuning().windows()),
                counters);
        found.ifPresent(it -> messages.resume(it.before(Long.MAX_VALUE).latestNanos()));
    }

    private static IOException damaged(Path state, Path checkpoint) {
        return new IOException(checkpoint
                + ": the checkpoint is damaged; delete it to merge everything again that is still"
                + " in the spools, and delete " + state.resolve("messages") + " as well to keep no message twice");
    }

    private static IOException unusable(Path state, Path checkpoint, Exception cause) {
        return new IOException(
                checkpoint + ": the checkpoint cannot be used (" + cause.getMessage()
                        + "); start the version of Wirepath that wrote it, or delete it together with "
                        + state.resolve("messages"),
                cause);
    }

    /** What the merge had consumed; complete only after {@link #refill}. */
    Checkpoint checkpoint() {
        return checkpoint;
    }

    MessageHistory messages() {
        return messages;
    }

    /** What was given out, for sniffers that are late; the caller closes it. */
    PastMessageFiles past() {
        return past;
    }

    NodeNames names() {
        return names;
    }

    /** What requests ask for; complete only after {@link #refill}. */
    OperationTemplates operations() {
        return operations;
    }

    CheckpointKeeper keeper() {
        return keeper;
    }

    /** What tells a message store that ends of sniffers and merge. */
    void endOfFolder(Consumer<StoreVisitor> telling) {
        atEnd = telling;
    }

    /**
     * Reads the messages since the last report again: they fill the windows that were open, and tell the checkpoint
     * what was consumed after it was written.
     */
    void refill(SlidingWindows windows, WindowSettings cut) {
        reports.newest().ifPresent(newest -> windows.resume(newest.toNanos()));
        found.ifPresent(it -> messages.replay(it.before(neededFromNanos(cut)), new StoreVisitor() {
            private final LongArrayList numbers = new LongArrayList();
            private final LongArrayList sources = new LongArrayList();

            @Override
            public void onConsumed(int source, long number) {
                sources.addLong(source);
                numbers.addLong(number);
            }

            @Override
            public void onMessage(MessageRecord message) {
                onCopies();
                checkpoint.reach(Math.max(message.sentNanos(), message.receivedNanos()));
                operations.hear(message);
                windows.offerAgain(message);
            }

            @Override
            public void onCopies() {
                for (int i = 0; i < numbers.size(); i++) {
                    checkpoint.mark((int) sources.getLong(i), numbers.getLong(i));
                }
                sources.clear();
                numbers.clear();
            }
        }));
    }

    private long neededFromNanos(WindowSettings cut) {
        return reports.newest()
                .map(WindowId::toNanos)
                .map(to -> to - cut.beforeNanos())
                .orElse(Long.MIN_VALUE);
    }
}

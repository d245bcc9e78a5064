package io.wirepath.appliance.serve;

import io.wirepath.appliance.serve.history.MessageHistory;
import io.wirepath.appliance.serve.history.NotKeptException;
import io.wirepath.appliance.serve.input.Feed;
import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.causes.window.SlidingWindows;
import io.wirepath.causes.window.WindowMessages;
import io.wirepath.merge.MergeCounter;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.live.LiveMerge;
import io.wirepath.merge.live.MergeStatus;
import io.wirepath.merge.past.PastMessageFiles;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.merge.store.StoreVisitor;
import io.wirepath.sniffer.CounterSet;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * From spools to windows: reads what has come, merges it, keeps the messages, and gives out windows that are complete.
 * Used by one thread, which tells it the time.
 */
final class MergeStage implements Closeable {

    private static final int BATCH = 2048;
    private static final int ROUNDS = 16;
    /** A source that is further behind than this is read alone until it has caught up, if it has anything to read. */
    private static final long FAR_BEHIND_NANOS = 5_000_000_000L;

    private static final long RETRY_NANOS = 10_000_000_000L;

    /** So often the latest seconds are looked at. */
    private static final long LOOK_NANOS = 3_000_000_000L;

    /** With no sniffer to be heard, this much longer than the watermark says is waited before a window is complete. */
    private static final long SILENCE_NANOS = 30_000_000_000L;

    private final ServeSettings settings;
    private final ServeControl control;
    private final SnifferLedger ledger;
    private final MergedMessages merged;
    private final MessageHistory history;
    private final PastMessageFiles past;
    private final CheckpointKeeper keeper;
    private final SlidingWindows windows;
    private final Windows to;
    private final LiveMerge merge;
    private final ViewChanges view = new ViewChanges();
    private final List<Source> sources = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private ServeTuning tuning;
    private List<String> asked = List.of();
    private MergeStatus status;

    /** How each sniffer had fared when the last window was complete; of none before the first. */
    private List<SnifferRecord> faredBefore = List.of();

    private long watermarkNanos = Long.MIN_VALUE;
    private long movedNanos = Long.MIN_VALUE;

    /** {@link MergeCounter#LATE_UNREMEMBERED} that were reported. */
    private long unremembered;

    private long lookedNanos = Long.MIN_VALUE;

    /** Takes what is to be analysed. */
    @FunctionalInterface
    interface Windows {

        /** A window that is complete; may wait. */
        void take(WindowJob window);

        /** The latest seconds, which no window counts yet; must not wait. */
        default void look(WindowJob latest) {}
    }

    /** Whether the merge in memory is no further than what is kept. */
    private boolean intact = true;

    private static final class Source {
        final Feed feed;
        final int number;
        long notBeforeNanos = Long.MIN_VALUE;

        Source(Feed feed, int number) {
            this.feed = feed;
            this.number = number;
        }
    }

    private MergeStage(ServeSettings settings, ServeControl control, SnifferLedger ledger, KeptState kept, Windows to) {
        this.settings = settings;
        this.control = control;
        this.ledger = ledger;
        this.to = to;
        history = kept.messages();
        past = kept.past();
        keeper = kept.keeper();
        tuning = control.tuning();
        windows = new SlidingWindows(tuning.windows(), settings.maxWindowBytes());
        ledger.operations(kept.operations());
        kept.refill(windows, tuning.windows());
        merged = new MergedMessages(kept.names(), history, windows);
        merged.hosts(tuning.hosts());
        merged.asked(asked);
        merge = LiveMerge.resume(kept.checkpoint(), settings.merge(), past, merged);
        status = merge.status();
    }

    /**
     * Goes on from where the service stopped.
     *
     * @param kept what was found on disk
     * @param to takes what is to be analysed
     */
    static MergeStage resume(
            ServeSettings settings, ServeControl control, SnifferLedger ledger, KeptState kept, Windows to) {
        MergeStage stage = new MergeStage(settings, control, ledger, kept, to);
        kept.endOfFolder(stage::tellStore);
        return stage;
    }

    /**
     * Reads this source from now on, from the place where it was left.
     *
     * @throws NotKeptException when the disk takes no checkpoint; this stage must not be used any more
     */
    void add(Feed feed) throws IOException {
        int number = merge.source(feed.sniffer(), feed.incarnation());
        // a message must not be kept before the checkpoint knows its source
        if (!keep()) {
            intact = false;
            feed.close();
            throw new NotKeptException(settings.state(), new IOException("a checkpoint cannot be written"));
        }
        feed.seek(merge.replayFrom(number));
        sources.add(new Source(feed, number));
    }

    /**
     * One round: reads, merges, gives out.
     *
     * @param nowNanos the present moment, ns since the epoch
     * @return whether there was anything to read
     * @throws NotKeptException when a message could not be kept: memory is ahead of the disk, and this stage must not
     *     be used any more
     */
    boolean step(long nowNanos) {
        intact = false;
        history.onTime(nowNanos);
        boolean read;
        try {
            read = read(nowNanos);
            merge.advance(nowNanos);
        } catch (UncheckedIOException e) {
            // messages have an exception of their own: what was given out could not be remembered
            throw new NotKeptException(settings.state(), e);
        }
        status = merge.status();
        view.take(status, name -> ledger.entry(name).note());
        cut(nowNanos);
        if (keeper.isDue(nowNanos)) {
            keep();
            reportUnremembered();
        }
        intact = true;
        return read;
    }

    /**
     * Writes a checkpoint now; says no when the disk takes none.
     *
     * @throws NotKeptException when what the checkpoint would tell of cannot be forced to the disk
     */
    boolean keep() {
        MessageHistory.Mark mark = history.mark();
        try {
            past.sync();
        } catch (IOException e) {
            throw new NotKeptException(settings.state(), e);
        }
        return keeper.keep(merge.checkpoint(), mark, merged.names(), ledger.operations());
    }

    /** What went wrong since this was asked last. */
    List<String> complaints() {
        List<String> all = List.copyOf(complaints);
        complaints.clear();
        return all;
    }

    /** How the merge stands. */
    MergeView view(long nowNanos) {
        return new MergeView(
                nowNanos,
                status,
                merged.learnt(),
                merged.latestNames(),
                entries(),
                windows.counters().values(),
                windows.heldBytes(),
                history.bytes(),
                past.bytes());
    }

    /** Ends in order where all went well; after a failure, leaves what is on the disk as it is. */
    @Override
    public void close() {
        sources.forEach(source -> source.feed.close());
        try (past) {
            if (!intact) {
                history.close();
                return;
            }
            try {
                keep();
            } finally {
                history.close();
            }
            // what the end of the folder added is behind the mark
            keep();
        }
    }

    private void reportUnremembered() {
        long sightings = 0;
        for (CounterSet.Value value : status.counters()) {
            sightings += value.counter() == MergeCounter.LATE_UNREMEMBERED ? value.value() : 0;
        }
        if (sightings > unremembered) {
            complaints.add((sightings - unremembered)
                    + " sightings are older than the duplicate-detection horizon; messages that other sniffers "
                    + "saw too may be there twice. merge.remember and merge.remember-bytes set the horizon");
            unremembered = sightings;
        }
    }

    private boolean read(long nowNanos) {
        boolean any = false;
        for (int round = 0; round < ROUNDS; round++) {
            int read = readRound(nowNanos);
            any |= read > 0;
            if (read == 0) {
                break;
            }
        }
        return any;
    }

    /** The one furthest behind first, and alone where it is far behind: others would run ahead of it in memory. */
    private int readRound(long nowNanos) {
        List<Source> order = new ArrayList<>(sources);
        order.sort(Comparator.comparingLong((Source source) -> -behindNanos(source)));
        int read = 0;
        for (Source source : order) {
            read += read(source, nowNanos);
            if (read > 0 && behindNanos(source) > FAR_BEHIND_NANOS) {
                return read;
            }
        }
        return read;
    }

    /** A spool that cannot be read is tried again later, and holds nobody up meanwhile. */
    private int read(Source source, long nowNanos) {
        if (nowNanos < source.notBeforeNanos) {
            return 0;
        }
        try {
            int read = source.feed.read(merge, source.number, BATCH);
            source.feed.problem().ifPresent(complaints::add);
            return read;
        } catch (IOException e) {
            source.notBeforeNanos = nowNanos + RETRY_NANOS;
            complaints.add("sniffer " + source.feed.sniffer() + ": " + e.getMessage());
            return 0;
        }
    }

    private long behindNanos(Source source) {
        for (MergeStatus.SnifferStatus sniffer : status.sniffers()) {
            if (sniffer.name().equals(source.feed.sniffer())) {
                return sniffer.behindNanos();
            }
        }
        return 0;
    }

    /** Those that were asked for, where they are others. */
    private void names() {
        List<String> present = control.asked();
        if (present != asked) {
            asked = present;
            merged.asked(present);
        }
    }

    private void cut(long nowNanos) {
        if (!tuning.equals(control.tuning())) {
            tuning = control.tuning();
            windows.change(tuning.windows());
            merged.hosts(tuning.hosts());
        }
        names();
        if (status.watermarkNanos() != watermarkNanos) {
            watermarkNanos = status.watermarkNanos();
            movedNanos = nowNanos;
            merged.onTime(watermarkNanos);
        }
        if (watermarkNanos != Long.MIN_VALUE) {
            long silent = nowNanos - movedNanos - SILENCE_NANOS;
            long complete = watermarkNanos - settings.settleNanos();
            windows.advance(complete + Math.max(0, silent), window -> to.take(job(window, true)));
            if (complete > windows.countedToNanos()
                    && (lookedNanos == Long.MIN_VALUE || watermarkNanos >= lookedNanos + LOOK_NANOS)) {
                // what is still on its way is missing: a look counts nothing
                lookedNanos = watermarkNanos;
                WindowMessages latest = windows.look(watermarkNanos, LOOK_NANOS);
                // what is seen otherwise than before would be told as a change
                if (view.within(latest.whole()).isEmpty()) {
                    to.look(job(latest, false));
                }
            }
        }
    }

    private List<SnifferLedger.Entry> entries() {
        return status.sniffers().stream()
                .map(sniffer -> ledger.entry(sniffer.name()))
                .toList();
    }

    private WindowJob job(WindowMessages window, boolean isWindow) {
        List<SnifferLedger.Entry> entries = entries();
        List<String> notes = new ArrayList<>();
        status.sniffers().forEach(sniffer -> WindowNotes.of(sniffer).ifPresent(notes::add));
        WindowNotes.ofSalts(entries).ifPresent(notes::add);
        if (ledger.operations().isFull()) {
            notes.add("No more operations can be told apart: what nobody asked for before has no name.");
        }
        notes.addAll(WindowNotes.ofRemarks(ledger, entries, window.core()));
        MergeResult learnt = merged.learnt() == null ? null : merge.learnt();
        List<SnifferRecord> inputs = IntStream.range(0, entries.size())
                .mapToObj(number -> entries.get(number).health(number))
                .toList();
        List<SnifferRecord> before = faredBefore;
        faredBefore = isWindow ? inputs : before;
        return new WindowJob(
                window,
                window.core().toNanos() - tuning.windows().beforeNanos(),
                merged.resolvedNames(),
                ledger.operations().templates(),
                inputs,
                before,
                view.within(window.whole()),
                notes,
                learnt,
                WindowLoads.of(ledger, entries, window.core(), learnt),
                isWindow ? ledger.ids().within(entries, window.whole(), learnt) : List.of(),
                tuning.inference());
    }

    private void tellStore(StoreVisitor store) {
        for (MergeStatus.SnifferStatus sniffer : status.sniffers()) {
            store.onSniffer(ledger.entry(sniffer.name()).health(sniffer.number()));
        }
        merged.names().forEach((high, low, name, origin, times) -> store.onName(high, low, name, origin));
        MergeResult learnt = merged.learnt();
        if (learnt != null) {
            store.onResult(learnt);
        }
    }
}

package io.wirepath.appliance.index;

import io.wirepath.analyze.host.HostLog;
import io.wirepath.appliance.serve.WindowAnalyst;
import io.wirepath.appliance.serve.WindowJob;
import io.wirepath.causes.window.SlidingWindows;
import io.wirepath.causes.window.WindowCounter;
import io.wirepath.causes.window.WindowMessages;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.merge.store.StoreReader;
import io.wirepath.merge.store.StoreVisitor;
import io.wirepath.pipeline.AlgorithmChoice;
import io.wirepath.pipeline.NodeNames;
import io.wirepath.pipeline.QueryRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Makes an index of a store that is too large to be analysed at once: the time is cut into windows of about as many
 * messages as a part may have, each with what lies around it, and each window is analysed as the service does it. Used
 * once.
 */
public final class IndexBuild {

    /** Messages of a part, about: so many are analysed at once. */
    public static final long MAX_MESSAGES = 2_000_000;

    private static final long SECOND = 1_000_000_000L;
    private static final long LONGEST_PART_SECONDS = 86_400;

    /** What is looked at before and after a part, so that causes and effects at its ends are known. */
    private static final long MARGIN_NANOS = 10_000_000_000L;

    private static final long MAX_HELD_BYTES = 4L << 30;

    private IndexBuild() {}

    /** How many messages a store has, and between which times. */
    public static final class Extent implements StoreVisitor {
        private long messages;
        private long firstNanos = Long.MAX_VALUE;
        private long lastNanos = Long.MIN_VALUE;

        /** Goes through a store. */
        public static Extent of(Path store) throws IOException {
            Extent extent = new Extent();
            try (StoreReader reader = MessageStore.open(store)) {
                reader.read(extent);
            }
            return extent;
        }

        @Override
        public void onMessage(MessageRecord message) {
            messages++;
            long nanos = SlidingWindows.timeNanos(message);
            firstNanos = Math.min(firstNanos, nanos);
            lastNanos = Math.max(lastNanos, nanos);
        }

        /** Number of messages. */
        public long messages() {
            return messages;
        }

        private long windowNanos(long most) {
            long parts = Math.max(1, (messages + most - 1) / most);
            long seconds = (lastNanos - firstNanos) / parts / SECOND + 1;
            return Math.min(LONGEST_PART_SECONDS, seconds) * SECOND;
        }
    }

    /**
     * Cuts a store into windows, and makes a part of each.
     *
     * @param most messages of a part, about
     * @param names names of addresses besides those in the store
     * @param progress told of each part that is done
     */
    public static void inWindows(
            Path store,
            Extent extent,
            long most,
            NodeNames names,
            AlgorithmChoice choice,
            PartWriter to,
            Consumer<String> progress)
            throws IOException {
        long core = extent.windowNanos(most);
        long margin = Math.min(MARGIN_NANOS, core);
        SlidingWindows windows = new SlidingWindows(new WindowSettings(core, margin, margin), MAX_HELD_BYTES);
        WindowAnalyst analyst = new WindowAnalyst();
        Parts parts = new Parts(windows, analyst, names, choice, to, progress, margin);
        try (StoreReader reader = MessageStore.open(store)) {
            reader.read(parts);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        parts.finish();
    }

    private static final class Parts implements StoreVisitor {
        private final SlidingWindows windows;
        private final WindowAnalyst analyst;
        private final NodeNames names;
        private final AlgorithmChoice choice;
        private final PartWriter to;
        private final Consumer<String> progress;
        private final long margin;
        private final List<String> operations = new ArrayList<>();
        private long latest = Long.MIN_VALUE;

        Parts(
                SlidingWindows windows,
                WindowAnalyst analyst,
                NodeNames names,
                AlgorithmChoice choice,
                PartWriter to,
                Consumer<String> progress,
                long margin) {
            this.windows = windows;
            this.analyst = analyst;
            this.names = names;
            this.choice = choice;
            this.to = to;
            this.progress = progress;
            this.margin = margin;
        }

        @Override
        public void onName(long high, long low, String name, NameOrigin origin) {
            names.add(high, low, name, origin);
        }

        @Override
        public void onTemplate(int number, String template) {
            while (operations.size() < number) {
                operations.add("");
            }
            if (number > 0) {
                operations.set(number - 1, template);
            }
        }

        /** Messages of a store come about in the order of time; what is further back than the margin is complete. */
        @Override
        public void onMessage(MessageRecord message) {
            windows.offer(message);
            long nanos = SlidingWindows.timeNanos(message);
            if (nanos > latest) {
                latest = nanos;
                windows.advance(latest - margin, this::part);
            }
        }

        void finish() {
            windows.finish(this::part);
            long left = windows.counters().get(WindowCounter.MESSAGES_OVER_BOUND)
                    + windows.counters().get(WindowCounter.MESSAGES_LATE);
            if (left > 0) {
                progress.accept(
                        left + " messages came too late for their part, or were too many to hold, and are left out");
            }
        }

        private void part(WindowMessages window) {
            WindowJob job = new WindowJob(
                    window,
                    window.core().toNanos() - margin,
                    names.resolve(window.core()),
                    operations,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    null,
                    HostLog.NONE,
                    List.of(),
                    choice);
            try {
                to.write(QueryRun.events(analyst.analyse(job)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            progress.accept("part of " + Instant.ofEpochSecond(0, window.core().fromNanos()) + " to "
                    + Instant.ofEpochSecond(0, window.core().toNanos()));
        }
    }
}

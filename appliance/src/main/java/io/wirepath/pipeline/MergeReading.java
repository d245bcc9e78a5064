package io.wirepath.pipeline;

import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.flows.SiteId;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.imports.TrueParents;
import io.wirepath.merge.MessageSink;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.merge.reconcile.ReconcilingMerge;
import io.wirepath.merge.result.Address;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.merge.store.StoreReader;
import io.wirepath.merge.store.StoreVisitor;
import io.wirepath.merge.store.StoreWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads captures of several sniffers into one set of messages: by the real merge, with what it learns besides. */
public final class MergeReading {

    private final FlowSettings flows;
    private final MergeSettings settings;
    private final Console console;
    private final boolean showProgress;
    private final @Nullable TrueParents truth;
    private final HostLogs hosts = new HostLogs();
    private final List<IdentifiedCalls.Kept> ids = new ArrayList<>();
    private NodeNames names = new NodeNames();

    /** Of whom alone spools are read; empty for all. */
    private List<Address> only = List.of();

    /** What is read around a stretch of time that is asked for. */
    private SpoolSpans.Margin margin = SpoolSpans.Margin.FULL;

    /** Reads with these settings. */
    public MergeReading(FlowSettings flows, MergeSettings settings, Console console, boolean showProgress) {
        this(flows, settings, console, showProgress, null);
    }

    /**
     * Reads with these settings.
     *
     * @param truth takes who caused what, where a trace tells it; null where nobody asks
     */
    public MergeReading(
            FlowSettings flows,
            MergeSettings settings,
            Console console,
            boolean showProgress,
            @Nullable TrueParents truth) {
        this.truth = truth;
        this.flows = flows;
        this.settings = settings;
        this.console = console;
        this.showProgress = showProgress;
    }

    /** Has it merge of spools what these hosts sent and were sent alone, unless there are none; gives itself. */
    public MergeReading of(List<Address> hosts) {
        only = List.copyOf(hosts);
        return this;
    }

    /** Has it read no more of spools than is around most calls, and not what ended long after; gives itself. */
    public MergeReading narrowly() {
        margin = SpoolSpans.Margin.NARROW;
        return this;
    }

    /**
     * What a merge learnt, and the sniffers.
     *
     * @param result what it learnt
     * @param sniffers names of the sniffers, by number
     */
    public record Learnt(MergeResult result, List<String> sniffers) {}

    /**
     * Reads all captures; messages are handed over at the end.
     *
     * @throws Failure when no capture was usable, or a sniffer that the settings name is not there
     */
    public Learnt read(List<String> inputs, MessageSink to, Consumer<SnifferRecord> onSniffer, Consumer<String> onNote)
            throws IOException {
        return readAround(inputs, TimeSpan.ALWAYS, to, onSniffer, onNote);
    }

    /**
     * The same, of which the messages of a stretch of time are wanted: of spools what is about it is read, of captures
     * all.
     */
    public Learnt readAround(
            List<String> inputs,
            TimeSpan wanted,
            MessageSink to,
            Consumer<SnifferRecord> onSniffer,
            Consumer<String> onNote)
            throws IOException {
        return read(inputs, TimeSpan.ALWAYS, spans(inputs, wanted), to, onSniffer, onNote);
    }

    /** The same of what was seen in a stretch of time by the clock of each sniffer. */
    public Learnt read(
            List<String> inputs,
            TimeSpan seen,
            MessageSink to,
            Consumer<SnifferRecord> onSniffer,
            Consumer<String> onNote)
            throws IOException {
        return read(inputs, seen, new SpoolSpans(seen, SpoolSpans.Margin.FULL.lateNanos()), to, onSniffer, onNote);
    }

    private Learnt read(
            List<String> inputs,
            TimeSpan seen,
            SpoolSpans spans,
            MessageSink to,
            Consumer<SnifferRecord> onSniffer,
            Consumer<String> onNote)
            throws IOException {
        ReconcilingMerge merge = new ReconcilingMerge(to, settings);
        List<String> sniffers = new ArrayList<>();
        Consumer<SnifferRecord> named = sniffer -> {
            merge.name(sniffer.number(), sniffer.name());
            sniffers.add(sniffer.name());
            onSniffer.accept(sniffer);
        };
        try {
            CaptureReading captures = new CaptureReading(flows, console, showProgress, truth, hosts, ids);
            captures.know(names);
            captures.within(spans).of(only).read(inputs, new SightingsWithin(seen, merge), named, onNote);
        } catch (IllegalArgumentException e) {
            throw new Failure(Failure.reason(e), e);
        }
        return new Learnt(merge.result(), sniffers);
    }

    /** Looks at a part of the time first where several sniffers may have clocks that are apart. */
    SpoolSpans spans(List<String> inputs, TimeSpan wanted) throws IOException {
        boolean isPart = !wanted.equals(TimeSpan.ALWAYS)
                && !inputs.isEmpty()
                && inputs.stream().allMatch(input -> Spool.isSpool(Path.of(input)));
        if (!isPart) {
            return SpoolSpans.ALL;
        }
        // who reads narrowly looks afterwards whether clocks allowed it
        if (inputs.size() == 1 || margin.equals(SpoolSpans.Margin.NARROW)) {
            return SpoolSpans.around(wanted, margin);
        }
        SpoolSpans found = clocks(inputs, wanted, only);
        // who sees neither host shows in the traffic of others
        return found.equals(SpoolSpans.ALL) && !only.isEmpty() ? clocks(inputs, wanted, List.of()) : found;
    }

    /** As far as a part of that time of what these hosts sent, or all where none is named, tells of the clocks. */
    private SpoolSpans clocks(List<String> inputs, TimeSpan wanted, List<Address> of) throws IOException {
        FlowSettings plain = flows.withMessage(flows.message().withIds(SiteId.Keeping.NONE));
        MergeReading look = new MergeReading(plain, settings, Console.silent(), false).of(of);
        SpoolSpans some = SpoolSpans.forClocks(wanted, margin);
        try {
            Learnt learnt = look.read(inputs, TimeSpan.ALWAYS, some, message -> {}, sniffer -> {}, note -> {});
            return SpoolSpans.around(wanted, learnt.result(), margin);
        } catch (Failure e) {
            return SpoolSpans.ALL; // the reading itself says what is wrong
        }
    }

    /** These names of addresses are known; traces that are no captures find nodes by them. */
    public void know(NodeNames own) {
        names = own;
    }

    /** Whether what requests ask for is wanted. */
    boolean withOperations() {
        return flows.message().operations();
    }

    /** Whether identifiers of requests are wanted. */
    boolean wantsIds() {
        return flows.message().ids() != SiteId.Keeping.NONE;
    }

    /** Those that were read. */
    List<IdentifiedCalls.Kept> ids() {
        return ids;
    }

    /** Who caused what, as the traces that were read tell it; null where nobody asked. */
    @Nullable
    TrueParents truth() {
        return truth;
    }

    /** What hosts logged, as far as it was read. */
    HostLogs hosts() {
        return hosts;
    }

    /** Reads a log of hosts. */
    void readLog(Path file) throws IOException {
        hosts.read(file, console);
    }

    /** Reads all captures into a store that is new, or was left unfinished by the same merge. */
    public Learnt intoStore(List<String> inputs, Path directory) throws IOException {
        return intoStore(inputs, directory, TimeSpan.ALWAYS);
    }

    /** The same; keeps the messages of a stretch of time alone. */
    public Learnt intoStore(List<String> inputs, Path directory, TimeSpan kept) throws IOException {
        try (StoreWriter writer = MessageStore.createOrContinue(directory, "wirepath " + Version.text())) {
            names.forEach((high, low, name, origin, times) -> writer.onName(high, low, name, origin));
            Learnt learnt = read(inputs, kept, new MessagesWithin(kept, writer), writer);
            writer.finish();
            return learnt;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Reads captures and loads their messages of a stretch of time, of which nothing is kept. */
    public LoadedMessages load(List<String> inputs, TimeSpan wanted, MessageLoader loader) throws IOException {
        try (TemporaryMessages messages = new TemporaryMessages()) {
            read(inputs, wanted, messages, messages);
            messages.finish();
            return loader.load(messages);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private Learnt read(List<String> inputs, TimeSpan wanted, MessageSink messages, StoreVisitor to)
            throws IOException {
        Learnt learnt = readAround(inputs, wanted, messages, to::onSniffer, to::onNote);
        to.onResult(learnt.result());
        return learnt;
    }

    /**
     * What the merge that wrote a store learnt.
     *
     * @param names takes the store's
     * @throws Failure when the store does not say
     */
    public static Learnt ofStore(Path directory, NodeNames names) throws IOException {
        List<MergeResult> results = new ArrayList<>();
        List<String> sniffers = new ArrayList<>();
        try (StoreReader reader = MessageStore.open(directory)) {
            reader.read(new StoreVisitor() {
                @Override
                public void onMessage(io.wirepath.merge.MessageRecord message) {}

                @Override
                public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
                    names.add(addressHigh, addressLow, name, origin);
                }

                @Override
                public void onSniffer(SnifferRecord sniffer) {
                    sniffers.add(sniffer.name());
                }

                @Override
                public void onResult(MergeResult result) {
                    results.add(result);
                }
            });
        }
        if (results.isEmpty()) {
            throw new Failure(
                    directory + ": the store was cut before its end, where translations and clocks are; make it "
                            + "again from the captures");
        }
        return new Learnt(results.get(0), sniffers);
    }
}

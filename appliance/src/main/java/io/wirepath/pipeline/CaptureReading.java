package io.wirepath.pipeline;

import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.ForwardingSink;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.SiteId;
import io.wirepath.flows.names.ProcessNames;
import io.wirepath.flows.pipeline.FlowPipeline;
import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.imports.CapturedMessages;
import io.wirepath.imports.ImportCounter;
import io.wirepath.imports.ImportException;
import io.wirepath.imports.ImportFile;
import io.wirepath.imports.ImportedRows;
import io.wirepath.imports.TraceSet;
import io.wirepath.imports.TrueParents;
import io.wirepath.merge.SightingMerge;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.result.Address;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolException;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.SnifferName;
import io.wirepath.sniffer.file.CaptureFile;
import io.wirepath.sniffer.file.RingSegment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads captures and spools, one after the other, into a merge. A capture that cannot be used is complained of and
 * passed over; of a damaged one, everything before the damage is used.
 */
public final class CaptureReading {

    /** Nodes that a note names. */
    private static final int MAX_NAMED = 4;

    private final FlowSettings settings;
    private final Console console;
    private final boolean showProgress;
    private final UniqueNames names = new UniqueNames();
    private final Salts salts = new Salts();
    private final TraceSet traces;
    private long elsewhere;
    private final HostLogs hosts;
    private final List<IdentifiedCalls.Kept> ids;
    private int sniffers;
    private SpoolSpans spans = SpoolSpans.ALL;

    /** Of whom alone spools are read; empty for all. */
    private List<Address> only = List.of();

    /** What captures saw, for the traces among the inputs; null where there are none, or no captures. */
    private @Nullable CapturedMessages captured;

    /** Reads with these settings. */
    public CaptureReading(FlowSettings settings, Console console, boolean showProgress) {
        this(settings, console, showProgress, null, new HostLogs(), new ArrayList<>());
    }

    /**
     * The same; the causes that traces name go to {@code truth}, unless it is null, what machines of sniffers tell to
     * {@code hosts}, and the identifiers of requests to {@code ids}, where the settings want any.
     */
    CaptureReading(
            FlowSettings settings,
            Console console,
            boolean showProgress,
            @Nullable TrueParents truth,
            HostLogs hosts,
            List<IdentifiedCalls.Kept> ids) {
        this.hosts = hosts;
        this.ids = ids;
        traces = new TraceSet(truth);
        this.settings = settings;
        this.console = console;
        this.showProgress = showProgress;
    }

    /** Has it read of a spool what its only sniffer saw about this time; gives itself. */
    public CaptureReading around(TimeSpan wanted) {
        return within(SpoolSpans.around(wanted, SpoolSpans.Margin.FULL));
    }

    /** Has it read so much of spools; gives itself. */
    CaptureReading within(SpoolSpans ofSpools) {
        spans = ofSpools;
        return this;
    }

    /** Has it read of spools what these hosts sent and were sent alone, unless there are none; gives itself. */
    CaptureReading of(List<Address> hosts) {
        only = hosts;
        return this;
    }

    /** Has traces find nodes that they know by name. */
    void know(NodeNames hosts) {
        hosts.forEach((high, low, name, origin, times) -> traces.know(high, low, name));
    }

    /**
     * Reads all captures.
     *
     * @param named files as the user named them; a directory whose files overlap in time is several sniffers
     * @param onSniffer told of each capture that was used, after its messages
     * @param onNote told what a reader must know of a capture that was not
     * @throws Failure when no capture was usable
     * @throws IOException when the results cannot be written
     */
    public void read(
            List<String> named, SightingMerge merge, Consumer<SnifferRecord> onSniffer, Consumer<String> onNote)
            throws IOException {
        RequiredInputs.check(named);
        List<String> inputs = captures(named, onNote);
        int traced = 0;
        for (String input : inputs) {
            ImportFile trace = ImportFile.of(Path.of(input));
            if (trace != null) {
                traces.prepare(trace);
                traced++;
            }
        }
        traces.settle();
        traces.notes().forEach(onNote);
        captured = traced > 0 && traced < inputs.size() ? new CapturedMessages() : null;
        IOException last = null;
        int used = 0;
        for (String input : capturesFirst(inputs)) {
            try {
                read(input, merge, onSniffer, onNote);
                used++;
            } catch (CaptureException | SpoolException | ImportException e) {
                last = e;
                if (inputs.size() > 1) {
                    console.complain(Failure.reason(e));
                    onNote.accept("Left out: " + Failure.reason(e) + ".");
                }
            }
        }
        if (used == 0 && last != null) {
            throw inputs.size() == 1
                    ? new Failure(Failure.reason(last), last)
                    : new Failure("none of the captures can be used; the lines above say why", last);
        }
        if (elsewhere > 0) {
            onNote.accept(
                    "%,d messages are in the tables of both of their hosts, and count once.".formatted(elsewhere));
        }
        salts.difference().ifPresent(difference -> {
            console.complain(difference);
            onNote.accept(difference);
        });
        merge.finish().forEach(onNote);
    }

    private List<String> captures(List<String> named, Consumer<String> onNote) throws IOException {
        List<String> captures = new ArrayList<>();
        for (String input : named) {
            boolean isOther = Spool.isSpool(Path.of(input)) || ImportFile.of(Path.of(input)) != null;
            CaptureFile.Contents contents =
                    isOther ? new CaptureFile.Contents(List.of(input), List.of()) : contents(input);
            captures.addAll(contents.captures());
            if (!contents.captures().equals(List.of(input))) {
                onNote.accept("The files of " + input + " overlap in time, so each was read as another sniffer's.");
            }
            contents.leftOut().forEach(file -> leftOut(input, file, onNote));
        }
        return captures;
    }

    /** What cannot be looked into is told when it is read. */
    private static CaptureFile.Contents contents(String input) throws IOException {
        try {
            return NamedCaptures.contents(input);
        } catch (CaptureException e) {
            return new CaptureFile.Contents(List.of(input), List.of());
        }
    }

    private void leftOut(String input, String file, Consumer<String> onNote) {
        console.complain(input + ": left out: " + file);
        onNote.accept("Of the directory " + input + " a file was left out: " + file + ".");
    }

    /** Traces come last: what captures saw of their messages must be known. */
    private static List<String> capturesFirst(List<String> inputs) {
        return inputs.stream()
                .sorted(Comparator.comparing(input -> ImportFile.of(Path.of(input)) != null))
                .toList();
    }

    private SightingSink beginCapture(SightingMerge merge) {
        SightingSink sink = merge.begin(sniffers);
        return identifying(sniffers, captured == null ? sink : captured.watch(sniffers, sink));
    }

    private boolean wantsIds() {
        return settings.message().ids() != SiteId.Keeping.NONE;
    }

    private SightingSink identifying(int sniffer, SightingSink sink) {
        if (!wantsIds()) {
            return sink;
        }
        return new ForwardingSink(sink) {
            @Override
            public void onSiteId(Sighting sighting, SiteId id) {
                ids.add(IdentifiedCalls.Kept.of(sniffer, sighting, id));
            }
        };
    }

    /** Looks for the identifiers that a sniffer did not keep in the packets that it kept. */
    private void readRing(Path spool, int sniffer, Consumer<String> onNote) throws IOException {
        Path ring = RingSegment.of(spool);
        if (!RingSegment.isKept(ring)) {
            onNote.accept(spool + " holds no identifiers of requests: its sniffer kept neither these nor packets.");
            return;
        }
        try (FrameSource source = CaptureFile.open(ring.toString())) {
            FlowPipeline.run(source, settings, identifying(sniffer, sighting -> {}));
        } catch (CaptureException e) {
            console.complain(Failure.reason(e));
            onNote.accept("Identifiers of requests are known of a part: " + Failure.reason(e) + ".");
        }
    }

    private void read(String input, SightingMerge merge, Consumer<SnifferRecord> onSniffer, Consumer<String> onNote)
            throws IOException {
        Path path = Path.of(input);
        if (Spool.isSpool(path)) {
            boolean operations = settings.message().operations();
            try (SpoolReading spool = new SpoolReading(path, operations, spans, only)) {
                int sniffer = sniffers;
                int before = ids.size();
                read(input, spool, beginCapture(merge), onSniffer, onNote);
                if (wantsIds() && ids.size() == before) {
                    readRing(path, sniffer, onNote);
                }
            }
            return;
        }
        ImportFile trace = ImportFile.of(path);
        if (trace != null) {
            read(input, trace, merge, onSniffer, onNote);
            return;
        }
        try (FrameSource source = NamedCaptures.open(input)) {
            read(input, source, merge, onSniffer, onNote);
        }
    }

    /** A trace of which no row could be read is no sniffer: the merge does not hear of it. */
    private void read(
            String input,
            ImportFile trace,
            SightingMerge merge,
            Consumer<SnifferRecord> onSniffer,
            Consumer<String> onNote)
            throws IOException {
        ImportedRows rows = new ImportedRows(() -> merge.beginTrace(sniffers), sniffers);
        if (captured != null) {
            rows.gather();
        }
        try {
            trace.read(rows, traces);
        } catch (ImportException e) {
            if (rows.count() == 0) {
                throw e;
            }
            console.complain(Failure.reason(e));
            onNote.accept("Used except for the damaged parts: " + Failure.reason(e) + ".");
        }
        if (captured != null) {
            rows.compare(captured, traces);
            notes(input, rows, captured).forEach(onNote);
        }
        elsewhere += rows.elsewhere();
        if (rows.count() == 0) {
            merge.beginTrace(sniffers);
        }
        onSniffer.accept(new SnifferRecord(
                sniffers++,
                names.of(trace.sniffer()),
                input,
                rows.count(),
                rows.firstNanos(),
                rows.lastNanos(),
                Optional.empty(),
                List.of(
                        new CounterSet.Value(ImportCounter.MESSAGES_IMPORTED, rows.count()),
                        new CounterSet.Value(ImportCounter.ALSO_CAPTURED, rows.twins()),
                        new CounterSet.Value(ImportCounter.NOT_CAPTURED, rows.missing()),
                        new CounterSet.Value(ImportCounter.HEADERS_PASSED_OVER, rows.passedOver()),
                        new CounterSet.Value(ImportCounter.LINES_DAMAGED, rows.damaged()))));
    }

    /** What a reader must know of a trace that was read beside captures. */
    private static List<String> notes(String input, ImportedRows rows, CapturedMessages captured) {
        List<String> notes = new ArrayList<>();
        if (rows.twins() > 0 || rows.missing() > 0) {
            notes.add(input + ": " + rows.twins() + " of its " + rows.count()
                    + " messages are in captures too, by ends and time, and count once"
                    + (rows.missing() == 0
                            ? "."
                            : "; " + rows.missing() + " between nodes that captures saw are not in them, and count"
                                    + " besides."));
        }
        int more = rows.unknown().size() - MAX_NAMED;
        if (!rows.unknown().isEmpty()) {
            notes.add(input + ": whether captures saw the messages of "
                    + String.join(
                            ", ",
                            rows.unknown().subList(0, Math.min(rows.unknown().size(), MAX_NAMED)))
                    + (more > 0 ? " and " + more + " more" : "")
                    + " is unknown, because their addresses are; give them with --names FILE.");
        }
        if (captured.isFull()) {
            notes.add(input + " was compared with as many captured messages as fit into a quarter of the "
                    + "memory; a larger heap has room for more.");
        }
        return notes;
    }

    /** A spool of which nothing could be read, such as one of another version, is told, and counts as not used. */
    private void read(
            String input,
            SpoolReading spool,
            SightingSink sink,
            Consumer<SnifferRecord> onSniffer,
            Consumer<String> onNote)
            throws SpoolException {
        @Nullable SpoolException unread = null;
        try {
            spool.read(sink);
        } catch (SpoolException e) {
            if (spool.isEmpty()) {
                unread = e;
            } else {
                console.complain(Failure.reason(e));
                onNote.accept("Used except for the damaged parts: " + Failure.reason(e) + ".");
            }
        }
        hosts.add(sniffers, spool.machine(), spool.loads());
        SnifferRecord sniffer = spool.record(sniffers++, input, names);
        onSniffer.accept(sniffer);
        salts.add(sniffer.name(), spool.run());
        spool.problems().forEach(problem -> console.complain(input + ": " + problem));
        spool.notes().forEach(onNote);
        if (unread != null) {
            throw unread;
        }
    }

    private void read(
            String input,
            FrameSource source,
            SightingMerge merge,
            Consumer<SnifferRecord> onSniffer,
            Consumer<String> onNote)
            throws IOException {
        int number = sniffers;
        for (String file : source.leftOut()) {
            leftOut(input, file, onNote);
        }
        FlowReport report;
        try (ReadingProgress progress = new ReadingProgress(source, console, showProgress)) {
            report = FlowPipeline.run(source, settings, beginCapture(merge));
        }
        sniffers++;
        report.remarks().forEach(remark -> onNote.accept(input + ": " + remark + "."));
        if (report.interfaces().size() > 1) {
            onNote.accept(input + " has the frames of " + report.interfaces().size() + " interfaces: "
                    + String.join(", ", report.interfaces()) + ".");
        }
        report.damage().ifPresent(damage -> console.complain(damage.describe()));
        onSniffer.accept(new SnifferRecord(
                number,
                names.of(sniffer(source, report)),
                input,
                report.frames(),
                report.firstNanos(),
                report.lastNanos(),
                report.damage(),
                report.counters()));
    }

    /** A capture that comes through a pipe is named after its interface, where it has one. */
    private static String sniffer(FrameSource source, FlowReport report) {
        boolean piped = source.sniffer().equals(SnifferName.of(SnifferName.STANDARD_INPUT));
        return piped && report.interfaces().size() == 1
                ? ProcessNames.safe(report.interfaces().get(0))
                : source.sniffer();
    }
}

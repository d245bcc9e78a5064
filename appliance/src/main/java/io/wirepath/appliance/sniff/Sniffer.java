package io.wirepath.appliance.sniff;

import io.wirepath.flows.pipeline.FlowPipeline;
import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.flows.pipeline.PipelineControl;
import io.wirepath.flows.pipeline.PipelineTuning;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolCounter;
import io.wirepath.merge.spool.SpoolDocument;
import io.wirepath.merge.spool.SpoolWriter;
import io.wirepath.pipeline.Version;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.file.PacketRing;
import io.wirepath.sniffer.file.RingSegment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One capture point at work: its pipeline, its spool, its load. {@link #run} is for a thread of its own; the other
 * methods may be called by any thread.
 */
public final class Sniffer {

    private static final long SHED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long COUNTERS_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LOAD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final SniffSettings settings;
    private final SniffSource source;
    private final SniffClock clock;
    private final SniffLog log;
    private final PipelineControl control;
    private final LoadShedding load = new LoadShedding();

    /** What this machine is busy with; null where frames do not pass now. */
    private final @Nullable MachineLoad machine;

    private PipelineTuning wanted;
    private LoadShedding.Level shed = LoadShedding.Level.NOTHING;
    private volatile SniffStatus status;
    private volatile @Nullable SpoolingSink sink;
    private @Nullable SpoolWriter writer;
    private volatile boolean writing;

    /** The latest packets; null where none are kept. */
    private volatile @Nullable PacketRing ring;

    private double filling;
    private final CountDownLatch begun = new CountDownLatch(1);
    private long blocks;
    private long lookedNanos;
    private long shedNanos;
    private long countedNanos;
    private long machineNanos;

    /** Prepares a sniffer; the source is closed with its run. */
    public Sniffer(SniffSettings settings, SniffSource source, SniffClock clock, SniffLog log) {
        this.settings = settings;
        this.source = source;
        this.clock = clock;
        this.log = log;
        wanted = settings.tuning();
        status = SniffStatus.of(settings.name());
        control = new PipelineControl(wanted, this::write, this::keep);
        machine = source.isLive() ? new MachineLoad(Path.of("/"), source.description()) : null;
    }

    /**
     * Captures until the source ends or is stopped, and writes all of it into the spool.
     *
     * @return how the run fared, with the counters of the spool
     * @throws IOException when the spool cannot be opened or the source cannot be read
     */
    public FlowReport run() throws IOException {
        try (source;
                SpoolWriter opened = Spool.open(settings.spool(), settings.bounds(), clock.wallNanos());
                PacketRing packets = openRing()) {
            ring = packets;
            FloodBudget budget = new FloodBudget(
                    settings.bounds().maxBytes() / SpoolDocument.RECORD_LENGTH,
                    opened.incarnation().getLeastSignificantBits());
            SpoolingSink made = new SpoolingSink(opened, budget, packets, this::tell, this::onBlock);
            writer = opened;
            sink = made;
            lookedNanos = clock.nanoTime();
            countedNanos = lookedNanos;
            shedNanos = lookedNanos;
            opened.start(new SnifferRun(
                    settings.name(),
                    source.description(),
                    "wirepath " + Version.text(),
                    clock.host(),
                    clock.wallNanos(),
                    settings.saltFingerprint()));
            control.askForCounters();
            writing = true;
            begun.countDown();
            if (source.isLive()) {
                log.line(settings.name() + ": captures " + source.how());
            }
            FlowReport report = FlowPipeline.run(source.frames(), settings.flows(), made, control);
            if (packets != null) {
                packets.close();
            }
            made.end(report);
            FlowReport whole = new FlowReport(
                    report.frames(), report.firstNanos(), report.lastNanos(), report.damage(), made.withSpool(report));
            status = status.ended(whole, opened.lastNumber());
            return whole;
        } finally {
            begun.countDown();
        }
    }

    /** In the directory of the spool, whose lock is this process's. */
    private @Nullable PacketRing openRing() throws IOException {
        long bytes = settings.ringBytes();
        return bytes == 0
                ? null
                : new PacketRing(
                        RingSegment.of(settings.spool()),
                        settings.name(),
                        bytes,
                        settings.ringSnapBytes(),
                        settings.ringKey(),
                        !source.isLive());
    }

    private void keep(FrameBlock block, long nowNanos) {
        PacketRing packets = ring;
        if (packets != null) {
            packets.take(block, nowNanos);
        }
    }

    /** Whether its spool is open, and what a run before left in it is mended; stays so at the end of the run. */
    boolean isWriting() {
        return writing;
    }

    /** Waits until the spool is open and frames are taken, or until this has failed. */
    void awaitBegun() throws InterruptedException {
        begun.await();
    }

    private void write(FlowReport report) {
        SpoolingSink present = sink;
        if (present != null && writer != null) {
            present.counters(report);
            status = status.counted(report, present.withSpool(report), writer.lastNumber());
        }
    }

    /** In the thread that writes: what is due. */
    private void onBlock() {
        filling += control.ringFilling();
        blocks++;
        long now = clock.nanoTime();
        if (settings.shedding() && source.isLive() && now - shedNanos >= SHED_NANOS) {
            shed(now);
            shedNanos = now;
            filling = 0;
            blocks = 0;
        }
        if (now - lookedNanos >= LOOK_NANOS) {
            look(now);
        }
    }

    private void look(long now) {
        if (writer == null) {
            return;
        }
        writer.onTime(clock.wallNanos());
        if (writer.isFull() != status.full()) {
            log.line(settings.name()
                    + (writer.isFull()
                            ? ": the disk of the spool is full; capture goes on, and what cannot be kept is counted"
                            : ": there is room on the disk again; "
                                    + writer.counters().get(SpoolCounter.SPOOL_DOCUMENTS_NOT_KEPT)
                                    + " documents could not be kept"));
        }
        if (now - countedNanos >= COUNTERS_NANOS) {
            countedNanos = now;
            control.askForCounters();
        }
        if (machine != null && now - machineNanos >= LOAD_NANOS) {
            machineNanos = now;
            writer.load(clock.wallNanos(), machine.look(now));
        }
        status = status.looked(writer.lastNumber(), writer.bytesOnDisk(), writer.isFull(), source.dropped());
        lookedNanos = now;
    }

    private void shed(long now) {
        LoadShedding.Level before = load.level();
        LoadShedding.Level level = load.look(now, filling / blocks, source.filling(), source.dropped());
        if (level != before) {
            synchronized (this) {
                shed = level;
                control.tune(level.applyTo(wanted));
            }
            tell((level.compareTo(before) > 0 ? "Overload: " : "Load is lower: ") + level.sentence() + ".");
        }
    }

    /**
     * Changes what is watched, from the next block of frames on.
     *
     * @param change makes the new tuning of the present one
     * @param sentence what that means, for the log and the readers of the spool
     */
    void tune(UnaryOperator<PipelineTuning> change, String sentence) {
        synchronized (this) {
            wanted = change.apply(wanted);
            control.tune(shed.applyTo(wanted));
        }
        tell(sentence);
    }

    /**
     * Changes which frames are wanted.
     *
     * @throws CaptureException when the expression is wrong; then nothing changes
     */
    void setFilter(String expression) throws CaptureException {
        source.setFilter(expression);
        tell(expression.isEmpty() ? "All frames are wanted." : "The filter is now: " + expression + ".");
    }

    private void tell(String sentence) {
        log.line(settings.name() + ": " + sentence);
        SpoolingSink present = sink;
        if (present != null) {
            present.note(sentence);
        }
    }

    /** Ends the capture; what was captured before is still written. Returns at once. */
    public void stop() {
        source.stop();
    }

    /** Its name. */
    public String name() {
        return settings.name();
    }

    /** The directory of its spool. */
    public Path spool() {
        return settings.spool();
    }

    /** Whether it captures an interface. */
    boolean isLive() {
        return source.isLive();
    }

    /** How its frames become sightings. */
    FlowSettings flows() {
        return settings.flows();
    }

    /** Its state. */
    public SniffStatus status() {
        return status;
    }

    /** Frames read so far. */
    public long frames() {
        return source.frames().progress().frames();
    }

    /** What of the pipeline holds now. */
    public PipelineTuning tuning() {
        return control.tuning();
    }

    /** Grows while the sniffer lives, whether or not frames come. */
    public long beats() {
        return control.blocks();
    }
}

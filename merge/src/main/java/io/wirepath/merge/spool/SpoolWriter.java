package io.wirepath.merge.spool;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.ConversationRecord;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.SiteId;
import io.wirepath.merge.log.CounterCodec;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.log.LogWriter;
import io.wirepath.merge.operation.OperationTemplates;
import io.wirepath.merge.spool.SpoolVisitor.GapReason;
import io.wirepath.sniffer.CaptureTime;
import io.wirepath.sniffer.CounterSet;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes a spool. Allocates nothing for a sighting. Used by one thread at a time. Never asks the clock: {@link #onTime}
 * tells it the time, about once a second.
 *
 * <p>Where a document cannot be kept because the disk is full, its number is used up all the same, it is counted, and
 * nothing is thrown. Each {@link #onTime} looks whether there is room again; then a document tells of the gap, and
 * writing goes on.
 */
public final class SpoolWriter implements SightingSink, Closeable {

    /** Readers get the progress of the capture so often, in its own time. */
    static final long PROGRESS_NANOS = 100_000_000;

    private final CounterSet<SpoolCounter> counters = new CounterSet<>(SpoolCounter.class);
    private final LogDocument document = new LogDocument(SpoolDocument.MAX_LENGTH);
    private final DocumentCheck check = new DocumentCheck();
    private final SpoolHome home;
    private final RollingLog rolls;
    private long nowNanos;
    private long lastNumber;
    private @Nullable SnifferRun run;

    /** Why numbers before the next document are missing; null where none are. */
    private @Nullable GapReason gap;

    private final OperationTemplates operations = new OperationTemplates();

    /** Operations that the present roll tells of. */
    private final BitSet written = new BitSet();

    /** What the run that is copied told of operations. */
    private final ToldOperations copied;

    private int operation;
    private @Nullable SiteId id;
    private boolean full;
    private long progressNanos = Long.MIN_VALUE;
    private long progressWritten = Long.MIN_VALUE;

    /**
     * Opens.
     *
     * @param disk where its rolls are written
     * @param copies whether documents come with their numbers from another spool, which still has what is missing here
     */
    SpoolWriter(
            Path directory,
            SpoolHome home,
            SpoolSettings settings,
            LogWriter.Opener disk,
            long nowNanos,
            boolean copies)
            throws SpoolException {
        this.home = home;
        this.nowNanos = nowNanos;
        try {
            rolls = new RollingLog(directory, settings, disk, document, home.incarnation(), counters);
            LastDocument last = LastDocument.of(rolls.latest());
            run = last.run();
            lastNumber = last.number();
            copied = copies ? last.operations() : new ToldOperations();
            // of a first second that is lost, too, others may have read the numbers
            if (!copies && (home.machineStopped() || last.isDamaged())) {
                lastNumber = SpoolDocument.skipFrom(lastNumber);
                gap = home.machineStopped() ? GapReason.MACHINE_STOPPED : GapReason.DAMAGED;
            }
        } catch (IOException e) {
            throw new SpoolException(directory, "cannot be written (" + SpoolHome.reason(e) + ")", e);
        }
    }

    /** Identifies this spool for ever: random, made with the spool. */
    public UUID incarnation() {
        return home.incarnation();
    }

    /** A run of the sniffer begins. */
    public void start(SnifferRun begun) {
        run = begun;
        progressNanos = Long.MIN_VALUE;
        progressWritten = Long.MIN_VALUE;
        rolls.end();
        if (begin(SpoolDocument.START)) {
            SpoolDocument.putRun(document.bytes(), begun);
            finish(SpoolDocument.START);
        }
    }

    @Override
    public void onOperation(Sighting sighting, String asked) {
        operation = sighting.role() == Role.REQUEST ? operations.number(asked, 0, 0) : OperationTemplates.OTHER;
    }

    @Override
    public void onSiteId(Sighting sighting, SiteId carried) {
        id = carried;
    }

    @Override
    public void onSighting(Sighting sighting) {
        tellOperation();
        tellId();
        put(SpoolDocument.SIGHTING, sighting);
        operation = OperationTemplates.OTHER;
    }

    /** Each roll tells what its numbers mean: older ones may be deleted. */
    private void tellOperation() {
        if (operation != OperationTemplates.OTHER && (!rolls.isOpen() || !written.get(operation))) {
            String text = operations.masked(operation);
            if (begin(SpoolDocument.OPERATION)) {
                LogDocument.putText(document.bytes().putShort((short) operation), text);
                finish(SpoolDocument.OPERATION);
                written.set(operation);
            }
        }
    }

    private void tellId() {
        if (id != null && begin(SpoolDocument.SITE_ID)) {
            SpoolDocument.putId(document.bytes(), id);
            finish(SpoolDocument.SITE_ID);
        }
        id = null;
    }

    @Override
    public void onConnectionEnd(ConnectionEnd end) {
        put(SpoolDocument.CONNECTION_END, end);
    }

    private void put(int kind, ConversationRecord record) {
        if (begin(kind)) {
            ByteBuffer to = document.bytes();
            to.put(SpoolDocument.REST_AT, record.bytes(), record.offset(), SightingCodec.LENGTH);
            if (kind == SpoolDocument.SIGHTING) {
                to.putShort(SpoolDocument.REST_AT + SightingCodec.OPERATION_AT, (short) operation);
            }
            to.position(SpoolDocument.REST_AT + SightingCodec.LENGTH);
            finish(kind);
        }
    }

    @Override
    public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
        if (begin(SpoolDocument.NAME)) {
            document.bytes().putLong(addressHigh).putLong(addressLow).put((byte) origin.ordinal());
            LogDocument.putText(document.bytes(), name);
            finish(SpoolDocument.NAME);
        }
    }

    /**
     * Writes that the capture is complete up to this time, ten times a second of it; also when its clock was set back.
     */
    @Override
    public void onProgress(long timeNanos) {
        if (progressNanos != Long.MIN_VALUE && progressNanos - timeNanos > CaptureTime.STEP_NANOS) {
            progressNanos = Long.MIN_VALUE;
            progressWritten = Long.MIN_VALUE;
        }
        progressNanos = Math.max(progressNanos, timeNanos);
        if (progressNanos - PROGRESS_NANOS >= progressWritten || progressWritten == Long.MIN_VALUE) {
            writeProgress();
        }
    }

    private void writeProgress() {
        if (progressNanos > progressWritten && begin(SpoolDocument.PROGRESS)) {
            document.bytes().putLong(progressNanos);
            finish(SpoolDocument.PROGRESS);
            progressWritten = progressNanos;
        }
    }

    @Override
    public void onOuterLayers(long connection, long sourceHigh, long sourceLow, int sourcePort, OuterLayers layers) {
        if (begin(SpoolDocument.LAYERS)) {
            ByteBuffer to = document.bytes();
            to.putLong(connection).putLong(sourceHigh).putLong(sourceLow).putShort((short) sourcePort);
            to.put((byte) layers.count());
            int length = layers.count() * OuterLayers.LAYER_BYTES;
            to.put(to.position(), layers.bytes(), layers.offset(), length).position(to.position() + length);
            finish(SpoolDocument.LAYERS);
        }
    }

    /**
     * Writes counters of the run so far; those that are not among them have the value that was written last.
     *
     * @param firstNanos time of the run's first frame; 0 when there was none
     * @param lastNanos time of its last frame
     */
    public void counters(long firstNanos, long lastNanos, List<CounterSet.Value> values) {
        if (begin(SpoolDocument.COUNTERS)) {
            CounterCodec.put(document.bytes().putLong(firstNanos).putLong(lastNanos), values);
            finish(SpoolDocument.COUNTERS);
        }
    }

    /** Writes that something changed that a reader must know, one sentence. */
    public void note(long timeNanos, String text) {
        if (begin(SpoolDocument.NOTE)) {
            LogDocument.putText(document.bytes().putLong(timeNanos), text);
            finish(SpoolDocument.NOTE);
        }
    }

    /** Writes what the machine was busy with at a time. */
    public void load(long timeNanos, List<HostLoad> loads) {
        if (!loads.isEmpty() && begin(SpoolDocument.LOAD)) {
            HostLoad.put(document.bytes().putLong(timeNanos), loads);
            finish(SpoolDocument.LOAD);
        }
    }

    /** The run ends in order. */
    public void end() {
        writeProgress();
        if (begin(SpoolDocument.END)) {
            finish(SpoolDocument.END);
        }
    }

    /** Starts a document with the next number; false when there is no room for it, which is counted. */
    private boolean begin(int kind) {
        if (!full && !rolls.isOpen()) {
            full = !open();
        }
        lastNumber++;
        if (full) {
            lose(kind);
            return false;
        }
        SpoolDocument.begin(document, kind, lastNumber);
        return true;
    }

    private void finish(int kind) {
        document.seal();
        if (appended()) {
            counters.increment(SpoolCounter.SPOOL_DOCUMENTS);
        } else {
            full = true;
            lose(kind);
        }
    }

    private void lose(int kind) {
        gap = GapReason.DISK_FULL;
        counters.increment(SpoolCounter.SPOOL_DOCUMENTS_NOT_KEPT);
        if (kind == SpoolDocument.SIGHTING) {
            counters.increment(SpoolCounter.SPOOL_SIGHTINGS_NOT_KEPT);
        }
    }

    private boolean appended() {
        try {
            return rolls.append();
        } catch (IOException e) {
            rolls.end();
            return false;
        }
    }

    /** Makes sure that a roll takes the next document, and that it tells of the gap before it; false without room. */
    private boolean open() {
        try {
            if (!rolls.isOpen()) {
                rolls.begin(lastNumber + 1, nowNanos, run);
                written.clear();
                tellCopied();
            }
        } catch (IOException e) {
            return false;
        }
        if (gap != null) {
            SpoolDocument.gap(document, lastNumber + 1, gap);
            if (!appended()) {
                return false;
            }
            lastNumber++;
            counters.increment(SpoolCounter.SPOOL_DOCUMENTS);
            gap = null;
        }
        return true;
    }

    /**
     * Tells what numbers mean that the other spool told of in a roll of its own, which goes on; in documents without a
     * number of theirs, which are no part of what is copied. Of more than half a roll the rest is not known in it, else
     * each document would need a roll of its own.
     */
    private void tellCopied() {
        for (Map.Entry<Integer, String> each : copied.all().entrySet()) {
            if (rolls.isHalfFull()) {
                return;
            }
            SpoolDocument.begin(document, SpoolDocument.OPERATION, 0);
            LogDocument.putText(document.bytes().putShort((short) (int) each.getKey()), each.getValue());
            document.seal();
            appended();
        }
    }

    /**
     * Appends a document of another spool as it is, from the buffer's position to its limit.
     *
     * @return false when there is no room for it on the disk; then it may be given again after {@link #onTime}
     * @throws IllegalArgumentException when it is not whole, or its number is not above {@link #lastNumber()}
     */
    public boolean append(ByteBuffer from) {
        copy(from);
        ByteBuffer bytes = document.bytes();
        if (!check.isWhole(bytes)) {
            throw new IllegalArgumentException("not a whole document of a spool");
        }
        long number = SpoolDocument.number(bytes);
        if (number <= lastNumber) {
            throw new IllegalArgumentException("document " + number + " after " + lastNumber);
        }
        if (full) {
            return false;
        }
        if (SpoolDocument.kind(bytes) == SpoolDocument.START && check.isSound(bytes)) {
            run = SpoolDocument.takeRun(bytes.position(SpoolDocument.REST_AT));
            copied.clear();
            rolls.end();
        }
        if (!rolls.isOpen()) {
            long before = lastNumber;
            lastNumber = number - 1;
            full = !open();
            lastNumber = before;
            copy(from);
        }
        full = full || !appended();
        if (!full) {
            copied.take(bytes.position(0), check);
            lastNumber = number;
            counters.increment(SpoolCounter.SPOOL_DOCUMENTS);
        }
        return !full;
    }

    private void copy(ByteBuffer from) {
        if (from.remaining() < SpoolDocument.MIN_LENGTH || from.remaining() > SpoolDocument.MAX_LENGTH) {
            throw new IllegalArgumentException("a document of " + from.remaining() + " bytes");
        }
        int length = from.remaining();
        document.bytes().clear().put(0, from, from.position(), length).limit(length);
    }

    /**
     * Tells the time, nanoseconds since the epoch: begins a new roll when the present one is old enough, deletes rolls
     * that are too old, forces to the disk what is due, and looks for room where there was none.
     */
    public void onTime(long nanos) {
        nowNanos = nanos;
        rolls.onTime(nanos);
        if (full && rolls.hasRoom()) {
            full = !open();
        }
    }

    /** Deletes the oldest roll, as when a bound is reached; says no where only that is left which is being written. */
    public boolean giveUpOldest() {
        return rolls.giveUpOldest();
    }

    /** Forces what was written to the disk. */
    public void sync() throws IOException {
        rolls.sync();
    }

    /** Number of the oldest document that is still there; one above {@link #lastNumber()} when none is. */
    public long firstNumber() {
        Roll oldest = rolls.oldest();
        return oldest == null ? lastNumber + 1 : oldest.firstNumber();
    }

    /** Number of the latest document; 0 before the first. */
    public long lastNumber() {
        return lastNumber;
    }

    /** Whether documents cannot be kept at present, because the disk is full. */
    public boolean isFull() {
        return full;
    }

    /** What this writer counted. */
    public CounterSet<SpoolCounter> counters() {
        return counters;
    }

    /** Bytes that the spool takes on the disk. */
    public long bytesOnDisk() {
        return rolls.bytes();
    }

    /** Ends the writing in order, with everything on the disk. */
    @Override
    public void close() {
        try {
            rolls.sync();
            rolls.close();
            home.endedInOrder();
        } catch (IOException e) {
            // the next start takes it as a stop of the machine
            rolls.close();
        } finally {
            home.close();
        }
    }
}

package io.wirepath.merge.spool;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.log.CounterCodec;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.log.LogReader;
import io.wirepath.merge.result.Address;
import io.wirepath.merge.spool.SpoolVisitor.GapReason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads a spool, one document at a time, also while it is written by another thread or process. Used by one thread.
 *
 * <pre>
 *  while (reader.read(visitor)) {}          // everything that is there now; later the same again for what came since
 *
 *  reader.seek(acknowledged + 1);
 *  while (reader.next()) ship(reader.number(), reader.document());
 * </pre>
 */
public final class SpoolReader implements Closeable {

    private static final NameOrigin[] ORIGINS = NameOrigin.values();

    private final Path directory;
    private final UUID incarnation;
    private final LogDocument document = new LogDocument(SpoolDocument.MAX_LENGTH);
    private final Sighting sighting = new Sighting();
    private final ConnectionEnd end = new ConnectionEnd();
    private final DocumentCheck check = new DocumentCheck();
    private final OuterLayers layers = new OuterLayers();

    /** What was told of operations so far, whatever was wanted. */
    private final ToldOperations operations = new ToldOperations();

    private @Nullable Roll roll;
    private @Nullable LogReader log;
    private @Nullable SnifferRun run;
    private @Nullable SnifferRun handedRun;

    /** Whether either of both changed since they were compared. */
    private boolean runMayBeNew = true;

    private long number;
    private long wanted = 1;
    private @Nullable SpoolGap gap;

    /** Why documents are missing where no document says so. */
    private GapReason lost = GapReason.DELETED;

    private long missing;
    private long malformed;

    /** Damaged places in rolls that were left, and before the present document in this one. */
    private long damagedBefore;

    private long damagedHere;
    private @Nullable String damage;

    /** The latest roll there was when a time was asked for; null where none was, or there was none. */
    private @Nullable Roll latest;

    /** Whose documents are passed over; null where none are. */
    private @Nullable HostFilter others;

    /** Rolls up to that which may hold something of the time, and those that come right after others. */
    private List<Roll> ofTime = List.of();

    private Set<Roll> behindOthers = Set.of();

    SpoolReader(Path directory) throws SpoolException {
        this.directory = directory;
        incarnation = SpoolHome.incarnation(directory);
    }

    /** Identifies the spool. */
    public UUID incarnation() {
        return incarnation;
    }

    /**
     * Opens only those of the rolls there are that may hold documents of this time, by the sniffer's clock, ns since
     * the epoch; what they hold of other times is read, too, and nothing tells of the others as missing.
     *
     * @param before as many rolls before the first of them are read as well
     */
    public void only(long fromNanos, long toNanos, int before) throws SpoolException {
        List<Roll> there = rolls();
        Set<Roll> passedOver = new RollTimes(there).without(fromNanos, toNanos, before);
        ofTime = there.stream().filter(each -> !passedOver.contains(each)).toList();
        latest = there.isEmpty() ? null : there.get(there.size() - 1);
        behindOthers = new HashSet<>();
        for (int i = 1; i < there.size(); i++) {
            if (passedOver.contains(there.get(i - 1)) && !passedOver.contains(there.get(i))) {
                behindOthers.add(there.get(i));
            }
        }
    }

    /**
     * Reads of records, and of what tells of layers, those of these hosts alone; of all others no more than that they
     * are whole. Numbers and gaps stay as they are.
     */
    public void of(List<Address> hosts) {
        others = new HostFilter(hosts);
    }

    /** The next document that is read is the first that has this number or a higher one. */
    public void seek(long to) throws SpoolException {
        closeLog();
        wanted = Math.max(1, to);
        number = 0;
        handedRun = null;
        runMayBeNew = true;
        lost = GapReason.DELETED;
        roll = null;
        Roll start = null;
        for (Roll each : rolls()) {
            if (start == null || each.firstNumber() <= wanted) {
                start = each;
            }
        }
        if (start != null) {
            open(start);
        }
    }

    /**
     * Moves to the next document.
     *
     * @return false when there is none now
     */
    public boolean next() throws SpoolException {
        while (true) {
            if (nextInRoll()) {
                return true;
            }
            Roll later = later();
            if (later == null) {
                return false;
            }
            // before the later roll was begun, this one got its last documents
            if (nextInRoll()) {
                return true;
            }
            if (log != null && log.searchOn()) {
                continue;
            }
            noteEndOfRoll();
            boolean passes = behindOthers.contains(later) || isBefore(roll, latest) && isBefore(latest, later);
            open(later);
            wanted = passes ? Math.max(wanted, later.firstNumber()) : wanted;
        }
    }

    /** The next roll that is wanted; null where there is none now. */
    private @Nullable Roll later() throws SpoolException {
        // a directory of a day has tens of thousands, and is not looked through for each
        int from = roll == null ? 0 : Math.abs(Collections.binarySearch(ofTime, roll, Roll.ORDER) + 1);
        for (Roll each : ofTime.subList(from, ofTime.size())) {
            if (Files.isDirectory(each.directory())) {
                return each;
            }
        }
        return after(isBefore(roll, latest) ? latest : roll);
    }

    private static boolean isBefore(@Nullable Roll one, @Nullable Roll other) {
        return other != null && (one == null || Roll.ORDER.compare(one, other) < 0);
    }

    /**
     * Looks for documents behind the place where {@link #next} found none any more, in a spool that is read once and
     * for all: damage may have led astray. Dear where the spool is still written.
     *
     * @return whether there is one; it is the next
     */
    public boolean searchOn() {
        return log != null && log.searchOn();
    }

    private boolean nextInRoll() {
        while (log != null && log.next()) {
            if (take()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the document that was read is one that is wanted. */
    private boolean take() {
        ByteBuffer bytes = document.bytes();
        if (SpoolDocument.kind(bytes) == SpoolDocument.ROLL) {
            run = check.isSound(bytes) ? SpoolDocument.runOfRoll(bytes) : null;
            runMayBeNew = true;
            return false;
        }
        // also of one that was read before: later sightings go by it
        operations.take(bytes, check);
        long read = SpoolDocument.number(bytes);
        if (read < wanted || read > SpoolDocument.MAX_NUMBER) {
            malformed += read > SpoolDocument.MAX_NUMBER ? 1 : 0;
            return false;
        }
        noteDamage();
        gap = read > wanted ? gapBefore(bytes) : null;
        missing += gap == null ? 0 : gap.count();
        lost = GapReason.DELETED;
        number = read;
        wanted = read + 1;
        return gap != null || others == null || !others.isOfOthers(bytes);
    }

    /**
     * What sightings of this operation ask for, identifiers left out, by what was told so far; null where nothing was.
     */
    public @Nullable String operation(int number) {
        return operations.text(number);
    }

    private @Nullable SpoolGap gapBefore(ByteBuffer bytes) {
        boolean saysNothing = SpoolDocument.kind(bytes) == SpoolDocument.GAP && !check.isSound(bytes);
        return saysNothing
                ? new SpoolGap(SpoolDocument.number(bytes) - 1, SpoolDocument.number(bytes) - wanted, false, lost)
                : SpoolGap.between(wanted - 1, bytes.position(0), lost);
    }

    /** The oldest roll is deleted first: where this one is still there, none between it and the next was deleted. */
    private void noteEndOfRoll() {
        if (roll == null) {
            return;
        }
        boolean stillThere = Files.isDirectory(roll.directory());
        lost = stillThere ? GapReason.DAMAGED : GapReason.DELETED;
    }

    /** Moves to the next document and hands it over, and before it the gap in front of it, if there is one. */
    public boolean read(SpoolVisitor visitor) throws SpoolException {
        if (!next()) {
            return false;
        }
        if (gap != null) {
            visitor.onGap(gap);
            if (others != null && others.isOfOthers(document.bytes())) {
                return true; // for the gap before it
            }
        }
        int kind = SpoolDocument.kind(document.bytes());
        int version = LogDocument.version(document.bytes());
        if (!SpoolDocument.isKnown(document.bytes().position(0))) {
            throw new SpoolException(
                    directory,
                    "document " + number + " is of kind " + kind + ", version " + version
                            + ", which this program does not know; read it with the program that wrote it");
        }
        if (!check.isSound(document.bytes())) {
            malformed++;
            missing++;
            visitor.onGap(new SpoolGap(number, 1, false, GapReason.MALFORMED));
            return true;
        }
        boolean tellsItself = kind == SpoolDocument.START || kind == SpoolDocument.GAP;
        if (!tellsItself && run != null && runMayBeNew) {
            runMayBeNew = false;
            if (!run.equals(handedRun)) {
                handedRun = run;
                visitor.onStart(number, run);
            }
        }
        dispatch(kind, document.bytes().position(SpoolDocument.REST_AT), visitor);
        return true;
    }

    private void dispatch(int kind, ByteBuffer rest, SpoolVisitor visitor) {
        switch (kind) {
            case SpoolDocument.START -> {
                SnifferRun begun = SpoolDocument.takeRun(rest);
                handedRun = begun;
                runMayBeNew = true;
                visitor.onStart(number, begun);
            }
            case SpoolDocument.SIGHTING -> visitor.onSighting(number, sighting.wrap(rest, SpoolDocument.REST_AT));
            case SpoolDocument.CONNECTION_END -> visitor.onConnectionEnd(number, end.wrap(rest, SpoolDocument.REST_AT));
            case SpoolDocument.NAME -> {
                long high = rest.getLong();
                long low = rest.getLong();
                NameOrigin origin = ORIGINS[rest.get()];
                visitor.onName(number, high, low, LogDocument.takeText(rest), origin);
            }
            case SpoolDocument.PROGRESS -> visitor.onProgress(number, rest.getLong());
            case SpoolDocument.LAYERS -> layers(rest, visitor);
            case SpoolDocument.COUNTERS -> {
                visitor.onFrameTimes(number, rest.getLong(), rest.getLong());
                visitor.onCounters(number, CounterCodec.take(rest));
            }
            case SpoolDocument.NOTE -> visitor.onNote(number, rest.getLong(), LogDocument.takeText(rest));
            case SpoolDocument.LOAD -> visitor.onLoad(number, rest.getLong(), HostLoad.take(rest));
            case SpoolDocument.SITE_ID -> visitor.onSiteId(number, SpoolDocument.takeId(rest));
            case SpoolDocument.END -> visitor.onEnd(number);
            default -> {
                // a gap was told before, and what an operation is when it was taken
            }
        }
    }

    private void layers(ByteBuffer rest, SpoolVisitor visitor) {
        long connection = rest.getLong();
        long high = rest.getLong();
        long low = rest.getLong();
        int port = rest.getShort() & 0xffff;
        int count = rest.get() & 0xff;
        // the layers are big-endian, as they are on the wire
        ByteBuffer bytes = rest.duplicate().order(ByteOrder.BIG_ENDIAN);
        visitor.onOuterLayers(number, connection, high, low, port, layers.wrap(bytes, rest.position(), count));
    }

    private List<Roll> rolls() throws SpoolException {
        try {
            return Roll.list(directory);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private @Nullable Roll after(@Nullable Roll present) throws SpoolException {
        try {
            return Roll.after(present, directory);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private SpoolException unreadable(IOException e) {
        return new SpoolException(directory, "cannot be read (" + SpoolHome.reason(e) + ")", e);
    }

    /** Opens a roll; one that cannot be opened any more is passed over. */
    private void open(Roll next) {
        closeLog();
        roll = next;
        try {
            log = new LogReader(next.directory(), document);
        } catch (IOException e) {
            // passed over: the numbers show the gap
            damage = damage == null ? next.directory() + ": " + SpoolHome.reason(e) : damage;
            damagedBefore++;
        }
    }

    /** Takes note of damage that was passed over since the last time. */
    private void noteDamage() {
        if (log == null || log.damagedPlaces() == damagedHere) {
            return;
        }
        if (damage == null && roll != null) {
            damage = roll.directory().getFileName() + ": " + log.damage();
        }
        damagedHere = log.damagedPlaces();
        lost = GapReason.DAMAGED;
    }

    /** Number of the present document; 0 before the first. */
    public long number() {
        return number;
    }

    /** The bytes of the present document, as they are in the spool, until the next one is read. */
    public ByteBuffer document() {
        return document.bytes().position(0);
    }

    /** The run to which the present document belongs; null where it is not known. */
    public @Nullable SnifferRun run() {
        return run;
    }

    /** Number of the oldest document that is there; one above {@link #lastNumber()} when none is. */
    public long firstNumber() throws SpoolException {
        Roll first = after(null);
        return first == null ? 1 : first.firstNumber();
    }

    /** Number of the latest document that is there now; 0 before the first. */
    public long lastNumber() throws SpoolException {
        List<Roll> all = rolls();
        try {
            return all.isEmpty() ? 0 : LastDocument.of(all.get(all.size() - 1)).number();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Documents that were missing between those that this reader read, as far as their number is known. */
    public long documentsMissing() {
        return missing;
    }

    /** Places in the rolls that were damaged and passed over; the documents there are missing. */
    public long damagedPlaces() {
        noteDamage();
        return damagedBefore + damagedHere;
    }

    /** Where the first damage was, and what; null where none was. */
    public @Nullable String damage() {
        noteDamage();
        return damage;
    }

    /** Documents that came whole but could not be decoded; they count as missing, too. */
    public long documentsMalformed() {
        return malformed;
    }

    private void closeLog() {
        if (log != null) {
            noteDamage();
            damagedBefore += damagedHere;
            damagedHere = 0;
            log.close();
            log = null;
        }
    }

    @Override
    public void close() {
        closeLog();
    }
}

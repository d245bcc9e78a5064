package io.wirepath.pipeline;

import io.wirepath.analyze.host.HostRecord;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.flows.SiteId;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.result.Address;
import io.wirepath.merge.spool.HostLoad;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolException;
import io.wirepath.merge.spool.SpoolGap;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.merge.spool.SpoolVisitor;
import io.wirepath.sniffer.CaptureCounter;
import io.wirepath.sniffer.CounterSet;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a spool into a merge, as if it were the capture that it was made from. A spool may hold several runs of its
 * sniffer, each of which numbers its connections again: those of a later run are shifted behind those of the earlier
 * ones. Reads what is there when it comes to the end; a sniffer may go on writing. Used once, by one thread.
 */
final class SpoolReading implements Closeable {

    /** Remarks of a sniffer that are passed on; of more, the number is told. */
    private static final int MAX_REMARKS = 20;

    /** Names are told anew each hour, and a roll is one of ten minutes or full. */
    private static final int ROLLS_OF_NAMES = 6;

    private final SpoolReader reader;
    private final TimeSpan taken;
    private SightingSink to = sighting -> {};
    private final ByteBuffer shifted =
            ByteBuffer.allocateDirect(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final Sighting shiftedSighting = new Sighting();
    private final ConnectionEnd shiftedEnd = new ConnectionEnd();
    private final Map<String, CounterSet.Value> total = new LinkedHashMap<>();
    private final Map<SpoolVisitor.GapReason, SpoolGap> gaps = new EnumMap<>(SpoolVisitor.GapReason.class);
    private final boolean withOperations;

    private final List<String> remarks = new ArrayList<>();
    private final Map<String, CounterSet.Value> ofRun = new LinkedHashMap<>();
    private final List<HostRecord> loads = new ArrayList<>();
    private String sniffer;
    private @Nullable SnifferRun lastRun;
    private String machine = "";
    private long connectionsBefore;
    private long highestConnection;
    private long unread;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;
    private long framesFirstNanos = Long.MAX_VALUE;
    private long framesLastNanos = Long.MIN_VALUE;

    /**
     * Opens a spool.
     *
     * @param withOperations whether what sightings ask for is told, where the spool holds it
     * @param spans sightings of this time by the sniffer's clock are wanted; rolls of other times stay closed
     * @param only whose records alone are wanted; empty for all
     * @throws SpoolException when there is none, or it is of another format
     */
    SpoolReading(Path directory, boolean withOperations, SpoolSpans spans, List<Address> only) throws SpoolException {
        this.withOperations = withOperations;
        taken = spans.seen();
        reader = Spool.read(directory);
        if (!only.isEmpty()) {
            reader.of(only);
        }
        if (!taken.equals(TimeSpan.ALWAYS)) {
            long late = taken.toNanos() < Long.MAX_VALUE - spans.lateNanos() ? spans.lateNanos() : 0;
            reader.only(taken.fromNanos(), taken.toNanos() + late, ROLLS_OF_NAMES);
        }
        sniffer = String.valueOf(directory.toAbsolutePath().normalize().getFileName());
    }

    /**
     * Reads everything that is there of the time that is wanted.
     *
     * @throws SpoolException when it cannot be read on; what was read before that was handed over
     */
    void read(SightingSink sink) throws SpoolException {
        to = sink;
        SpoolVisitor visitor = new Documents();
        try {
            do {
                while (reader.read(visitor)) {
                    // the visitor does the work
                }
            } while (reader.searchOn());
        } catch (SpoolException e) {
            unread = 1;
            throw e;
        } finally {
            closeRun();
        }
    }

    /** Whether it told of no message so far. */
    boolean isEmpty() {
        return firstNanos > lastNanos;
    }

    @Override
    public void close() {
        reader.close();
    }

    /** How the sniffer fared, over all runs; its name is the one that the operator gave it. */
    SnifferRecord record(int number, String input, UniqueNames names) {
        // a run that was killed at once told no times of frames
        boolean known = framesFirstNanos <= framesLastNanos;
        long first = known ? framesFirstNanos : firstNanos;
        long last = known ? framesLastNanos : lastNanos;
        boolean empty = first > last;
        return new SnifferRecord(
                number,
                names.of(sniffer),
                input,
                count(CaptureCounter.FRAMES.name()),
                empty ? 0 : first,
                empty ? 0 : last,
                Optional.empty(),
                counters());
    }

    private List<CounterSet.Value> counters() {
        List<CounterSet.Value> all = new ArrayList<>(total.values());
        add(all, SpoolDamageCounter.SPOOL_PLACES_DAMAGED, reader.damagedPlaces());
        add(all, SpoolDamageCounter.SPOOL_RECORDS_MALFORMED, reader.documentsMalformed());
        add(all, SpoolDamageCounter.SPOOL_NOT_READ_TO_ITS_END, unread);
        return all;
    }

    private static void add(List<CounterSet.Value> to, SpoolDamageCounter counter, long value) {
        if (value > 0) {
            to.add(new CounterSet.Value(counter, value));
        }
    }

    /** What the sniffer told of its last run; null where that is not in the spool any more. */
    @Nullable
    SnifferRun run() {
        return lastRun;
    }

    /** Name of the sniffer's machine; empty where no run told it. */
    String machine() {
        return machine;
    }

    /** The load of that machine, by the sniffer's clock. */
    List<HostRecord> loads() {
        return loads;
    }

    /** What a reader of the results must know, one sentence each. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        gaps.values().forEach(gap -> notes.add("Of the spool of " + sniffer + ", " + gap.text() + "."));
        damage().ifPresent(notes::add);
        remarks.stream().limit(MAX_REMARKS).forEach(notes::add);
        if (remarks.size() > MAX_REMARKS) {
            notes.add(sniffer + " made " + (remarks.size() - MAX_REMARKS) + " remarks more.");
        }
        return notes;
    }

    /** One sentence about damage to the files; empty where there is none. */
    Optional<String> damage() {
        return Optional.ofNullable(reader.damage())
                .map(first -> "The spool of " + sniffer + " is damaged in " + reader.damagedPlaces()
                        + (reader.damagedPlaces() == 1 ? " place" : " places") + " (first: " + first
                        + "); intact messages were used.");
    }

    /** What is wrong with the files themselves, one sentence each. */
    List<String> problems() {
        List<String> problems = new ArrayList<>(damage().stream().toList());
        if (reader.documentsMalformed() > 0) {
            problems.add("Of the spool of " + sniffer + ", " + reader.documentsMalformed()
                    + " records were intact but had impossible content; they were not used.");
        }
        return problems;
    }

    private static Instant when(long nanos) {
        return Instant.ofEpochSecond(0, nanos).truncatedTo(ChronoUnit.SECONDS);
    }

    private long count(String counter) {
        CounterSet.Value value = total.get(counter);
        return value == null ? 0 : value.value();
    }

    /** Adds the last counters of a run to those of the runs before. */
    private void closeRun() {
        for (CounterSet.Value value : ofRun.values()) {
            total.merge(
                    value.counter().name(),
                    value,
                    (before, more) -> new CounterSet.Value(more.counter(), before.value() + more.value()));
        }
        ofRun.clear();
        connectionsBefore = highestConnection;
    }

    private void note(long fromNanos, long toNanos) {
        firstNanos = Math.min(firstNanos, fromNanos);
        lastNanos = Math.max(lastNanos, toNanos);
    }

    /** Copies a record of a later run, its connection behind those of the earlier ones. */
    private void shift(ByteBuffer record, int at, long connection) {
        shifted.put(0, record, at, SightingCodec.LENGTH);
        shifted.putLong(SightingCodec.CONNECTION_AT, connection);
    }

    private long shiftedConnection(long connection) {
        long number = connectionsBefore + connection;
        highestConnection = Math.max(highestConnection, number);
        return number;
    }

    private final class Documents implements SpoolVisitor {

        /** Of the sighting that stands behind it; null where the sniffer kept none. */
        private @Nullable SiteId id;

        private long idNumber;

        @Override
        public void onSiteId(long number, SiteId carried) {
            id = carried;
            idNumber = number;
        }

        @Override
        public void onStart(long number, SnifferRun run) {
            closeRun();
            sniffer = run.sniffer();
            lastRun = run;
            machine = run.host();
        }

        @Override
        public void onSighting(long number, Sighting seen) {
            if (!taken.holds(seen.firstByteNanos())) {
                return;
            }
            note(seen.firstByteNanos(), seen.lastByteNanos());
            // one of a sighting that is missing, or of others, is of no other
            if (id != null && idNumber + 1 == number) {
                to.onSiteId(seen, id);
            }
            String operation = withOperations ? reader.operation(seen.operation()) : null;
            if (operation != null) {
                to.onOperation(seen, operation);
            }
            long connection = shiftedConnection(seen.connection());
            if (connectionsBefore == 0) {
                to.onSighting(seen);
            } else {
                shift(seen.bytes(), seen.offset(), connection);
                to.onSighting(shiftedSighting.wrap(shifted, 0));
            }
        }

        @Override
        public void onConnectionEnd(long number, ConnectionEnd seen) {
            if (!taken.holds(seen.lastPacketNanos())) {
                return;
            }
            note(seen.firstPacketNanos(), seen.lastPacketNanos());
            long connection = shiftedConnection(seen.connection());
            if (connectionsBefore == 0) {
                to.onConnectionEnd(seen);
            } else {
                shift(seen.bytes(), seen.offset(), connection);
                to.onConnectionEnd(shiftedEnd.wrap(shifted, 0));
            }
        }

        @Override
        public void onName(long number, long addressHigh, long addressLow, String name, NameOrigin origin) {
            to.onName(addressHigh, addressLow, name, origin);
        }

        @Override
        public void onProgress(long number, long timeNanos) {
            if (taken.holds(timeNanos)) {
                lastNanos = Math.max(lastNanos, timeNanos);
                to.onProgress(timeNanos);
            }
        }

        @Override
        public void onOuterLayers(
                long number, long connection, long sourceHigh, long sourceLow, int sourcePort, OuterLayers layers) {
            to.onOuterLayers(shiftedConnection(connection), sourceHigh, sourceLow, sourcePort, layers);
        }

        @Override
        public void onCounters(long number, List<CounterSet.Value> counters) {
            counters.forEach(value -> ofRun.put(value.counter().name(), value));
        }

        @Override
        public void onFrameTimes(long number, long first, long last) {
            if (first != 0) {
                framesFirstNanos = Math.min(framesFirstNanos, first);
                framesLastNanos = Math.max(framesLastNanos, last);
            }
        }

        @Override
        public void onLoad(long number, long timeNanos, List<HostLoad> load) {
            loads.addAll(HostLogs.records(timeNanos, machine, load));
        }

        @Override
        public void onNote(long number, long timeNanos, String text) {
            remarks.add(sniffer + (timeNanos == 0 ? "" : " at " + when(timeNanos)) + ": " + text);
        }

        @Override
        public void onGap(SpoolGap gap) {
            gaps.merge(gap.reason(), gap, SpoolGap::plus);
        }
    }
}

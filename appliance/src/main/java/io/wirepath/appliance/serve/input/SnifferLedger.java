package io.wirepath.appliance.serve.input;

import io.wirepath.appliance.report.CaptureHealth;
import io.wirepath.merge.spool.HostLoad;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the spools tell of each sniffer besides its sightings: its present run and its counters. Thread-safe. */
public final class SnifferLedger {

    private static final String FRAMES = "FRAMES";

    /** Of older remarks of a sniffer nothing is known any more. */
    private static final int MOST_REMARKS = 100;

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, Deque<Remark>> remarks = new HashMap<>();

    /** Of a machine's load before this many looks nothing is known any more: an hour. */
    private static final int MOST_LOADS = 3600;

    private final Map<String, Deque<MachineLook>> loads = new HashMap<>();

    /**
     * What a sniffer told.
     *
     * @param nanos when, by its clock
     */
    public record Remark(long nanos, String text) {}

    /**
     * What a sniffer's machine was busy with.
     *
     * @param nanos when, by its clock
     * @param loads its values by name
     */
    public record MachineLook(long nanos, List<HostLoad> loads) {}

    /**
     * A sniffer.
     *
     * @param name its configured name
     * @param run its present run, or null where its beginning was not read
     * @param counters of the run, as told last
     * @param firstNanos of the run or of what was read of it, by its clock; 0 before anything
     * @param progressNanos its capture is complete up to here, by its clock; 0 before anything
     * @param documents read from its spools since this service started
     * @param note what it told last that a reader must know; empty before anything
     * @param loads what its machine is busy with, as told last
     */
    public record Entry(
            String name,
            @Nullable SnifferRun run,
            List<CounterSet.Value> counters,
            long firstNanos,
            long progressNanos,
            long documents,
            String note,
            List<HostLoad> loads) {

        /** The capture as reports show it. */
        public CaptureHealth health() {
            long frames = counters.stream()
                    .filter(value -> value.counter().name().equals(FRAMES))
                    .mapToLong(CounterSet.Value::value)
                    .findFirst()
                    .orElse(0);
            return new CaptureHealth(
                    name,
                    run == null ? name : run.host() + ":" + run.source(),
                    frames,
                    firstNanos,
                    progressNanos,
                    Optional.empty(),
                    counters);
        }
    }

    /** The sniffer of this name; one of which nothing is known where it was not met. */
    public synchronized Entry entry(String name) {
        return entries.getOrDefault(name, new Entry(name, null, List.of(), 0, 0, 0, "", List.of()));
    }

    /** All sniffers in the order in which they were met. */
    public synchronized List<Entry> all() {
        return List.copyOf(entries.values());
    }

    /** A run began: counters begin anew. */
    synchronized void onStart(String name, SnifferRun run) {
        Entry was = entry(name);
        entries.put(
                name,
                new Entry(
                        name, run, List.of(), run.startNanos(), was.progressNanos, was.documents, was.note, was.loads));
    }

    /** The counters of the run. */
    synchronized void onCounters(String name, List<CounterSet.Value> counters) {
        Entry was = entry(name);
        entries.put(
                name,
                new Entry(
                        name,
                        was.run,
                        List.copyOf(counters),
                        was.firstNanos,
                        was.progressNanos,
                        was.documents,
                        was.note,
                        was.loads));
    }

    /** Something that a reader must know. */
    synchronized void onNote(String name, String note) {
        Entry was = entry(name);
        entries.put(
                name,
                new Entry(
                        name,
                        was.run,
                        was.counters,
                        was.firstNanos,
                        was.progressNanos,
                        was.documents,
                        note,
                        was.loads));
    }

    /** What the sniffer told of a moment. */
    synchronized void onRemark(String name, long nanos, String text) {
        Deque<Remark> told = remarks.computeIfAbsent(name, unseen -> new ArrayDeque<>());
        told.add(new Remark(nanos, text));
        if (told.size() > MOST_REMARKS) {
            told.remove();
        }
        onNote(name, text);
    }

    /** What a sniffer told of this stretch of time, in order. */
    public synchronized List<Remark> remarks(String name, long fromNanos, long toNanos) {
        return remarks.getOrDefault(name, new ArrayDeque<>()).stream()
                .filter(each -> each.nanos() >= fromNanos && each.nanos() < toNanos)
                .toList();
    }

    /** What the machine of the sniffer is busy with. */
    synchronized void onLoad(String name, long nanos, List<HostLoad> told) {
        Entry was = entry(name);
        entries.put(
                name,
                new Entry(
                        name,
                        was.run,
                        was.counters,
                        was.firstNanos,
                        was.progressNanos,
                        was.documents,
                        was.note,
                        List.copyOf(told)));
        Deque<MachineLook> kept = loads.computeIfAbsent(name, unseen -> new ArrayDeque<>());
        kept.add(new MachineLook(nanos, List.copyOf(told)));
        if (kept.size() > MOST_LOADS) {
            kept.remove();
        }
    }

    /** What the machine of a sniffer was busy with, as far as it is kept, in order. */
    public synchronized List<MachineLook> loads(String name) {
        return List.copyOf(loads.getOrDefault(name, new ArrayDeque<>()));
    }

    /** How far the sniffer is, and how much of it was read. */
    synchronized void onRead(String name, long progressNanos, long documents) {
        Entry was = entry(name);
        entries.put(
                name,
                new Entry(
                        name,
                        was.run,
                        was.counters,
                        was.firstNanos == 0 ? progressNanos : was.firstNanos,
                        Math.max(was.progressNanos, progressNanos),
                        was.documents + documents,
                        was.note,
                        was.loads));
    }
}

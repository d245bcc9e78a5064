package io.wirepath.appliance.serve.input;

import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.operation.OperationTemplates;
import io.wirepath.merge.spool.HostLoad;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the spools tell of each sniffer besides its sightings: its present run and its counters. Thread-safe. */
public final class SnifferLedger {

    private static final String FRAMES = "FRAMES";

    /** Of older remarks of a sniffer nothing is known any more. */
    private static final int MAX_REMARKS = 100;

    /** Of a machine's load before this many looks nothing is known any more: an hour. */
    private static final int MAX_LOADS = 3600;

    private final Map<String, State> sniffers = new LinkedHashMap<>();
    private final UlmIntake logs = new UlmIntake();
    private final SiteIdIntake ids = new SiteIdIntake(Runtime.getRuntime().maxMemory() / SiteIdIntake.HEAP_OF_ONE);
    private volatile OperationTemplates operations = new OperationTemplates();

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

        /** Its capture, as stores and reports have it, as that of the sniffer of this number. */
        public SnifferRecord health(int number) {
            long frames = counters.stream()
                    .filter(value -> value.counter().name().equals(FRAMES))
                    .mapToLong(CounterSet.Value::value)
                    .findFirst()
                    .orElse(0);
            return new SnifferRecord(
                    number,
                    name,
                    run == null ? name : run.host() + ":" + run.source(),
                    frames,
                    firstNanos,
                    progressNanos,
                    Optional.empty(),
                    counters);
        }
    }

    /** What a sniffer told so far. */
    private static final class State {

        private @Nullable SnifferRun run;
        private List<CounterSet.Value> counters = List.of();
        private long firstNanos;
        private long progressNanos;
        private long documents;
        private String note = "";
        private List<HostLoad> load = List.of();
        private final Deque<Remark> remarks = new ArrayDeque<>();
        private final Deque<MachineLook> loads = new ArrayDeque<>();

        Entry entry(String name) {
            return new Entry(name, run, counters, firstNanos, progressNanos, documents, note, load);
        }
    }

    private State of(String name) {
        return sniffers.computeIfAbsent(name, unseen -> new State());
    }

    /** What other hosts and applications logged and sent. */
    public UlmIntake logs() {
        return logs;
    }

    /** Identifiers that requests carry. */
    public SiteIdIntake ids() {
        return ids;
    }

    /** What requests ask for, as all sniffers tell it; used by the thread that merges alone. */
    public OperationTemplates operations() {
        return operations;
    }

    /** Goes on with what was learnt before. */
    public void operations(OperationTemplates learnt) {
        operations = learnt;
    }

    /** The sniffer of this name; one of which nothing is known where it was not met. */
    public synchronized Entry entry(String name) {
        return sniffers.getOrDefault(name, new State()).entry(name);
    }

    /** All sniffers in the order in which they were met. */
    public synchronized List<Entry> all() {
        return sniffers.entrySet().stream()
                .map(each -> each.getValue().entry(each.getKey()))
                .toList();
    }

    /** A run began: counters begin again. */
    synchronized void onStart(String name, SnifferRun run) {
        State state = of(name);
        state.run = run;
        state.counters = List.of();
        state.firstNanos = run.startNanos();
    }

    /** The counters of the run. */
    synchronized void onCounters(String name, List<CounterSet.Value> counters) {
        of(name).counters = List.copyOf(counters);
    }

    /** Something that a reader must know. */
    synchronized void onNote(String name, String note) {
        of(name).note = note;
    }

    /** What the sniffer told of a moment. */
    synchronized void onRemark(String name, long nanos, String text) {
        keep(of(name).remarks, new Remark(nanos, text), MAX_REMARKS);
        onNote(name, text);
    }

    private static <T> void keep(Deque<T> kept, T latest, int most) {
        kept.add(latest);
        if (kept.size() > most) {
            kept.remove();
        }
    }

    /** What a sniffer told of this stretch of time, in order. */
    public synchronized List<Remark> remarks(String name, long fromNanos, long toNanos) {
        return sniffers.getOrDefault(name, new State()).remarks.stream()
                .filter(each -> each.nanos() >= fromNanos && each.nanos() < toNanos)
                .toList();
    }

    /** What the machine of the sniffer is busy with. */
    synchronized void onLoad(String name, long nanos, List<HostLoad> loads) {
        State state = of(name);
        state.load = List.copyOf(loads);
        keep(state.loads, new MachineLook(nanos, state.load), MAX_LOADS);
    }

    /** What the machine of a sniffer was busy with, as far as it is kept, in order. */
    public synchronized List<MachineLook> loads(String name) {
        return List.copyOf(sniffers.getOrDefault(name, new State()).loads);
    }

    /** How far the sniffer is, and how much of it was read. */
    synchronized void onRead(String name, long progressNanos, long documents) {
        State state = of(name);
        // A replay begins by this machine's clock, and what it reads has times of its own.
        if (state.firstNanos == 0 || progressNanos > 0 && progressNanos < state.firstNanos) {
            state.firstNanos = progressNanos;
        }
        state.progressNanos = Math.max(state.progressNanos, progressNanos);
        state.documents += documents;
    }
}

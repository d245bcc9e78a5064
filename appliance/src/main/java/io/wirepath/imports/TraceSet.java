package io.wirepath.imports;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the traces of one run have in common. Not thread-safe. */
public final class TraceSet {

    private final @Nullable TrueParents truth;
    private final SocketEvents sockets = new SocketEvents();
    private final HostClocks clocks = new HostClocks();
    private final UlmTraces.Lifelines lifelines = new UlmTraces.Lifelines();
    private final Set<String> prepared = new HashSet<>();
    private final TableTimes tables = new TableTimes(clocks);
    private final Map<String, TraceLines> damaged = new HashMap<>();
    private final Map<String, ImportedEnd> hosts = new HashMap<>();

    /**
     * Makes an empty set.
     *
     * @param truth takes who caused what; null where nobody asks
     */
    public TraceSet(@Nullable TrueParents truth) {
        this.truth = truth;
    }

    /** Takes who caused what, where a trace says so; null where nobody asks. */
    @Nullable
    TrueParents truth() {
        return truth;
    }

    /** Knows the address of a name. */
    public void know(long addressHigh, long addressLow, String name) {
        hosts.put(name, new ImportedEnd(addressHigh, addressLow, 0, ""));
    }

    /** The events of all logs. */
    UlmTraces.Lifelines lifelines() {
        return lifelines;
    }

    /** Whether a file was looked at. */
    boolean isPrepared(String file) {
        return prepared.contains(file);
    }

    /** The clocks of all hosts, as far as the files that were looked at tell of them. */
    HostClocks clocks() {
        return clocks;
    }

    /** What a reader must know of the times that the files tell, once all were looked at. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>(clocks.notes());
        notes.addAll(tables.notes());
        notes.addAll(sockets.notes());
        return notes;
    }

    /** What tables of several hosts tell of one message. */
    TableTimes tables() {
        return tables;
    }

    /** Ends looking at files: what they tell together is found out. */
    public void settle() {
        sockets.settle(tables::told);
        for (String file : sockets.files()) {
            sockets.write(
                    file,
                    ImportedRows.looking(
                            tables.tellHalves() ? message -> tables.addTraced(file, message) : clocks::add));
        }
        tables.settle();
        lifelines.settle(clocks);
        clocks.solve();
        tables.settleCalls();
    }

    /** The lines of a file that was looked at, where some of them make no sense. */
    @Nullable
    TraceLines damaged(String file) {
        return damaged.get(file);
    }

    /** The addresses that are known by name. */
    Map<String, ImportedEnd> hosts() {
        return hosts;
    }

    /** What all traced processes did with their sockets. */
    SocketEvents sockets() {
        return sockets;
    }

    /**
     * Looks at a file before all are read: the two ends of a connection may be traced in two files. What is wrong with
     * it is told when it is read.
     */
    public void prepare(ImportFile file) throws IOException {
        TraceLines lines = file.prepare(this);
        prepared.add(file.path());
        if (lines.damaged() > 0) {
            damaged.put(file.path(), lines);
        }
    }
}

package io.wirepath.pipeline;

import io.wirepath.analyze.host.HostLog;
import io.wirepath.analyze.path.RoleMemory;
import io.wirepath.analyze.series.Intervals;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.imports.ImportFile;
import io.wirepath.imports.TrueParents;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.report.ParentComparison;
import io.wirepath.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The main job, once: captures or a store in, a report out. */
public final class AnalysisRun {

    private final MergeReading reading;
    private final @Nullable Path hosts;
    private final AlgorithmChoice choice;
    private final CallSelection explained;
    private final TimeSpan span;
    private final long intervalNanos;
    private @Nullable CallSurroundings surroundings;
    private final List<Path> logs = new ArrayList<>();

    /** Prepares a run over all of the time; the data choose the width of intervals. */
    public AnalysisRun(MergeReading reading, @Nullable Path hosts, AlgorithmChoice choice, CallSelection explained) {
        this(reading, hosts, choice, explained, TimeSpan.ALWAYS, 0);
    }

    /**
     * Prepares a run.
     *
     * @param reading reads captures
     * @param hosts file with names of addresses, or a directory of them, or null
     * @param choice chooses the algorithm
     * @param explained whose links are explained
     * @param span messages of other times are left out
     * @param intervalNanos width of the intervals of time series, ns; 0 to choose it from the data
     */
    public AnalysisRun(
            MergeReading reading,
            @Nullable Path hosts,
            AlgorithmChoice choice,
            CallSelection explained,
            TimeSpan span,
            long intervalNanos) {
        this.reading = reading;
        this.hosts = hosts;
        this.choice = choice;
        this.explained = explained;
        this.span = span;
        this.intervalNanos = intervalNanos;
    }

    /** Has it read logs of hosts and applications too; gives itself. */
    public AnalysisRun withLogs(List<Path> files) {
        logs.addAll(files);
        return this;
    }

    /** Has it look at the messages of this call alone where those of its hosts are too many; gives itself. */
    public AnalysisRun around(CallSelection.Asked asked) {
        return around(new CallSurroundings(asked));
    }

    AnalysisRun around(CallSurroundings call) {
        surroundings = call;
        return this;
    }

    /**
     * What a run gives.
     *
     * @param report for every kind of output
     * @param details what exports need besides
     */
    public record Outcome(Report report, MessageDetails details) {}

    /**
     * Runs.
     *
     * @param inputs what the user named: stores, or captures and what else a sniffer's messages are read from
     * @param keep where captures' messages are kept, or null to keep none
     * @param title heading, or null for the names of the inputs
     */
    public Outcome run(List<String> inputs, @Nullable Path keep, @Nullable String title) throws IOException {
        LoadedMessages loaded = load(inputs, keep);
        checkInterval(loaded.table());
        HostLog logged = reading.hosts().log(loaded.merge(), loaded.inputs());
        List<String> notes = new ArrayList<>(loaded.notes());
        notes.addAll(reading.hosts().notes());
        Report report = Job.run(
                new Job.Sources(
                        title != null ? title : Job.heading(inputs),
                        loaded.table(),
                        loaded.inputs(),
                        notes,
                        loaded.merge(),
                        logged,
                        null),
                TimeSpan.ALWAYS,
                new Job.Choice(
                        choice,
                        choice.paths().withIntervalNanos(intervalNanos),
                        Job.Links.explained(explained.among(loaded.table(), loaded.details())),
                        new RoleMemory(),
                        analysis -> comparison(analysis, loaded.details())));
        return new Outcome(
                reading.wantsIds() ? new IdentifiedCalls(report, loaded.details()).with(reading.ids()) : report,
                loaded.details());
    }

    /** Infers no more than which calls there are, and who caused whom: what is asked of few calls needs no report. */
    public InferredCalls calls(List<String> inputs) throws IOException {
        LoadedMessages loaded = load(inputs, null);
        InferredCalls inferred = InferredCalls.of(loaded, choice);
        return surroundings != null && surroundings.areLeftOut()
                ? inferred.withoutCauses(surroundings.counted())
                : inferred;
    }

    private LoadedMessages load(List<String> inputs, @Nullable Path keep) throws IOException {
        if (reading.wantsIds()) {
            checkPackets(inputs);
        }
        for (Path log : logs) {
            reading.readLog(log);
        }
        NodeNames names = NameFile.namesOf(hosts);
        reading.know(names);
        List<Path> stores =
                inputs.stream().map(Path::of).filter(MessageStore::isStore).toList();
        LoadedMessages loaded = stores.size() == inputs.size()
                ? new MessageLoader(names, span, reading.withOperations()).load(stores)
                : fromCaptures(inputs, keep, names);
        if (loaded.table().size() == 0 && !span.equals(TimeSpan.ALWAYS)) {
            throw new Failure("no message lies " + words(span) + times(loaded.inputs()));
        }
        return loaded;
    }

    private static String words(TimeSpan span) {
        String from = Instant.ofEpochSecond(0, span.fromNanos()).toString();
        String to = Instant.ofEpochSecond(0, span.toNanos()).toString();
        if (span.toNanos() == TimeSpan.ALWAYS.toNanos()) {
            return "after " + from;
        }
        return span.fromNanos() == TimeSpan.ALWAYS.fromNanos() ? "before " + to : "between " + from + " and " + to;
    }

    private static void checkPackets(List<String> inputs) throws IOException {
        for (String input : inputs) {
            Path path = Path.of(input);
            if (MessageStore.isStore(path) || ImportFile.of(path) != null) {
                throw new Failure("--ids: " + path + " holds no packets, so no identifiers");
            }
        }
    }

    private @Nullable ParentComparison comparison(Analysis analysis, MessageDetails details) {
        TrueParents truth = reading.truth();
        if (truth == null) {
            return null;
        }
        if (truth.size() == 0) {
            throw new Failure("--compare-parents: no input tells who caused what; spans of OTLP, Jaeger and Zipkin do");
        }
        return ParentScore.of(truth, analysis, details);
    }

    private void checkInterval(MessageTable messages) {
        try {
            Intervals.of(messages, TimeSpan.ALWAYS, intervalNanos);
        } catch (IllegalArgumentException e) {
            throw new Failure("--interval: " + e.getMessage(), e);
        }
    }

    /** From when to when the captures are, as far as that is known: a replayed one has begun after it ended. */
    private static String times(List<SnifferRecord> inputs) {
        List<SnifferRecord> timed = inputs.stream()
                .filter(input -> input.firstNanos() > 0 && input.firstNanos() <= input.lastNanos())
                .toList();
        if (timed.isEmpty()) {
            return "";
        }
        long first = timed.stream().mapToLong(SnifferRecord::firstNanos).min().orElseThrow();
        long last = timed.stream().mapToLong(SnifferRecord::lastNanos).max().orElseThrow();
        return ": what was captured, by the clocks of sniffers, is from " + Instant.ofEpochSecond(0, first) + " to "
                + Instant.ofEpochSecond(0, last);
    }

    private LoadedMessages fromCaptures(List<String> inputs, @Nullable Path keep, NodeNames names) throws IOException {
        MessageLoader loader = new MessageLoader(names, span, reading.withOperations());
        if (reading.wantsIds()) {
            loader.keepDigests();
        }
        if (surroundings != null) {
            loader.around(surroundings);
        }
        if (keep == null) {
            return reading.load(inputs, span, loader);
        }
        reading.intoStore(inputs, keep);
        return loader.load(keep);
    }
}

package io.wirepath.cluster;

import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.explain.ExplainedLinks;
import io.wirepath.causes.incremental.WindowedInference;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.NodeAnswer;
import io.wirepath.causes.joint.NodeProblem;
import io.wirepath.cluster.kafka.SightingRecord;
import io.wirepath.cluster.slice.SliceSpools;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.pipeline.AlgorithmChoice.Chosen;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Inference;
import io.wirepath.pipeline.LoadedMessages;
import io.wirepath.pipeline.MergeReading;
import io.wirepath.pipeline.MessageLoader;
import io.wirepath.pipeline.NodeNames;
import io.wirepath.pipeline.StoreDirectory;
import io.wirepath.pipeline.Version;
import io.wirepath.pipeline.diagnosis.Diagnosis;
import io.wirepath.report.Report;
import io.wirepath.report.ReportJson;
import io.wirepath.report.export.OtlpWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What each stage of a slice costs, in CPU time of the thread that does it: {@code bench/cluster stages} runs it. One
 * slice holds all of some spools; it is made several times, and the last is told, by which time the compiler is done.
 */
public final class StageTrial {

    private static final double MICRO = 1000;

    private final Map<String, Long> nanos = new LinkedHashMap<>();
    private long sinceNanos;
    private long documents;
    private long bytes;
    private int messages;
    private int nodes;
    private long nodeBytes;
    private long dearestNanos;

    private StageTrial() {}

    /** Spools' directory, and how often. */
    public static void main(String[] arguments) throws IOException {
        List<Path> spools;
        try (Stream<Path> inside = Files.list(Path.of(arguments[0]))) {
            spools = inside.filter(Spool::isSpool).sorted().toList();
        }
        StageTrial trial = new StageTrial();
        for (int times = Integer.parseInt(arguments[1]); times > 0; times--) {
            trial = new StageTrial();
            trial.make(spools);
        }
        trial.print(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    }

    private void make(List<Path> spools) throws IOException {
        sinceNanos = cpuNanos();
        try (SliceSpools slice = new SliceSpools(false);
                StoreDirectory store = new StoreDirectory();
                PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            for (Path spool : spools) {
                collect(spool, slice);
            }
            List<String> places = slice.finish().stream().map(Path::toString).toList();
            note("documents to the slice's spools");
            new MergeReading(
                            FlowSettings.defaults(),
                            MergeSettings.defaults(),
                            new Console(OutputStream.nullOutputStream(), nowhere, false, false, false),
                            false)
                    .intoStore(places, store.path());
            note("merge");
            LoadedMessages loaded = new MessageLoader(new NodeNames()).load(store.path());
            messages = loaded.table().size();
            note("table of messages");
            Chosen chosen = Inference.defaults().choose(loaded.table());
            JointLinking joint = (JointLinking) ((WindowedInference) chosen.algorithm()).streaming();
            List<NodeProblem> problems = joint.problems(loaded.table());
            note("inference: what is learnt of all messages");
            ExplainedLinks links = new ExplainedLinks(JointLinking.links(loaded.table(), solve(problems)), List.of());
            note("inference: links of the answers");
            Analysis analysis = Analyzer.aggregate(
                    chosen.algorithm().name(), loaded.table(), links, AnalysisSettings.defaults(), TimeSpan.ALWAYS);
            note("calls, paths, patterns, series, findings");
            Report report = new Report(
                    "trial",
                    Version.text(),
                    Diagnosis.of(analysis, new ArrayList<>(loaded.inputs()), loaded.merge()),
                    loaded.inputs(),
                    chosen.settings(),
                    loaded.notes(),
                    loaded.merge());
            int length = ReportJson.of(report).toString().length();
            note("report of " + length / 1000 + " kB");
            OtlpWriter.write(report, loaded.details(), 1 << 20, (otlp, spans) -> bytes += otlp.length);
            note("calls as OTLP");
        }
    }

    /** Solves the nodes, as slots would: each problem and each answer goes over the network. */
    private List<NodeAnswer> solve(List<NodeProblem> problems) {
        List<byte[]> shuffled = new ArrayList<>();
        problems.forEach(problem -> shuffled.add(problem.bytes()));
        nodes = problems.size();
        note("inference: nodes to bytes");
        List<NodeAnswer> answers = new ArrayList<>();
        for (byte[] problem : shuffled) {
            long before = cpuNanos();
            NodeAnswer answer = NodeProblem.of(problem).solve();
            dearestNanos = Math.max(dearestNanos, cpuNanos() - before);
            answers.add(answer);
            nodeBytes += problem.length + answer.bytes().length;
        }
        note("inference: nodes, each by itself");
        return answers;
    }

    private void collect(Path spool, SliceSpools slice) throws IOException {
        String sniffer = String.valueOf(spool.getFileName());
        try (SpoolReader reader = Spool.read(spool)) {
            while (reader.next()) {
                slice.add(SightingRecord.encode(sniffer, reader.incarnation(), reader.document()));
                documents++;
            }
        }
    }

    private void note(String stage) {
        long now = cpuNanos();
        nanos.merge(stage, now - sinceNanos, Long::sum);
        sinceNanos = now;
    }

    private void print(PrintStream out) {
        long all = nanos.values().stream().mapToLong(Long::longValue).sum();
        out.printf("%d documents, %d messages, %d bytes of OTLP a message%n", documents, messages, bytes / messages);
        nanos.forEach((stage, own) ->
                out.printf("%-45s %7.1f us a message %5.1f %%%n", stage, own / MICRO / messages, 100.0 * own / all));
        out.printf("%-45s %7.1f us a message%n", "all", all / MICRO / messages);
        out.printf(
                "%d nodes, %d bytes a message to them and back; the dearest node is %.0f %% of all nodes%n",
                nodes,
                nodeBytes / messages,
                100.0 * dearestNanos / nanos.getOrDefault("inference: nodes, each by itself", 1L));
    }

    /** Of this thread: nothing here starts another. */
    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}

package io.wirepath.bench.accuracy;

import com.sun.management.OperatingSystemMXBean;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.incident.Incidents;
import io.wirepath.analyze.request.CriticalPath;
import io.wirepath.analyze.series.Intervals;
import io.wirepath.analyze.series.SeriesBuilder;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.analyze.whole.Algorithms;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code bench/incident-cost}: what series, changes and the attribution of time add to an analysis. */
@CommandLine.Command(
        name = "bench/incident-cost",
        description = "Measures what series, changes and the attribution of time add to the CPU time of an analysis.",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100)
final class IncidentCostBench implements Callable<Integer> {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MESSAGES_PER_REQUEST = 8;
    private static final int PERCENT = 100;

    @Option(names = "--messages", defaultValue = "1000000", description = "Messages of the trace. Default: 1,000,000.")
    private int messages;

    @Option(names = "--clients", defaultValue = "17", description = "Clients of each kind at once. Default: 17.")
    private int clients;

    @Option(names = "--algorithm", defaultValue = "joint", description = "Default: joint.")
    private String algorithm;

    private double seconds;

    /** Runs the bench. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new IncidentCostBench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        MessageTable warm = trace(messages / 20);
        measure(warm);
        System.out.println("| algorithm | messages | all, s | series, s | changes, s | attribution, s | dearer |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|");
        System.out.println(measure(trace(messages)));
        return 0;
    }

    private MessageTable trace(int number) throws IOException {
        return TraceGenerator.generate(
                        Trial.configuration("multi-tier").withInstances(clients), number / MESSAGES_PER_REQUEST, 1)
                .table();
    }

    private String measure(MessageTable table) {
        Analysis analysis =
                timed(() -> Analyzer.analyze(table, Algorithms.byName(algorithm), AnalysisSettings.defaults()));
        double all = seconds;
        CallTable calls = analysis.calls();
        ServedCalls served = new ServedCalls(table, calls);
        timed(() -> new SeriesBuilder(table, calls, served, TimeSpan.ALWAYS, Intervals.of(table, TimeSpan.ALWAYS, 0))
                .build(analysis.roles(), Map.of()));
        double series = seconds;
        timed(() -> Incidents.of(table, calls, served, analysis.roles(), TimeSpan.ALWAYS));
        double changes = seconds;
        timed(() -> attributed(table, calls, served));
        double attribution = seconds;
        double more = series + changes + attribution;
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.1f | %.2f | %.2f | %.2f | %.1f %% |",
                algorithm,
                table.size(),
                all,
                series,
                changes,
                attribution,
                PERCENT * more / (all - more));
    }

    /** Attributes the time of each request from outside; returns how much that is. */
    private static List<Long> attributed(MessageTable table, CallTable calls, ServedCalls served) {
        CriticalPath path = new CriticalPath(table, calls, served);
        long[] sum = new long[1];
        for (int call = 0; call < calls.size(); call++) {
            if (calls.parent()[call] == MessageTable.NONE && calls.isAnswered(call)) {
                path.follow(call, (cause, of, row, from, to) -> sum[0] += to - from);
            }
        }
        return List.of(sum[0]);
    }

    private <T> T timed(Supplier<T> what) {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long before = system.getProcessCpuTime();
        T own = what.get();
        seconds = (system.getProcessCpuTime() - before) / NANOS_PER_SECOND;
        return own;
    }
}

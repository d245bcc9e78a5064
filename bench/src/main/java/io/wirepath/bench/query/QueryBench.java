package io.wirepath.bench.query;

import com.sun.management.OperatingSystemMXBean;
import io.wirepath.analyze.query.event.AnalysisEvents;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.QueryText;
import io.wirepath.analyze.query.operator.GroupTable;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.analyze.query.plan.CompiledQuery;
import io.wirepath.analyze.query.plan.QueryCompiler;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.appliance.index.EventIndex;
import io.wirepath.appliance.index.PartWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How long queries take over an index of many messages on two threads, and what a standing query costs at 100,000
 * messages a second: {@code bench/query MESSAGES DIRECTORY [build|ask|standing]}, all three without a last word. Parts
 * of the index that are in the directory are used again.
 */
public final class QueryBench {

    private static final int PART_MESSAGES = 2_000_000;
    private static final int RATE = 100_000;
    private static final int TIMES = 3;
    private static final double SECOND = 1e9;

    private static final List<String> QUERIES = List.of(
            "From m In messages GroupBy m.source Select m.source, COUNT, SUM(m.bytes)",
            "From r In responses GroupBy r.server, r.protocol Select r.server, r.protocol, COUNT, AVG(r.latency), MAX(r.latency)",
            "From r In responses GroupBy r.server Select r.server, QUANTILE(r.latency, 0.99)",
            "From r In responses Where r.protocol = 'postgresql' Join c In First(requests) On c -> r"
                    + " GroupBy r.server, c.client Select r.server, c.client, SUM(r.bytes), COUNT",
            "From q In requests Join p In MostRecent(requests) On p -> q"
                    + " GroupBy p.server, q.server Select p.server, q.server, SUM(q.bytes), COUNT",
            "From j In responses Where j.clientAddress ~ 'client' Join l In responses On l -> j"
                    + " GroupBy l.server Select l.server, COUNT, SUM(l.own)");

    private static final ThreadMXBean THREAD = ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean MACHINE =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private QueryBench() {}

    /** Measures. */
    public static void main(String[] args) throws IOException {
        if (args.length < 2) {
            System.err.println("bench/query MESSAGES DIRECTORY [build|ask|standing]");
            System.exit(2);
        }
        long messages = Long.parseLong(args[0]);
        Path directory = Path.of(args[1]);
        String what = args.length > 2 ? args[2] : "";
        if (!what.equals("standing")) {
            build(messages, directory);
        }
        if (what.isEmpty() || what.equals("ask")) {
            over(directory, messages);
        }
        if (what.isEmpty() || what.equals("standing")) {
            standing();
        }
    }

    private static void build(long messages, Path directory) throws IOException {
        PartWriter parts = new PartWriter(directory);
        long writing = 0;
        int count = Math.toIntExact((messages + PART_MESSAGES - 1) / PART_MESSAGES);
        for (int part = parts.parts(); part < count; part++) {
            EventSet events = new AnalysisEvents(part(part), List.of());
            long start = System.nanoTime();
            parts.write(events);
            writing += System.nanoTime() - start;
        }
        parts.finish();
        try (Stream<Path> files = Files.list(directory)) {
            long bytes = files.mapToLong(file -> file.toFile().length()).sum();
            System.out.printf(
                    Locale.ROOT,
                    "index of %,d messages in %d parts: %.1f GB, written in %.0f s%n",
                    messages,
                    count,
                    bytes / 1e9,
                    writing / SECOND);
        }
    }

    private static Analysis part(int part) {
        long every = Math.round(SECOND * GeneratedCalls.MESSAGES_OF_A_REQUEST / RATE);
        int requests = PART_MESSAGES / GeneratedCalls.MESSAGES_OF_A_REQUEST;
        return GeneratedCalls.of(requests, 1_800_000_000_000_000_000L + part * (requests * every), every, part);
    }

    private static void over(Path directory, long messages) throws IOException {
        System.out.println("| query | first, s | best of " + TIMES + ", s | of processors, s | ns a message | rows |");
        System.out.println("|---|--:|--:|--:|--:|--:|");
        for (String query : QUERIES) {
            double first = 0;
            double best = Double.MAX_VALUE;
            double least = Double.MAX_VALUE;
            int rows = 0;
            for (int time = 0; time < TIMES; time++) {
                EventIndex index = EventIndex.open(directory, QueryBounds.defaults(), 2);
                long start = System.nanoTime();
                long before = MACHINE.getProcessCpuTime();
                rows = index.answer(query).rows().size();
                double took = (System.nanoTime() - start) / SECOND;
                first = time == 0 ? took : first;
                best = Math.min(best, took);
                least = Math.min(least, (MACHINE.getProcessCpuTime() - before) / SECOND);
            }
            System.out.printf(
                    Locale.ROOT,
                    "| `%s` | %.2f | %.2f | %.2f | %.1f | %d |%n",
                    query,
                    first,
                    best,
                    least,
                    least * SECOND / messages,
                    rows);
        }
    }

    /** Each query of a window, as the service asks it: alone, with the causal order of the window, and after others. */
    private static void standing() {
        double[] alone = new double[QUERIES.size()];
        double[] after = new double[QUERIES.size()];
        Arrays.fill(alone, Double.MAX_VALUE);
        Arrays.fill(after, Double.MAX_VALUE);
        for (int time = 0; time < TIMES; time++) {
            Analysis window = part(time);
            for (int query = 0; query < QUERIES.size(); query++) {
                EventSet events = new AnalysisEvents(window, List.of());
                alone[query] = Math.min(alone[query], nanos(QUERIES.get(query), events));
                after[query] = Math.min(after[query], nanos(QUERIES.get(query), events));
            }
        }
        System.out.println("| standing query | ns a message | of a processor at 100,000 messages/s | after others |");
        System.out.println("|---|--:|--:|--:|");
        for (int query = 0; query < QUERIES.size(); query++) {
            System.out.printf(
                    Locale.ROOT,
                    "| `%s` | %.0f | %.2f %% | %.2f %% |%n",
                    QUERIES.get(query),
                    alone[query],
                    alone[query] * RATE / SECOND * 100,
                    after[query] * RATE / SECOND * 100);
        }
    }

    private static double nanos(String query, EventSet window) {
        long start = THREAD.getCurrentThreadCpuTime();
        CompiledQuery compiled = new QueryCompiler(window, QueryBounds.standing())
                .compile(QueryText.parse(query), new GroupTable(QueryBounds.standing()));
        compiled.feed();
        compiled.answer();
        return (THREAD.getCurrentThreadCpuTime() - start) / (double) PART_MESSAGES;
    }
}

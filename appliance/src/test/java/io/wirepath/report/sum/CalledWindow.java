package io.wirepath.report.sum;

import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.explain.ExplainedLinks;
import io.wirepath.flows.Role;
import io.wirepath.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Requests of a client to web, which calls app1 or app2 for two in three of them, with known delays and causes. */
public final class CalledWindow {

    private static final long EVERY = 100_000_000;

    private final NodeTable nodes = new NodeTable();
    private final MessageTableBuilder messages = new MessageTableBuilder(nodes);
    private final List<Integer> causes = new ArrayList<>();
    private final SplittableRandom random;

    /** What web took for each request that it answered by itself, ns, in order of time. */
    private final List<Long> alone = new ArrayList<>();

    private final MessageTable table;

    /** So many requests, one each 100 ms from then on. */
    public CalledWindow(long from, int requests, long seed) {
        random = new SplittableRandom(seed);
        int client = nodes.add("10.0.0.1", "client", true);
        int web = nodes.add("10.0.0.2", "web", true);
        int app = nodes.add("10.0.0.3", "app1", true);
        nodes.add("10.0.0.4", "app2", true);
        for (int i = 0; i < requests; i++) {
            long at = from + i * EVERY;
            int cause = send(at, client, web, 80, 2 * i, Role.REQUEST, -1);
            long took = 1_000 + (long) (2_000_000 / (0.02 + random.nextDouble()));
            if (i % 3 > 0) {
                int asked = send(at + took / 4, web, app + i % 2, 8080, 2 * i + 1, Role.REQUEST, cause);
                cause = send(at + took / 2, app + i % 2, web, 8080, 2 * i + 1, Role.RESPONSE, asked);
            } else {
                alone.add(took);
            }
            send(at + took, web, client, 80, 2 * i, Role.RESPONSE, cause);
        }
        table = messages.build();
    }

    private int send(long at, int from, int to, int port, int connection, Role role, int cause) {
        boolean asks = role == Role.REQUEST;
        int source = asks ? 40_000 : port;
        int destination = asks ? port : 40_000;
        int number = causes.size();
        messages.add(
                at,
                at,
                from,
                source,
                to,
                destination,
                connection,
                6,
                role,
                1,
                0,
                200,
                MessageTable.FLAG_TWO_SNIFFERS,
                number);
        causes.add(cause);
        return number;
    }

    /** What web took for each request that it answered by itself, ns, in order of time. */
    public List<Long> alone() {
        return alone;
    }

    /** The analysis of those that began in this time. */
    public Analysis analysis(TimeSpan counted) {
        int[] rowOf = new int[table.size()];
        for (int row = 0; row < rowOf.length; row++) {
            rowOf[(int) table.record(row)] = row;
        }
        LinkTable.Builder links = new LinkTable.Builder(table.size());
        for (int row = 0; row < rowOf.length; row++) {
            int cause = causes.get((int) table.record(row));
            if (cause >= 0) {
                links.add(rowOf[cause], 1);
            }
            links.endChild(cause >= 0 ? 0 : 1);
        }
        return Analyzer.aggregate(
                "joint", table, new ExplainedLinks(links.build(), List.of()), AnalysisSettings.defaults(), counted);
    }

    /** A report of all of it. */
    public Report report() {
        return new Report("a window", "0", analysis(TimeSpan.ALWAYS), List.of(), Map.of(), List.of());
    }

    /** Adds an analysis to a sum as a service does, by way of a file in this directory. */
    public static void add(Analysis analysis, ReportSum to, Path directory) throws IOException {
        Path file = Files.createTempFile(directory, "window", ".sums");
        Files.write(file, KeptSums.of(analysis));
        try (KeptSums kept = KeptSums.open(file)) {
            to.add(kept);
        }
    }
}

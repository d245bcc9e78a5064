package io.wirepath.bench.page;

import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.explain.ExplainedLinks;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A minute of a large made-up system: requests of many kinds, each of which takes its own path through a few roles.
 * What caused what is given, not inferred: the page is measured, not the analysis. The same numbers give the same
 * window.
 */
final class LoadedWindow {

    static final long SECOND = 1_000_000_000L;
    static final long LENGTH = 60 * SECOND;

    private static final int CLIENTS = 20;
    private static final int REPLICAS = 10;
    private static final int PORT = 8000;
    private static final double SKEW = 3;
    private static final long MIN_WORK = 100_000;

    private final long from;
    private final int kinds;
    private final int roles;
    private final NodeTable nodes = new NodeTable();
    private final MessageTableBuilder messages = new MessageTableBuilder(nodes);
    private final SplittableRandom random = new SplittableRandom(1);
    private int sent;
    private int connections;

    /** Message that caused each message, by their order of making; -1 for none. */
    private int[] causes = new int[1 << 16];

    private LoadedWindow(long from, int kinds, int roles) {
        this.from = from;
        this.kinds = kinds;
        this.roles = roles;
        for (int i = 0; i < CLIENTS; i++) {
            nodes.add("10.0.0." + i, "client" + i, true);
        }
        for (int i = 0; i < roles * REPLICAS; i++) {
            nodes.add(
                    String.format(Locale.ROOT, "10.%d.%d.%d", 1 + i / 65_536, i / 256 % 256, i % 256),
                    "r" + i / REPLICAS + "-" + i % REPLICAS,
                    true);
        }
    }

    /**
     * The analysis of the minute.
     *
     * @param from when it begins
     * @param instances requests of clients
     * @param kinds paths that they take
     * @param roles roles of ten nodes each
     */
    static Analysis of(long from, int instances, int kinds, int roles) {
        LoadedWindow window = new LoadedWindow(from, kinds, roles);
        for (int i = 0; i < instances; i++) {
            window.request(i, instances);
        }
        return window.analysis();
    }

    private Analysis analysis() {
        MessageTable table = messages.build();
        int[] rowOf = new int[table.size()];
        for (int row = 0; row < rowOf.length; row++) {
            rowOf[(int) table.record(row)] = row;
        }
        LinkTable.Builder links = new LinkTable.Builder(table.size());
        for (int row = 0; row < rowOf.length; row++) {
            int cause = causes[(int) table.record(row)];
            if (cause >= 0) {
                links.add(rowOf[cause], 1);
            }
            links.endChild(cause >= 0 ? 0 : 1);
        }
        return Analyzer.aggregate(
                "given",
                table,
                new ExplainedLinks(links.build(), List.of()),
                AnalysisSettings.defaults().withMaxPatterns(kinds),
                new TimeSpan(from, from + LENGTH));
    }

    private void request(int number, int instances) {
        int kind = (int) (kinds * Math.pow(random.nextDouble(), SKEW));
        SplittableRandom shape = new SplittableRandom(kind);
        long begin = from + (long) ((double) LENGTH * number / instances) + random.nextLong(SECOND / 1000);
        int entry = node(shape.nextInt(roles), kind);
        int client = random.nextInt(CLIENTS);
        long asked = begin + MIN_WORK / 2;
        int asking = connections++;
        int request = send(begin, asked, client, entry, asking, Role.REQUEST, -1);
        long at = asked + work();
        int last = request;
        int calls = shape.nextInt(3);
        for (int i = 0; i < calls; i++) {
            int callee = node(shape.nextInt(roles), kind);
            int call = send(at, at + MIN_WORK / 4, entry, callee, connections, Role.REQUEST, last);
            at += MIN_WORK / 4 + work();
            last = send(at, at + MIN_WORK / 4, callee, entry, connections++, Role.RESPONSE, call);
            at += MIN_WORK / 4 + work();
        }
        send(at, at + MIN_WORK / 2, entry, client, asking, Role.RESPONSE, last);
        messages.outcome(Outcome.of(Outcome.Kind.HTTP, random.nextInt(1000) == 0 ? 500 : 200));
    }

    private int node(int role, int kind) {
        return CLIENTS + role * REPLICAS + kind % REPLICAS;
    }

    private long work() {
        return MIN_WORK + (long) (-Math.log(1 - random.nextDouble()) * 2 * MIN_WORK);
    }

    private int send(long at, long received, int source, int destination, int connection, Role role, int cause) {
        int callee = role == Role.REQUEST ? destination : source;
        int port = PORT + (callee - CLIENTS) / REPLICAS;
        boolean request = role == Role.REQUEST;
        messages.add(
                at,
                received,
                source,
                request ? 40_000 : port,
                destination,
                request ? port : 40_000,
                connection,
                6,
                role,
                1,
                0,
                200,
                MessageTable.FLAG_TWO_SNIFFERS,
                sent);
        if (random.nextInt(5000) == 0) {
            messages.tcp(1, 200_000, 0, 0);
        }
        if (sent == causes.length) {
            causes = java.util.Arrays.copyOf(causes, 2 * sent);
        }
        causes[sent] = cause;
        return sent++;
    }
}

package io.wirepath.bench.query;

import io.wirepath.analyze.path.PatternTable;
import io.wirepath.analyze.series.SeriesTable;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.fanin.Joins;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Calls as a busy system makes them, with causes that are given: a client asks one of 4 web servers, that one of 8
 * application servers, and that each of 2 of 4 databases. Of one call in fifty the cause is in doubt, 4 to 1.
 */
final class GeneratedCalls {

    /** Messages of a request: four calls with their responses. */
    static final int MESSAGES_OF_A_REQUEST = 8;

    private static final int CALLS = MESSAGES_OF_A_REQUEST / 2;
    private static final int CLIENTS = 50;
    private static final int WEBS = 4;
    private static final int APPS = 8;
    private static final int DATABASES = 4;
    private static final long MILLI = 1_000_000;

    private final SplittableRandom random;
    private final NodeTable nodes = new NodeTable();
    private final MessageTableBuilder builder = new MessageTableBuilder(nodes);
    private final Map<String, Integer> connections = new HashMap<>();
    private int call;

    private GeneratedCalls(long seed) {
        random = new SplittableRandom(seed);
    }

    /**
     * The analysis of so many requests.
     *
     * @param fromNanos when the first begins
     * @param everyNanos how long after it the next begins
     */
    static Analysis of(int requests, long fromNanos, long everyNanos, long seed) {
        GeneratedCalls calls = new GeneratedCalls(seed);
        for (int request = 0; request < requests; request++) {
            calls.request(fromNanos + request * everyNanos);
        }
        return calls.analysis();
    }

    private void request(long at) {
        int client = random.nextInt(CLIENTS);
        int web = random.nextInt(WEBS);
        int app = random.nextInt(APPS);
        long begin = at + random.nextInt(1000);
        long end = begin + 20 * MILLI + random.nextInt(20_000_000);
        String webName = "web" + web;
        String appName = "app" + app;
        add("client" + client, webName, Protocol.HTTP1, begin, end);
        add(webName, appName, Protocol.HTTP1, begin + MILLI, end - MILLI);
        long third = (end - begin) / 3;
        for (int each = 0; each < 2; each++) {
            int database = random.nextInt(DATABASES);
            long from = begin + 2 * MILLI + each * third;
            add(appName, "db" + database, Protocol.POSTGRESQL, from, from + third - 2 * MILLI);
        }
    }

    private void add(String from, String to, Protocol protocol, long sent, long answered) {
        int source = nodes.add("10." + from, from, true);
        int destination = nodes.add("10." + to, to, true);
        int connection = connections.computeIfAbsent(from + to, unseen -> connections.size());
        int port = 20_000 + connection;
        int kind = protocol.ordinal();
        builder.add(
                sent,
                sent + 50_000,
                source,
                port,
                destination,
                80,
                connection,
                IpProtocol.TCP,
                Role.REQUEST,
                kind,
                call,
                100 + random.nextInt(500),
                0,
                call);
        builder.add(
                answered,
                answered + 50_000,
                destination,
                80,
                source,
                port,
                connection,
                IpProtocol.TCP,
                Role.RESPONSE,
                kind,
                call,
                200 + random.nextInt(5000),
                0,
                call);
        call++;
    }

    private Analysis analysis() {
        MessageTable messages = builder.build();
        int[] requestOf = new int[call];
        int[] responseOf = new int[call];
        for (int row = 0; row < messages.size(); row++) {
            (messages.role(row) == Role.REQUEST ? requestOf : responseOf)[(int) messages.record(row)] = row;
        }
        Integer[] order = new Integer[call];
        Arrays.setAll(order, each -> each);
        Arrays.sort(order, (one, other) -> Integer.compare(requestOf[one], requestOf[other]));
        int[] place = new int[call];
        for (int at = 0; at < call; at++) {
            place[order[at]] = at;
        }
        CallTable calls = new CallTable(new int[call], new int[call], new int[call], new double[call], new int[call]);
        for (int at = 0; at < call; at++) {
            int own = order[at];
            calls.request()[at] = requestOf[own];
            calls.response()[at] = responseOf[own];
            int above = above(own);
            calls.parent()[at] = above < 0 ? MessageTable.NONE : place[above];
            calls.probability()[at] = isDoubtful(own) ? 0.8 : 1;
            calls.root()[at] = place[own / CALLS * CALLS];
        }
        return new Analysis(
                "generated",
                messages,
                TimeSpan.ALWAYS,
                links(messages, requestOf),
                calls,
                List.of(),
                new PatternTable(),
                List.of(),
                List.of(),
                Joins.none(nodes.size()),
                SeriesTable.NONE,
                List.of(),
                List.of());
    }

    private static int above(int own) {
        int which = own % CALLS;
        return which == 0 ? -1 : which == 1 ? own - 1 : own / CALLS * CALLS + 1;
    }

    private static boolean isDoubtful(int own) {
        return own % CALLS > 1 && own % 25 == 0;
    }

    private LinkTable links(MessageTable messages, int[] requestOf) {
        LinkTable.Builder links = new LinkTable.Builder(messages.size()).ofOwners();
        for (int row = 0; row < messages.size(); row++) {
            int own = (int) messages.record(row);
            int above = messages.role(row) == Role.REQUEST ? above(own) : -1;
            if (above >= 0) {
                boolean doubtful = isDoubtful(own) && above >= CALLS;
                links.add(requestOf[above], doubtful ? 0.8 : 1);
                if (doubtful) {
                    links.add(requestOf[above - CALLS], 0.2);
                }
            }
            links.endChild(above < 0 ? 1 : 0);
        }
        return links.build();
    }
}

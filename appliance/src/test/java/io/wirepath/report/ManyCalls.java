package io.wirepath.report;

import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;

/**
 * As many calls as wanted, evenly over a minute: client asks web, web asks db; every tenth answer of db waits for a
 * lost segment.
 */
public final class ManyCalls {

    private static final long MINUTE = 60_000_000_000L;

    /** Of a request. */
    private static final int MESSAGES = 4;

    private ManyCalls() {}

    /**
     * The calls of a minute.
     *
     * @param fromNanos when it begins
     * @param calls twice as many as requests
     */
    public static Analysis analysis(long fromNanos, int calls) {
        NodeTable nodes = new NodeTable();
        int client = nodes.add("10.1.0.1", "client", true);
        int web = nodes.add("10.2.0.1", "web", true);
        int db = nodes.add("10.3.0.1", "db", true);
        MessageTableBuilder to = new MessageTableBuilder(nodes);
        int requests = calls / 2;
        for (int i = 0; i < requests; i++) {
            long begin = fromNanos + MINUTE / requests * i;
            send(to, (long) MESSAGES * i, begin, begin + 50_000, client, web, 2 * i, Role.REQUEST, 100);
            send(
                    to,
                    (long) MESSAGES * i + 1,
                    begin + 1_000_000,
                    begin + 1_030_000,
                    web,
                    db,
                    2 * i + 1,
                    Role.REQUEST,
                    200);
            send(
                    to,
                    (long) MESSAGES * i + 2,
                    begin + 2_000_000,
                    begin + 2_040_000,
                    db,
                    web,
                    2 * i + 1,
                    Role.RESPONSE,
                    300);
            if (i % 10 == 0) {
                to.tcp(2, 300, 0, 0);
            }
            send(
                    to,
                    (long) MESSAGES * i + 3,
                    begin + 3_000_000,
                    begin + 3_060_000,
                    web,
                    client,
                    2 * i,
                    Role.RESPONSE,
                    400);
            to.outcome(Outcome.of(Outcome.Kind.HTTP, 200));
        }
        MessageTable messages = to.build();
        LinkTable.Builder links = new LinkTable.Builder(messages.size());
        int[] rowOf = new int[messages.size()];
        for (int row = 0; row < rowOf.length; row++) {
            rowOf[(int) messages.record(row)] = row;
        }
        for (int row = 0; row < rowOf.length; row++) {
            int sent = (int) messages.record(row) % MESSAGES;
            if (sent > 0) {
                links.add(rowOf[(int) messages.record(row) - 1], sent == 1 ? 0.9 : 1);
            }
            links.endChild(sent == 0 ? 1 : sent == 1 ? 0.1 : 0);
        }
        return SampleReport.of(messages, links.build()).analysis();
    }

    /** As many callers as wanted ask one service, the first once, each later one once more than the one before it. */
    public static Analysis ofManyCallers(long fromNanos, int callers) {
        NodeTable nodes = new NodeTable();
        int web = nodes.add("10.2.0.1", "web", true);
        MessageTableBuilder to = new MessageTableBuilder(nodes);
        int calls = 0;
        for (int i = 1; i <= callers; i++) {
            int caller = nodes.add("10.1." + i / 256 + "." + i % 256, "caller" + i, true);
            for (int call = 0; call < i; call++, calls++) {
                long begin = fromNanos + 1_000_000L * calls;
                send(to, 2L * calls, begin, begin + 50_000, caller, web, calls, Role.REQUEST, 100);
                send(to, 2L * calls + 1, begin + 200_000, begin + 250_000, web, caller, calls, Role.RESPONSE, 100);
            }
        }
        MessageTable messages = to.build();
        LinkTable.Builder links = new LinkTable.Builder(messages.size());
        for (int row = 0; row < messages.size(); row++) {
            if (row % 2 == 1) {
                links.add(row - 1, 1);
            }
            links.endChild(row % 2 == 1 ? 0 : 1);
        }
        return SampleReport.of(messages, links.build()).analysis();
    }

    private static void send(
            MessageTableBuilder to,
            long record,
            long sent,
            long received,
            int from,
            int dest,
            int connection,
            Role role,
            int size) {
        int port = role == Role.REQUEST ? 40_000 : 80;
        int peer = role == Role.REQUEST ? 80 : 40_000;
        int flags = MessageTable.FLAG_TWO_SNIFFERS;
        to.add(sent, received, from, port, dest, peer, connection, 6, role, 0, 0, size, flags, record);
    }
}

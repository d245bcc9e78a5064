package io.wirepath.imports;

import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The calls of all tables. A connection is told by the table of who asks; what only the other end's table tells of it
 * goes there as well, so that each answer finds its request: in order, or by what both call the call. Not thread-safe.
 */
final class TableCalls {

    /** A connection as packets would tell it: who asks and who is asked. */
    private record Ends(ImportedEnd asks, ImportedEnd asked, int transport) {

        static Ends of(ImportedMessage message) {
            ImportedEnd from = message.wire().source().called("-");
            ImportedEnd to = message.wire().destination().called("-");
            boolean answers = message.role() == Role.RESPONSE;
            return new Ends(answers ? to : from, answers ? from : to, message.transport());
        }
    }

    /**
     * A message of a connection at who asks, or as near to that as is known; as it is told if another file tells it.
     */
    private record Event(
            long nanos, boolean asks, long at, @Nullable ImportedMessage moved) {}

    /** A row of a file that was not there: its message stays nowhere else. */
    private record Row(int file, long at, ImportedMessage message) {}

    /** A call that the tables of both its ends call the same. */
    private record Called(Ends ends, long digest) {}

    /** What one file tells of a connection. */
    private static final class Connection {
        private final int file;
        private final ImportedMessage first;
        private final LongArrayList at = new LongArrayList();
        private final LongArrayList nanos = new LongArrayList();
        private final List<Event> events = new ArrayList<>();

        private Connection(int file, ImportedMessage first) {
            this.file = file;
            this.first = first;
        }
    }

    /** What is told of one pair of ends: by files of who asks, and by others alone. */
    private static final class Told {
        private final Map<Long, Connection> connections = new LinkedHashMap<>();
        private final List<Row> ofAsked = new ArrayList<>();
    }

    /** Takes a row of a file. */
    interface Rows {
        boolean of(int file, long at);
    }

    private final Map<Ends, Told> told = new LinkedHashMap<>();
    private final Map<Called, Row> asked = new HashMap<>();
    private final Map<Called, Row> answered = new LinkedHashMap<>();
    private final Map<Integer, Long2LongHashMap> calls = new HashMap<>();
    private final Map<Integer, List<ImportedMessage>> moved = new HashMap<>();

    /** Notes a row. */
    void add(int file, long at, ImportedMessage message) {
        if (message.role() == Role.ONE_WAY) {
            return;
        }
        if (message.call() != ImportedMessage.IN_ORDER) {
            addCalled(file, at, message);
            return;
        }
        boolean asks = message.role() == Role.REQUEST;
        long nanos = asks ? message.sentNanos() : message.receivedNanos();
        Told of = told.computeIfAbsent(Ends.of(message), unseen -> new Told());
        if (nanos == ImportedMessage.UNKNOWN) {
            of.ofAsked.add(new Row(file, at, message));
        } else {
            Connection connection = connection(of, file, message);
            connection.at.addLong(asks ? at : ~at);
            connection.nanos.addLong(nanos);
        }
    }

    /** Notes a row of which the sending alone is told, and that says which call it is of. */
    private void addCalled(int file, long at, ImportedMessage message) {
        if (message.callDigest() != 0 && message.receivedNanos() == ImportedMessage.UNKNOWN) {
            (message.role() == Role.REQUEST ? asked : answered)
                    .putIfAbsent(new Called(Ends.of(message), message.callDigest()), new Row(file, at, message));
        }
    }

    private static Connection connection(Told of, int file, ImportedMessage message) {
        return of.connections.computeIfAbsent(key(file, message), unseen -> new Connection(file, message));
    }

    private static long key(int file, ImportedMessage message) {
        return (long) file << Integer.SIZE ^ message.connection();
    }

    /**
     * Pairs all calls.
     *
     * @param elsewhere whether a row is told by another
     * @param take is given the rows that another file is to tell
     */
    void settle(HostClocks clocks, Rows elsewhere, Rows take) {
        Map<Ends, List<Connection>> alike = new LinkedHashMap<>();
        told.forEach((ends, of) -> {
            boolean isTold = !of.connections.isEmpty();
            Connection home = isTold ? of.connections.values().iterator().next() : null;
            for (Row row : of.ofAsked) {
                if (!elsewhere.of(row.file, row.at)) {
                    Connection own = of.connections.get(key(row.file, row.message));
                    Connection to = own != null || home == null ? connection(of, row.file, row.message) : home;
                    to.events.add(event(row, to, clocks));
                    if (to.file != row.file) {
                        take.of(row.file, row.at);
                    }
                }
            }
            for (Connection connection : of.connections.values()) {
                for (int i = 0; i < connection.at.size(); i++) {
                    long at = connection.at.getLong(i);
                    if (!elsewhere.of(connection.file, Math.max(at, ~at))) {
                        long nanos = clocks.correct(ends.asks, connection.nanos.getLong(i));
                        connection.events.add(new Event(nanos, at >= 0, Math.max(at, ~at), null));
                    }
                }
            }
            alike.computeIfAbsent(new Ends(ends.asks.at(0), ends.asked, ends.transport), unseen -> new ArrayList<>())
                    .addAll(of.connections.values());
        });
        told.clear();
        settleCalled(elsewhere, take);
        alike.values().forEach(this::number);
    }

    /** Answers go to the table of who asked. */
    private void settleCalled(Rows elsewhere, Rows take) {
        answered.forEach((called, row) -> {
            Row request = asked.get(called);
            if (request != null && request.file != row.file && !elsewhere.of(row.file, row.at)) {
                ImportedMessage first = request.message;
                moved.computeIfAbsent(request.file, unseen -> new ArrayList<>())
                        .add(row.message
                                .onConnection(first.connection(), first.destination(), first.source())
                                .ofCall(first.call()));
                take.of(row.file, row.at);
            }
        });
        asked.clear();
        answered.clear();
    }

    /** A row of the other end, as the file of who asks tells it; as it is where there is none. */
    private static Event event(Row row, Connection home, HostClocks clocks) {
        ImportedMessage message = row.message;
        boolean asks = message.role() == Role.REQUEST;
        long nanos = asks
                ? clocks.correct(message.destination(), message.receivedNanos())
                : clocks.correct(message.source(), message.sentNanos());
        ImportedMessage first = home.first;
        boolean same = message.role() == first.role();
        return new Event(
                nanos,
                asks,
                row.at,
                row.file == home.file
                        ? null
                        : message.onConnection(
                                first.connection(),
                                same ? first.source() : first.destination(),
                                same ? first.destination() : first.source()));
    }

    private void number(List<Connection> alike) {
        List<CallOrder.Conversation> conversations = new ArrayList<>();
        for (Connection connection : alike) {
            connection.events.sort(Comparator.comparingLong(Event::nanos).thenComparing(event -> !event.asks));
            conversations.add(new CallOrder.Conversation(nanos(connection, true), nanos(connection, false)));
        }
        CallOrder.pair(conversations);
        for (int c = 0; c < alike.size(); c++) {
            int asked = 0;
            int answered = 0;
            for (Event event : alike.get(c).events) {
                int call = event.asks ? asked++ : conversations.get(c).answers()[answered++];
                tell(alike.get(c).file, event, call == CallOrder.NONE ? ImportedMessage.UNKNOWN : call);
            }
        }
    }

    private static long[] nanos(Connection connection, boolean asks) {
        return connection.events.stream()
                .filter(event -> event.asks == asks)
                .mapToLong(Event::nanos)
                .toArray();
    }

    private void tell(int file, Event event, long call) {
        if (event.moved == null) {
            calls.computeIfAbsent(file, unseen -> new Long2LongHashMap(-1)).put(event.at, call);
        } else {
            moved.computeIfAbsent(file, unseen -> new ArrayList<>()).add(event.moved.ofCall(call));
        }
    }

    /** Which call a row is of; as it says where it was not asked for. */
    long call(int file, long at, long otherwise) {
        Long2LongHashMap ofFile = calls.get(file);
        return ofFile != null && ofFile.containsKey(at) ? ofFile.get(at) : otherwise;
    }

    /** What others alone tell of the connections of a file. */
    List<ImportedMessage> moved(int file) {
        return moved.getOrDefault(file, List.of());
    }
}

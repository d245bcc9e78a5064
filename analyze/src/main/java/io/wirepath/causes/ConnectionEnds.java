package io.wirepath.causes;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;

/** The ends of connections on which calls were open ({@link Outcome#isEnd}). Not thread-safe. */
final class ConnectionEnds {

    private record Seen(long nanos, int port, boolean opener, long oldestCall, boolean reset) {}

    private final Int2ObjectHashMap<List<Seen>> ofConnection = new Int2ObjectHashMap<>();

    /**
     * Adds the end of a side of a connection.
     *
     * @param port of who ended it
     * @param opener whether that is known to be who opened it
     * @param oldestCall the call that is open for longest
     */
    void add(int connection, long nanos, int port, boolean opener, long oldestCall, boolean reset) {
        ofConnection
                .computeIfAbsent(connection, unseen -> new ArrayList<>(2))
                .add(new Seen(nanos, port, opener, oldestCall, reset));
    }

    /**
     * How requests without an answer ended, by row, as far as it was seen: by what ended the connection first.
     *
     * @param callId number of the call of each row, on its connection
     */
    Int2ObjectHashMap<CallEnd> ofRequests(MessageTable messages, long[] callId) {
        Int2ObjectHashMap<CallEnd> ends = new Int2ObjectHashMap<>();
        ofConnection.values().forEach(seen -> seen.sort(Comparator.comparingLong(Seen::nanos)));
        for (int row = 0; row < messages.size() && !ofConnection.isEmpty(); row++) {
            List<Seen> seen = ofConnection.get(messages.connection(row));
            if (seen != null && messages.partner(row) == MessageTable.NONE && messages.role(row) == Role.REQUEST) {
                putFirst(messages, row, callId[row], seen, ends);
            }
        }
        return ends;
    }

    private static void putFirst(
            MessageTable messages, int row, long callId, List<Seen> seen, Int2ObjectHashMap<CallEnd> to) {
        for (Seen each : seen) {
            if (each.nanos >= messages.timeNanos(row) && each.oldestCall <= callId) {
                to.put(row, new CallEnd(each.nanos, isByCaller(messages, row, each), each.reset));
                return;
            }
        }
    }

    private static boolean isByCaller(MessageTable messages, int row, Seen end) {
        boolean portsTell = messages.sourcePort(row) != messages.destinationPort(row);
        return portsTell ? end.port == messages.sourcePort(row) : end.opener;
    }
}

package io.wirepath.causes;

import io.wirepath.causes.multiplex.Records;
import io.wirepath.causes.multiplex.StreamCounts;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.agrona.collections.IntArrayList;

/**
 * Turns the records of multiplexed connections inside TLS ({@link SightingCodec#FLAG_MULTIPLEXED}) into requests and
 * responses: a record of several becomes as many messages, one of none sets up. The rebuilt ones keep the flag.
 */
final class MultiplexedRows {

    private static final IntArrayList NONE = new IntArrayList();
    /** Records of control frames are not longer. */
    private static final long SMALL = 64;

    private final MessageTableBuilder rows;
    /** Sizes of records of control frames, by connection. */
    private final Map<Integer, IntArrayList> control = new HashMap<>();

    private MultiplexedRows(MessageTableBuilder rows) {
        this.rows = rows;
    }

    /** Rebuilds the calls of all such connections. */
    static void rebuild(MessageTableBuilder rows) {
        Map<Integer, IntArrayList> byConnection = new TreeMap<>();
        for (int row = 0; row < rows.size; row++) {
            if (isRecord(rows, row)) {
                byConnection
                        .computeIfAbsent(rows.connection[row], k -> new IntArrayList())
                        .addInt(row);
            }
        }
        if (!byConnection.isEmpty()) {
            addEarlyQuestions(rows, byConnection);
            new MultiplexedRows(rows).rebuild(byConnection);
        }
    }

    /**
     * Adds what a client asks in the record with which HTTP/2 begins: only what follows it tells that HTTP/2 is spoken.
     * Where answers came before that was told, each has its request.
     */
    private static void addEarlyQuestions(MessageTableBuilder rows, Map<Integer, IntArrayList> byConnection) {
        Set<Integer> answered = new HashSet<>();
        for (int row = 0; row < rows.size; row++) {
            if (isPlain(rows, row, Role.RESPONSE)) {
                answered.add(rows.connection[row]);
            }
        }
        for (int row = 0; row < rows.size; row++) {
            IntArrayList records = byConnection.get(rows.connection[row]);
            if (records != null && isPlain(rows, row, Role.REQUEST) && !answered.contains(rows.connection[row])) {
                records.addInt(row);
            }
        }
    }

    private static boolean isPlain(MessageTableBuilder rows, int row, Role role) {
        return rows.role[row] == role.ordinal()
                && (rows.flags[row] & (SightingCodec.FLAG_SETUP | SightingCodec.FLAG_MULTIPLEXED)) == 0;
    }

    private static boolean isRecord(MessageTableBuilder rows, int row) {
        boolean setsUp = (rows.flags[row] & SightingCodec.FLAG_SETUP) != 0;
        return rows.role[row] == Role.ONE_WAY.ordinal()
                && (rows.flags[row] & SightingCodec.FLAG_MULTIPLEXED) != 0
                && !setsUp;
    }

    private void findControl(Map<Integer, IntArrayList> byConnection) {
        for (int row = 0; row < rows.size; row++) {
            boolean setsUp = (rows.flags[row] & SightingCodec.FLAG_SETUP) != 0;
            if (setsUp && rows.lengthBytes[row] < SMALL && byConnection.containsKey(rows.connection[row])) {
                control.computeIfAbsent(rows.connection[row], k -> new IntArrayList())
                        .addInt((int) rows.lengthBytes[row]);
            }
        }
    }

    private void rebuild(Map<Integer, IntArrayList> byConnection) {
        findControl(byConnection);
        Map<Long, List<int[]>> byServer = new TreeMap<>();
        byConnection.values().forEach(own -> {
            int[] ordered = own.stream()
                    .sorted(Comparator.comparingLong(this::timeNanos))
                    .mapToInt(Integer::intValue)
                    .toArray();
            byServer.computeIfAbsent(server(ordered), k -> new ArrayList<>()).add(ordered);
        });
        for (List<int[]> connections : byServer.values()) {
            StreamCounts found =
                    StreamCounts.of(connections.stream().map(this::records).toList());
            for (int c = 0; c < connections.size(); c++) {
                number(connections.get(c), found.counts(c), found.addedBytes());
            }
        }
    }

    private long timeNanos(int row) {
        return rows.sentNanos[row] != MessageTable.NIL ? rows.sentNanos[row] : rows.receivedNanos[row];
    }

    private boolean isFromClient(int row) {
        return (rows.flags[row] & SightingCodec.FLAG_FROM_OPENER) != 0;
    }

    private long server(int[] connection) {
        int row = connection[0];
        return isFromClient(row)
                ? (long) rows.destination[row] << 16 | rows.destinationPort[row]
                : (long) rows.source[row] << 16 | rows.sourcePort[row];
    }

    private Records records(int[] connection) {
        long[] time = new long[connection.length];
        boolean[] fromClient = new boolean[connection.length];
        int[] bytes = new int[connection.length];
        for (int r = 0; r < connection.length; r++) {
            time[r] = timeNanos(connection[r]);
            fromClient[r] = isFromClient(connection[r]);
            bytes[r] = (int) Math.min(Integer.MAX_VALUE, rows.lengthBytes[connection[r]]);
        }
        return new Records(
                time,
                fromClient,
                bytes,
                control.getOrDefault(rows.connection[connection[0]], NONE).toIntArray());
    }

    /** Gives the messages of a connection their calls, in order, and their sizes without what encryption adds. */
    private void number(int[] connection, int[] counts, int addedBytes) {
        ArrayDeque<Long> open = new ArrayDeque<>();
        long next = 0;
        for (int r = 0; r < connection.length; r++) {
            int row = connection[r];
            if (counts[r] == 0) {
                rows.flags[row] |= SightingCodec.FLAG_SETUP;
                continue;
            }
            boolean asks = isFromClient(row);
            rows.flags[row] |= SightingCodec.FLAG_MULTIPLEXED;
            rows.role[row] = (byte) (asks ? Role.REQUEST : Role.RESPONSE).ordinal();
            rows.lengthBytes[row] = Math.max(1, (rows.lengthBytes[row] - addedBytes) / counts[r]);
            for (int k = 0; k < counts[r]; k++) {
                int at = row;
                if (k > 0) {
                    rows.repeat(row);
                    at = rows.size - 1;
                }
                Long answered = asks ? Long.valueOf(next++) : open.poll();
                rows.callId[at] = answered == null ? MessageTableBuilder.NO_CALL : answered;
                if (asks) {
                    open.add(rows.callId[at]);
                }
            }
        }
    }
}

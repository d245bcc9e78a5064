package io.wirepath.imports;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows of what happened to a message (Project 5 §6.5): one tells that a call or its return was sent, perhaps another
 * that it was received. Of a trace in which nobody received, a message is received when it was sent: a sniffer saw both
 * at once. Where one host sent all, the trace is its own, and nobody knows when a message came. Not thread-safe.
 */
final class OperationRows {

    private static final Pattern OPERATION =
            Pattern.compile("(?i)(?:(CALL|REQ|REQUEST)|(RET|RETURN|REPLY|RESP|RESPONSE)|MSG|MESSAGE)"
                    + "(?:[-_]?(?:(SENT|SEND|SND)|(RCVD|RECV|RCV|RECEIVE|RECEIVED)))?");

    /** What a row tells of a message, but for when; the n-th that was sent with an identifier is the n-th received. */
    private record Key(String role, String sender, String receiver, String call, int number) {

        /** Who sent it, without port; the text where it is no end. */
        private String host() {
            try {
                return ImportedEnd.parse(sender).address();
            } catch (IllegalArgumentException e) {
                return sender; // told where it is read
            }
        }
    }

    /** The fields of a message, its times as they are told, and the first line that tells of it. */
    private record Told(
            Map<String, String> fields, Map<String, String> sent, Map<String, String> received, long line) {}

    private final MessageRows messages;
    private final Map<Key, Told> open = new LinkedHashMap<>();
    private final Map<Key, Integer> repeated = new HashMap<>();
    private boolean anyReceived;

    OperationRows(MessageRows messages) {
        this.messages = messages;
    }

    /** Whether a word tells what happened to a message, and at which end. */
    static boolean isOperation(String word) {
        Matcher matcher = OPERATION.matcher(word);
        return matcher.matches() && (matcher.group(3) != null || matcher.group(4) != null);
    }

    /**
     * Takes a row.
     *
     * @param line its number
     * @throws IllegalArgumentException if its operation is none, or its time
     */
    void add(Map<String, String> fields, long line) {
        String word = fields.getOrDefault("operation", "");
        Matcher operation = OPERATION.matcher(word);
        if (!operation.matches()) {
            throw new IllegalArgumentException("the operation '" + word
                    + "' is none of CALL_SENT, CALL_RCVD, RET_SENT, RET_RCVD, MSG_SENT, MSG_RCVD");
        }
        MessageRows.time(fields, "timestamp");
        String role = operation.group(1) != null ? "request" : operation.group(2) != null ? "response" : "one-way";
        boolean received = operation.group(4) != null;
        anyReceived |= received;
        String from = fields.getOrDefault("from", fields.getOrDefault("source", fields.getOrDefault("src", "")));
        String to = fields.getOrDefault("to", fields.getOrDefault("destination", fields.getOrDefault("dst", "")));
        String call = fields.getOrDefault("call", "");
        int number = repeated.merge(new Key(role + received, from, to, call, 0), 1, Integer::sum);
        Told told = open.computeIfAbsent(
                new Key(role, from, to, call, number),
                unseen -> new Told(new HashMap<>(fields), new HashMap<>(), new HashMap<>(), line));
        told.fields.put("role", role);
        if (!call.isEmpty()) {
            told.fields.put("call", call + ' ' + number);
        }
        fields.forEach((name, value) -> {
            if (name.startsWith("timestamp")) {
                told.fields.remove(name);
                (received ? told.received : told.sent).put(name, value);
            }
        });
    }

    /** Gives all messages, and passes over the lines of those that make no sense. */
    void end(TraceLines text) {
        boolean atOnce =
                !anyReceived && open.keySet().stream().map(Key::host).distinct().count() > 1;
        for (Told told : open.values()) {
            Map<String, String> row = told.fields;
            put(row, "sent", told.sent);
            put(row, "received", atOnce ? told.sent : told.received);
            try {
                messages.add(row);
            } catch (IllegalArgumentException e) {
                text.passOver(told.line, String.valueOf(e.getMessage()));
            }
        }
    }

    private static void put(Map<String, String> row, String name, Map<String, String> times) {
        times.forEach((column, value) -> row.put(name + column.substring("timestamp".length()), value));
    }
}

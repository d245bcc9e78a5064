package io.wirepath.imports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tables of messages: what WAP5 and Project 5 take as input, and as they print it. A row is a message, or what
 * happened to one, below headings or as a JSON object; what {@code messages --json} and {@code maketrace --messages}
 * print can be read back. A comment begins with {@code #}. Rows without headings are those of Project 5 §6.5 and of
 * WAP5's slides:
 *
 * <pre>
 *   1047680084.482205  CALL_SENT  nodeA   nodeB  id37        client/5040  server/8712  0.592  0.852
 *   1047680084.483575  RET_SENT   nodeB   nodeA  id37        server/8712  client/5040  1.705  nil
 * </pre>
 */
final class MessageTables implements TraceFormat {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern JSON_NAME = Pattern.compile("\"([^\"\\\\]+)\"\\s*:");
    private static final Set<String> TIMES = Set.of(
            "sent",
            "sent_ns",
            "sent_us",
            "sent_ms",
            "sent_s",
            "received",
            "received_ns",
            "received_us",
            "received_ms",
            "received_s");

    private static final Pattern COMMENT_SIGN = Pattern.compile("^[#%\\s]+");
    private static final int MAX_WORDS = 8;
    private static final List<String> OPERATION = List.of("operation", "timestamp", "from", "to", "call");
    private static final List<String> TIME_FIRST = List.of("timestamp", "operation", "from", "to", "call");
    private static final List<String> MESSAGE = List.of("from", "to", "sent", "received");

    private static final String NO_ROW = "no line such as '1047680084.482205 CALL_SENT nodeA nodeB id37' or"
            + " 'client/5040 server/8712 0.592 0.852': where columns stand in another order, a line of headings such as"
            + " 'timestamp operation sender rcvr ID' must come first";

    @Override
    public String name() {
        return "message table";
    }

    @Override
    public boolean recognises(String firstLine, String head) {
        if (firstLine.startsWith("{")) {
            return tellsMessages(firstLine);
        }
        try {
            for (String line : head.lines().toList()) {
                String told = told(line);
                boolean isHeadings = headings(line) != null;
                if (isHeadings || !told.isEmpty()) {
                    return isHeadings || names(told) != null || isUnclear(told);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            return false; // no table parts its columns so
        }
        return false;
    }

    private static boolean tellsMessages(String object) {
        Set<String> names = new HashSet<>();
        Matcher name = JSON_NAME.matcher(object);
        while (name.find()) {
            names.add(TableColumns.canonical(name.group(1)));
        }
        return names.stream().anyMatch(TIMES::contains)
                || names.contains("operation") && names.contains("from") && names.contains("to");
    }

    /** What a line says, without comment. */
    private static String told(String line) {
        return TableColumns.withoutComment(line).strip();
    }

    /** Whether a row without headings tells a message, but not which of its words is what. */
    private static boolean isUnclear(String row) throws IOException {
        List<String> words = TableColumns.words(row);
        long times = words.stream().filter(TraceTimes::isNumber).count();
        return words.size() <= MAX_WORDS
                && (times > 0 && words.stream().anyMatch(OperationRows::isOperation)
                        || times == 2 && words.size() == MESSAGE.size() && row.indexOf('.') >= 0);
    }

    /** The columns that a line tells, also as a comment; null where it is no line of headings. */
    private static @Nullable TableColumns headings(String line) throws IOException {
        String told = COMMENT_SIGN.matcher(line).replaceFirst("").strip();
        TableColumns columns = told.isEmpty() ? null : TableColumns.of(told);
        return columns != null && columns.tellMessages() ? columns : null;
    }

    /**
     * What the columns of a row without headings are; null if it is none.
     *
     * @throws IllegalArgumentException where it is a row, and does not tell who sent and who received
     */
    private static @Nullable List<String> names(String row) throws IOException {
        List<String> words = TableColumns.words(row).stream().map(String::strip).toList();
        if (words.size() == MESSAGE.size() && isMessage(words)) {
            return MESSAGE;
        }
        if (words.size() != OPERATION.size() && words.size() != OPERATION.size() - 1) {
            return null;
        }
        int operation = 0;
        while (operation < words.size() && !OperationRows.isOperation(words.get(operation))) {
            operation++;
        }
        if (operation <= 1 && isTime(words.get(1 - operation))) {
            return operation == 0 ? OPERATION : TIME_FIRST;
        }
        return null;
    }

    private static boolean isMessage(List<String> words) {
        boolean named = !TraceTimes.isNumber(words.get(0)) && !TraceTimes.isNumber(words.get(1));
        return named
                && words.subList(2, words.size()).stream()
                        .allMatch(word -> TraceTimes.isNumber(word) || MessageRows.isNone(word));
    }

    private static boolean isTime(String word) {
        try {
            TraceTimes.parse(word);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public void read(TraceLines text, ImportedRows rows, TraceSet set) throws IOException {
        Reading reading = new Reading(text, rows);
        text.each("no message", reading::take);
        reading.operations.end(text);
    }

    /** Not thread-safe. */
    private static final class Reading {
        private final TraceLines text;
        private final MessageRows messages;
        private final OperationRows operations;
        private @Nullable TableColumns columns;

        private Reading(TraceLines text, ImportedRows rows) {
            this.text = text;
            messages = new MessageRows(rows);
            operations = new OperationRows(messages);
        }

        void take(String line) throws IOException {
            if (line.startsWith("{")) {
                add(fields(JSON.readTree(line)));
                return;
            }
            TableColumns known = columns;
            try {
                String row = known == null ? told(line) : known.row(line);
                if (!row.isBlank() && known != null) {
                    add(known.fields(row));
                } else if (known != null || headings(line) == null) {
                    withoutHeadings(row);
                } else {
                    columns = headings(line);
                }
            } catch (IllegalArgumentException e) {
                // tables that were put behind each other have headings in between
                columns = known == null ? null : headings(line);
                if (columns == null) {
                    columns = known;
                    throw e;
                }
            }
        }

        private void withoutHeadings(String row) throws IOException {
            if (row.isEmpty()) {
                return;
            }
            List<String> names = names(row);
            if (names == null) {
                String comma = TableColumns.commaWithinNumber(row);
                text.passOver(comma == null ? NO_ROW : comma);
            } else {
                add(TableColumns.of(row, names).fields(row));
            }
        }

        private void add(Map<String, String> fields) {
            if (fields.containsKey("operation")) {
                operations.add(fields, text.line());
            } else {
                messages.add(fields);
            }
        }
    }

    private static Map<String, String> fields(JsonNode object) {
        Map<String, String> fields = new HashMap<>();
        object.properties().forEach(field -> {
            if (!field.getValue().isNull()) {
                JsonNode value = field.getValue();
                fields.put(
                        TableColumns.canonical(field.getKey()),
                        value.isValueNode() ? value.asText() : value.toString());
            }
        });
        return fields;
    }
}

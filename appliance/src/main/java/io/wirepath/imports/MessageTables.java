package io.wirepath.imports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Tables of messages: what WAP5 and Project 5 take as input. A row is a message, in CSV below a header or as a JSON
 * object; what {@code messages --json} and {@code maketrace --messages} print can be read back.
 */
final class MessageTables implements TraceFormat {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> SENT = Set.of("sent", "sent_ns", "sent_us", "sent_ms", "sent_s");
    private static final Set<String> RECEIVED =
            Set.of("received", "received_ns", "received_us", "received_ms", "received_s");

    @Override
    public String name() {
        return "message table";
    }

    @Override
    public boolean recognises(String firstLine, String head) {
        if (firstLine.startsWith("{")) {
            return SENT.stream().anyMatch(name -> firstLine.contains('"' + name + '"'))
                    || RECEIVED.stream().anyMatch(name -> firstLine.contains('"' + name + '"'));
        }
        List<String> names = header(firstLine);
        return names.stream().anyMatch(name -> SENT.contains(name) || RECEIVED.contains(name))
                && (names.contains("from") || names.contains("source") || names.contains("src"));
    }

    private static List<String> header(String line) {
        return Arrays.stream(line.split(",", -1))
                .map(name -> name.strip().replace("\"", "").toLowerCase(Locale.ROOT))
                .toList();
    }

    @Override
    public void read(TraceLines text, ImportedRows rows, TraceSet set) throws IOException {
        MessageRows made = new MessageRows(rows);
        List<String> header = new ArrayList<>();
        CsvMapper csv = new CsvMapper();
        text.each("no message", line -> {
            if (line.startsWith("{")) {
                made.add(fields(JSON.readTree(line)));
            } else if (header.isEmpty()) {
                header.addAll(header(line));
            } else {
                made.add(fields(header, csv.readerFor(String[].class).readValue(line)));
            }
        });
    }

    private static Map<String, String> fields(JsonNode object) {
        Map<String, String> fields = new HashMap<>();
        object.properties().forEach(field -> {
            if (!field.getValue().isNull()) {
                JsonNode value = field.getValue();
                fields.put(
                        field.getKey().toLowerCase(Locale.ROOT),
                        value.isValueNode() ? value.asText() : value.toString());
            }
        });
        return fields;
    }

    private static Map<String, String> fields(List<String> header, String[] values) {
        if (values.length != header.size()) {
            throw new IllegalArgumentException(
                    "the row has " + values.length + " fields, and the header " + header.size());
        }
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
            if (!values[i].isBlank()) {
                fields.put(header.get(i), values[i].strip());
            }
        }
        return fields;
    }
}

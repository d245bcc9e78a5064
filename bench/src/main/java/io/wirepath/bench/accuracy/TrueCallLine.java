package io.wirepath.bench.accuracy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.analyze.truth.PathForest;
import io.wirepath.causes.MessageTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A call of a recorded truth.
 *
 * @param key trace and span
 * @param parentKey those of the call that caused it, or null
 * @param label caller and callee
 * @param source the caller's address and port
 * @param destination the callee's
 * @param virtualDestination what the caller takes for the callee's
 * @param sentMicros when the request was sent, by the clock of the caller
 * @param receivedMicros when it was received, by the clock of the callee
 * @param answeredMicros when the response was received, by the clock of the caller; 0 where none was
 * @param links spans of all messages of the batch that it is for; empty where it is for none
 */
record TrueCallLine(
        String key,
        @Nullable String parentKey,
        String label,
        String source,
        String destination,
        String virtualDestination,
        long sentMicros,
        long receivedMicros,
        long answeredMicros,
        List<String> links) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Reads a file of JSON lines, gzipped or not. */
    static List<TrueCallLine> read(Path file) throws IOException {
        List<TrueCallLine> calls = new ArrayList<>();
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    calls.add(of(JSON.readTree(line)));
                }
            }
        }
        return calls;
    }

    private static TrueCallLine of(JsonNode line) {
        String trace = line.path("trace_id").asText();
        JsonNode parent = line.path("parent_span_id");
        String destination = line.path("dst").asText();
        List<String> links = new ArrayList<>();
        line.path("links").forEach(each -> links.add(each.asText()));
        return new TrueCallLine(
                trace + '/' + line.path("span_id").asText(),
                parent.isTextual() ? trace + '/' + parent.asText() : null,
                line.path("caller").asText() + " → " + line.path("callee").asText(),
                line.path("src").asText(),
                destination,
                line.path("vdst").asText(destination),
                line.path("req_send_us").asLong(),
                line.path("req_recv_us").asLong(),
                line.path("resp_recv_us").asLong(),
                links);
    }

    /** Its name in its trace. */
    String span() {
        return key.substring(key.indexOf('/') + 1);
    }

    /** The calls as trees; the identity of each is its place in the list. */
    static PathForest forest(List<TrueCallLine> calls) {
        Map<String, Integer> index = new HashMap<>();
        for (int i = 0; i < calls.size(); i++) {
            index.put(calls.get(i).key(), i);
        }
        PathForest forest = new PathForest(new long[calls.size()], new int[calls.size()], new String[calls.size()]);
        for (int i = 0; i < calls.size(); i++) {
            String parent = calls.get(i).parentKey();
            forest.id()[i] = i;
            forest.parent()[i] = parent == null ? MessageTable.NONE : index.getOrDefault(parent, MessageTable.NONE);
            forest.label()[i] = calls.get(i).label();
        }
        return forest;
    }
}

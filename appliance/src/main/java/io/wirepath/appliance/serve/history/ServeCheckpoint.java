package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.history.MessageHistory.Mark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a service stood: what the merge had consumed, and where in the message history that was.
 *
 * <pre>
 *  {"format":1,"merge":"base64 of live.Checkpoint","marks":[{"folder":"00000012-20261121T220000Z","index":n,"latestNanos":n}]}
 * </pre>
 *
 * @param merge an encoded {@link io.wirepath.merge.live.Checkpoint}
 * @param marks places in the history, the oldest first; the last one is where the merge stood
 */
public record ServeCheckpoint(byte[] merge, List<Mark> marks) {

    private static final int FORMAT = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The checkpoint in bytes. */
    public byte[] encode() {
        ObjectNode to = JSON.createObjectNode();
        to.put("format", FORMAT);
        to.put("merge", merge);
        ArrayNode places = to.putArray("marks");
        for (Mark mark : marks) {
            places.addObject()
                    .put("folder", mark.folder())
                    .put("index", mark.index())
                    .put("latestNanos", mark.latestNanos());
        }
        return to.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    /**
     * Reads what {@link #encode} gave.
     *
     * @throws IOException when it is of another format
     */
    public static ServeCheckpoint decode(byte[] bytes) throws IOException {
        JsonNode from = JSON.readTree(bytes);
        if (from.path("format").asInt() != FORMAT) {
            throw new IOException("checkpoint format " + from.path("format").asInt() + ", not " + FORMAT);
        }
        List<Mark> marks = new ArrayList<>();
        for (JsonNode mark : from.path("marks")) {
            marks.add(new Mark(
                    mark.path("folder").asText(),
                    mark.path("index").asLong(),
                    mark.path("latestNanos").asLong()));
        }
        return new ServeCheckpoint(from.path("merge").binaryValue(), List.copyOf(marks));
    }

    /**
     * The place to read again from so as to see every message of this time and later that was kept in order.
     *
     * @param nanos ns since the epoch
     */
    public Mark before(long nanos) {
        Mark before = marks.isEmpty() ? new Mark("", 0, Long.MIN_VALUE) : marks.get(0);
        for (Mark mark : marks) {
            before = mark.latestNanos() < nanos ? mark : before;
        }
        return before;
    }
}

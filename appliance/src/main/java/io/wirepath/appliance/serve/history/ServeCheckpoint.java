package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.appliance.serve.history.MessageHistory.Mark;
import java.io.IOException;
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

    /** As it stands in the file. */
    private record Form(int format, byte[] merge, List<Mark> marks) {}

    /** The checkpoint in bytes. */
    public byte[] encode() {
        try {
            return JSON.writeValueAsBytes(new Form(FORMAT, merge, marks));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Reads what {@link #encode} gave.
     *
     * @throws IOException when it is of another format
     */
    public static ServeCheckpoint decode(byte[] bytes) throws IOException {
        Form from = JSON.readValue(bytes, Form.class);
        if (from.format != FORMAT || from.merge == null || from.marks == null) {
            throw new IOException("checkpoint format " + from.format + ", not " + FORMAT);
        }
        return new ServeCheckpoint(from.merge, List.copyOf(from.marks));
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

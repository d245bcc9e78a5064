package io.wirepath.cluster.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.WindowId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Windows that the job analysed, in the history of the service: one that is read again takes the place of the one
 * before.
 */
final class KeptWindows implements Kept {

    private final ObjectMapper json = new ObjectMapper();
    private final BiConsumer<WindowId, ObjectNode> to;
    private final Consumer<String> log;
    private long refused;

    KeptWindows(BiConsumer<WindowId, ObjectNode> to, Consumer<String> log) {
        this.to = to;
        this.log = log;
    }

    @Override
    public void keep(ConsumerRecord<byte[], byte[]> from) {
        String name = from.key() == null ? "" : new String(from.key(), StandardCharsets.UTF_8);
        Optional<WindowId> id = WindowId.parse(name);
        @Nullable ObjectNode report = from.value() == null ? null : report(from.value());
        boolean fits = report != null
                && report.path(ReportHistory.SUMMARY).path("id").asText().equals(name);
        if (id.isPresent() && report != null && fits) {
            to.accept(id.get(), report);
        } else if (refused++ == 0) {
            log.accept(from.topic() + ": record " + from.offset()
                    + " is no window that can be shown beside others (a window of"
                    + " everything is none either); it was skipped; further ones are skipped without a message");
        }
    }

    private @Nullable ObjectNode report(byte[] value) {
        try {
            JsonNode read = json.readTree(value);
            return read instanceof ObjectNode report ? report : null;
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void sync() {
        // the history writes each at once
    }

    @Override
    public void giveUp() {
        // nothing waits
    }

    @Override
    public void close() {
        // nothing is open
    }
}

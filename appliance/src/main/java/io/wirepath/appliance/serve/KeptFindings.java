package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.history.HistoryCounter;
import io.wirepath.appliance.serve.history.HistoryCounters;
import io.wirepath.appliance.serve.history.StateFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The file {@code findings} of the state: what the {@link FindingLog} knows, so that what is open stays open over a
 * restart, however many windows ago it began. Used by one thread at a time.
 */
final class KeptFindings {

    private static final String FORM = "form";

    /** Of what another version wrote nothing is known. */
    private static final int PRESENT_FORM = 1;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final StateFile file;
    private final HistoryCounters counters;

    KeptFindings(Path state, HistoryCounters counters) {
        file = new StateFile(state.resolve("findings"));
        this.counters = counters;
    }

    /** What was written last; a missing node where nothing was, or it is damaged, which is counted. */
    JsonNode read() {
        try {
            byte[] bytes = file.readOrSetAside(aside -> counters.increment(HistoryCounter.STATE_DAMAGED))
                    .orElse(new byte[0]);
            JsonNode kept = bytes.length == 0 ? MissingNode.getInstance() : JSON.readTree(bytes);
            return kept.path(FORM).asInt() == PRESENT_FORM ? kept : MissingNode.getInstance();
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    /** Takes the place of what was written before; counts where it cannot. */
    void write(ObjectNode kept) {
        try {
            file.write(JSON.writeValueAsBytes(kept.put(FORM, PRESENT_FORM)));
        } catch (IOException e) {
            counters.increment(HistoryCounter.STATE_NOT_KEPT);
        }
    }
}

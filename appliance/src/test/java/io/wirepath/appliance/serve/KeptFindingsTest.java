package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.history.HistoryCounter;
import io.wirepath.appliance.serve.history.HistoryCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptFindingsTest {

    @TempDir
    private Path directory;

    @Test
    void whateverBitIsFlippedNothingIsKnownAndThatIsCounted() throws IOException {
        ObjectNode said = JsonNodeFactory.instance.objectNode().put("window", "one");
        new KeptFindings(directory, new HistoryCounters()).write(said);
        Path file = directory.resolve("findings");
        byte[] good = Files.readAllBytes(file);
        assertEquals(said, new KeptFindings(directory, new HistoryCounters()).read());
        for (int bit = 0; bit < Byte.SIZE * good.length; bit++) {
            byte[] bytes = good.clone();
            bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            Files.write(file, bytes);
            HistoryCounters counters = new HistoryCounters();
            assertTrue(new KeptFindings(directory, counters).read().isMissingNode(), "bit " + bit);
            assertEquals(1, counters.get(HistoryCounter.STATE_DAMAGED), "bit " + bit);
        }
    }
}

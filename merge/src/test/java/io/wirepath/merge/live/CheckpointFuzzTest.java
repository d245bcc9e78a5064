package io.wirepath.merge.live;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/** The fuzzer's target for checkpoints: any bytes are one, or are refused in words. See {@code JAZZER_FUZZ=1}. */
@Tag("slow")
class CheckpointFuzzTest {

    @FuzzTest(maxDuration = "90s")
    void anyBytesAreACheckpointOrAreRefused(byte[] bytes) {
        try {
            Checkpoint.decode(bytes);
        } catch (IllegalArgumentException e) {
            assertTrue(String.valueOf(e.getMessage()).length() > 0);
        }
    }
}

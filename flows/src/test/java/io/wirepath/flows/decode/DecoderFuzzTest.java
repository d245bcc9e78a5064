package io.wirepath.flows.decode;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/**
 * The fuzzer's target for decoder and defragmenter: any frames of any link types, in any cut. Runs over the kept inputs
 * in an ordinary build, and searches for new ones with {@code JAZZER_FUZZ=1}.
 */
@Tag("slow")
class DecoderFuzzTest {

    private static final int[] LINK_TYPES = {
        0, 1, 6, 9, 10, 12, 50, 51, 100, 101, 104, 105, 107, 108, 109, 113, 117, 119, 127, 138, 163, 166, 178, 192, 204,
        219, 239, 240, 258, 276
    };

    @FuzzTest(maxDuration = "90s")
    void anyFramesAreAccountedFor(FuzzedDataProvider data) {
        FrameCheck check = new FrameCheck();
        check.begin();
        for (int i = 0; i < 16 && data.remainingBytes() > 0; i++) {
            int linkType = data.pickValue(LINK_TYPES);
            int notCaptured = data.consumeInt(0, 64);
            long timeNanos = data.consumeInt() * 1_000_000L;
            byte[] frame = data.consumeBytes(data.consumeInt(0, 512));
            check.add(frame, frame.length, frame.length + notCaptured, linkType, timeNanos);
        }
        check.decode();
    }
}

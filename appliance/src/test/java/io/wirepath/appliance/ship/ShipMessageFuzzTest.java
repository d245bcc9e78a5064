package io.wirepath.appliance.ship;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/** The fuzzer's target for what sniffers and receivers tell each other. See {@code JAZZER_FUZZ=1}. */
@Tag("slow")
class ShipMessageFuzzTest {

    @FuzzTest(maxDuration = "90s")
    void anyMessageIsOneOfTheProtocolOrIsRefused(FuzzedDataProvider data) {
        byte kind = data.consumeByte();
        byte[] message = data.consumeRemainingAsBytes();
        refusedAtMost(() -> ShipMessage.Hello.decode(message));
        refusedAtMost(() -> RingMessage.Question.decode(message));
        refusedAtMost(() -> RingMessage.reason(message));
        refusedAtMost(() -> RingMessage.damage(message));
        refusedAtMost(() -> ShipMessage.numberOf(message, kind));
        refusedAtMost(() -> ShipMessage.forEachDocument(message, document -> assertTrue(document.hasRemaining())));
    }

    private static void refusedAtMost(Runnable reading) {
        try {
            reading.run();
        } catch (IllegalArgumentException e) {
            assertTrue(String.valueOf(e.getMessage()).length() > 0);
        }
    }
}

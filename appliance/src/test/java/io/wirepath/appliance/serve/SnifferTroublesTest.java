package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.merge.live.MergeStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SnifferTroublesTest {

    private static final long SECOND = 1_000_000_000L;

    private final SnifferTroubles troubles = new SnifferTroubles(new Silences());

    /** What is told at this second of a sniffer that was heard at that one. */
    private List<String> told(long now, long heard) {
        MergeStatus.SnifferStatus sniffer = new MergeStatus.SnifferStatus(
                0, "tap", MergeStatus.State.ON_TIME, heard * SECOND, 0, 0, 0, 0, 0, 1, null, 0, 0);
        SnifferLedger.Entry entry = new SnifferLedger.Entry("tap", null, List.of(), 0, 0, 0, "", List.of());
        MergeStatus status = new MergeStatus(false, 0, 0, 0, 0, List.of(sniffer), List.of());
        MergeView view = new MergeView(now * SECOND, status, null, Map.of(), List.of(entry), List.of(), 0, 0, 0, 0);
        return troubles.of(view, now * SECOND).stream()
                .map(own -> own.path("kind").asText())
                .toList();
    }

    @Test
    void whoDidNotListenCallsNobodySilent() {
        for (long now = 0; now <= 100; now++) {
            assertEquals(List.of(), told(now, now));
        }
        assertEquals(List.of(), told(140, 100), "the merge waited for 40 s");
        for (long now = 141; now <= 155; now++) {
            assertEquals(List.of(), told(now, 100));
        }
        assertEquals(List.of("sniffer-silent"), told(156, 100), "and then heard nothing for longer than 15 s");
        assertEquals(List.of(), told(157, 157));
    }

    /** What was listened between the waits adds up. */
    @Test
    void waitsHideNoSilence() {
        long now = 0;
        assertEquals(List.of(), told(now, 0));
        for (int wait = 0; wait < 5; wait++) {
            for (int i = 0; i < 3; i++) {
                assertEquals(List.of(), told(++now, 0));
            }
            now += 10;
            assertEquals(List.of(), told(now, 0), "it waited for an analysis");
        }
        assertEquals(List.of("sniffer-silent"), told(now + 1, 0));
    }
}

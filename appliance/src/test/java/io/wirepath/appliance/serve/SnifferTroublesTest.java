package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.merge.live.MergeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SnifferTroublesTest {

    private static final long SECOND = 1_000_000_000L;

    private final SnifferTroubles troubles = new SnifferTroubles(new Silences());

    /** What is told at this second of sniffers that were heard at those. */
    private List<ObjectNode> all(long now, long... heard) {
        List<MergeStatus.SnifferStatus> sniffers = new ArrayList<>();
        List<SnifferLedger.Entry> entries = new ArrayList<>();
        for (int i = 0; i < heard.length; i++) {
            String name = "tap" + (i == 0 ? "" : i);
            sniffers.add(new MergeStatus.SnifferStatus(
                    i, name, MergeStatus.State.ON_TIME, heard[i] * SECOND, 0, 0, 0, 0, 0, 1, null, 0));
            entries.add(new SnifferLedger.Entry(name, null, List.of(), 0, 0, 0, "", List.of()));
        }
        MergeStatus status = new MergeStatus(false, 0, 0, 0, 0, sniffers, List.of());
        MergeView view = new MergeView(now * SECOND, status, null, Map.of(), entries, List.of(), 0, 0, 0);
        return troubles.of(view, now * SECOND);
    }

    private List<String> told(long now, long... heard) {
        return all(now, heard).stream().map(own -> own.path("kind").asText()).toList();
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

    /** Each was heard last when it told something, which each does every ten seconds. */
    @Test
    void whatStopsAtOneMomentIsOneAlert() {
        FindingLog log = new FindingLog(unfollowed -> {});
        List<String> told = new ArrayList<>();
        log.onTold((news, taken) ->
                told.add(news.stage() + " " + news.finding().path("title").asText()));
        for (long now = 0; now <= 100; now++) {
            long third = now < 80 ? Math.min(now, 20) : now;
            log.watch(
                    now * SECOND,
                    all(now, Math.min(now, 12), Math.min(now, 15), third, Math.min(now, 18), now, Math.min(now, 60)));
        }
        assertEquals(
                List.of(
                        "OPENED Sniffer tap has not been heard of since 00:00:12: what it sees is missing",
                        "CHANGED Sniffers tap and tap1 have not been heard of since 00:00:12: what they see is missing",
                        "CHANGED Sniffers tap, tap1 and tap3 have not been heard of since 00:00:12: what they see is"
                                + " missing",
                        "CHANGED Sniffers tap, tap1, tap3 and tap2 have not been heard of since 00:00:12: what they see"
                                + " is missing",
                        "OPEN Sniffers tap, tap1, tap3 and tap2 have not been heard of since 00:00:12: what they see is"
                                + " missing",
                        "OPENED Sniffer tap5 has not been heard of since 00:01:00: what it sees is missing"),
                told);
        assertEquals(
                "Sniffers tap, tap1 and tap3 have not been heard of since 00:00:12: what they see is missing",
                log.open().get(0).path("title").asText());
        log.watch(101 * SECOND, all(101, 101, 101, 101, 101, 101, 101));
        assertEquals(List.of(), log.open());
        assertEquals(8, told.size());
    }

    /** The first of two comes back, and is silent again while the other still is. */
    @Test
    void whoIsSilentAgainTakesNoAlertAway() {
        FindingLog log = new FindingLog(unfollowed -> {});
        List<String> told = new ArrayList<>();
        log.onTold((news, taken) ->
                told.add(news.stage() + " " + news.finding().path("id").asText()));
        for (long now = 0; now <= 130; now++) {
            log.watch(now * SECOND, all(now, now < 60 ? Math.min(now, 12) : Math.min(now, 100), Math.min(now, 18)));
        }
        assertEquals(
                List.of(
                        "Sniffer tap1 has not been heard of since 00:00:18: what it sees is missing",
                        "Sniffer tap has not been heard of since 00:01:40: what it sees is missing"),
                log.open().stream().map(own -> own.path("title").asText()).toList());
        log.watch(131 * SECOND, all(131, 131, 131));
        for (String id : told.stream()
                .filter(each -> each.startsWith("OPENED "))
                .map(each -> each.substring("OPENED ".length()))
                .toList()) {
            assertTrue(told.contains("ENDED " + id), told::toString);
        }
    }

    @Test
    void ofManyOnlySomeAreNamed() {
        for (long now = 0; now < 40; now++) {
            all(now, new long[7]);
        }
        assertEquals(
                "Sniffers tap, tap1, tap2, tap3 and 3 more have not been heard of since 00:00:00: what they see is"
                        + " missing",
                all(40, new long[7]).get(0).path("title").asText());
    }
}

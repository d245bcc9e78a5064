package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.history.WindowId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How findings begin and end. */
class FindingLogTest extends FindingsOfWindows {

    @Test
    void aChangeThatLastsIsOpenUntilTheNodeIsAsItWas() {
        take(report(FAST));
        ObjectNode changed = report(SLOW);
        finding(changed, "problem", "slower-since", "app").put("onsetNanos", MINUTE + 7);
        take(changed);
        take(report(SLOW));
        take(report(SLOW));
        assertEquals(1, log.open().size(), "no window after it tells of a change");
        assertEquals(3, only().get("windows").asInt());
        assertTrue(only().get("endNanos").isNull());
        take(report(FAST));
        assertEquals(0, log.open().size());
        assertEquals(MINUTE + 7, only().get("onsetNanos").asLong());
        assertEquals(4 * MINUTE, only().get("endNanos").asLong());
        assertEquals("ended", only().get("state").asText());
    }

    /** A window whose first part is as the change left it does not end it at its edge. */
    @Test
    void whatEndsAmidAWindowEndsAtItsMoment() {
        take(report(FAST));
        ObjectNode changed = report(SLOW);
        ObjectNode told = finding(changed, "problem", "slower-since", "app");
        told.put("onsetNanos", MINUTE + 7)
                .putObject("incident")
                .put("before", 8e6)
                .put("after", 32e6);
        take(changed);
        ObjectNode back = report(FAST);
        ArrayNode blocks = (ArrayNode) back.at("/baseline/delays/0/blocks");
        int slowBlocks = 6;
        for (int i = 0; i < slowBlocks; i++) {
            blocks.set(i, report(SLOW).at("/baseline/delays/0/blocks/" + i));
        }
        take(back);
        assertEquals("ended", only().path("state").asText());
        long late = only().get("endNanos").asLong() - 2 * MINUTE - slowBlocks * MINUTE / BLOCKS;
        assertTrue(Math.abs(late) < SECOND, () -> late + " ns late");
    }

    @Test
    void aWindowWithAFifthOfTheRequestsEndsNothingThatLasts() {
        take(report(FAST));
        ObjectNode changed = report(SLOW);
        finding(changed, "problem", "slower-since", "app").put("onsetNanos", MINUTE + 7);
        take(changed);
        take(report(SLOW, 2));
        assertEquals(1, log.open().size());
        take(report(FAST, 2));
        assertEquals("ended", only().get("state").asText());
    }

    @Test
    void ofNodesThatAreNotSeenAnyMoreThereIsNoEvidenceSince() {
        ObjectNode changed = report(SLOW);
        finding(changed, "problem", "slower-since", "app").put("onsetNanos", MINUTE - 5);
        take(changed);
        ObjectNode silent = report(SLOW);
        silent.withObject("/baseline").putArray("delays");
        take(silent);
        assertEquals("no_evidence_since", only().get("state").asText());
        assertEquals(MINUTE, only().get("endNanos").asLong());
    }

    @Test
    void whatEndedWithinItsWindowIsNotOpen() {
        ObjectNode report = report(FAST);
        finding(report, "problem", "slower-since", "app").put("onsetNanos", 5).put("endNanos", 9);
        take(report);
        assertEquals(0, log.open().size());
        assertEquals(9, only().get("endNanos").asLong());
        assertEquals(0, log.json(10, 20).get("findings").size());
        assertEquals(1, log.json(8, 20).get("findings").size());
    }

    @Test
    void followsABoundedNumberAndNoFacts() {
        for (int window = 0; window < 2; window++) {
            ObjectNode report = report(FAST);
            for (int i = 0; i < 300; i++) {
                finding(report, "notice", "slow-replica", "n" + window + "-" + i);
                finding(report, "fact", "time-goes", "f" + i);
            }
            take(report);
            assertTrue(log.open().size() <= FollowedFindings.MAX_OPEN);
        }
        ObjectNode report = report(FAST);
        finding(report, "problem", "slow-replica", "app");
        take(report);
        assertTrue(log.open().stream()
                .anyMatch(own -> own.path("nodes").get(0).asText().equals("app")));
        takeUntilItEnds(6);
    }

    /** What an alert drives out ends for who listens, and what is not followed is counted. */
    @Test
    void whatIsDrivenOutIsHeardOf() {
        List<FindingLog.News> told = new ArrayList<>();
        ObjectNode full = report(FAST);
        for (int i = 0; i < FollowedFindings.MAX_OPEN; i++) {
            finding(full, "notice", "slow-replica", "n" + i);
        }
        take(full);
        log.onTold((own, taken) -> told.add(own));
        assertEquals(List.of(), counted);
        ObjectNode alert = full.deepCopy();
        finding(alert, "problem", "slow-replica", "app");
        finding(alert, "notice", "slow-replica", "late");
        take(alert);
        List<FindingLog.News> ended = told.stream()
                .filter(own -> own.stage() == FindingLog.Stage.ENDED)
                .toList();
        assertEquals(1, ended.size());
        assertEquals(
                FindingLog.NO_EVIDENCE_SINCE,
                ended.get(0).finding().path("state").asText());
        assertEquals("n0", ended.get(0).finding().path("nodes").get(0).asText());
        assertEquals(FollowedFindings.MAX_OPEN, log.open().size());
        assertEquals(Collections.nCopies(2, ServeCounter.FINDINGS_NOT_FOLLOWED), counted);
    }

    @Test
    void aWindowWithoutResultsEndsNothing() {
        ObjectNode report = report(FAST);
        finding(report, "problem", "slow-replica", "app");
        take(report);
        take(JsonNodeFactory.instance.objectNode());
        assertEquals(1, log.open().size());
    }

    @Test
    void whoListensIsToldOfEachBeginningAndEndOnce() {
        List<String> told = new ArrayList<>();
        log.onTold((own, taken) -> told.add(own.finding().path("kind").asText() + " " + own.stage()));
        take(report(FAST));
        ObjectNode changed = report(SLOW);
        finding(changed, "problem", "slower-since", "app").put("onsetNanos", MINUTE + 7);
        take(changed);
        take(report(SLOW));
        take(report(FAST));
        take(report(FAST));
        assertEquals(List.of("slower-since OPENED", "slower-since OPEN", "slower-since ENDED"), told);
        String id = only().path("id").asText();
        assertEquals(id, log.finding(id).orElseThrow().path("id").asText());
    }

    @Test
    void aLookOpensAlertsAndTheNextReportRemembersThem() {
        List<String> told = new ArrayList<>();
        log.onTold((own, taken) -> told.add(own.finding().path("id").asText() + " " + own.stage()));
        take(report(FAST));
        ObjectNode looked = report(SLOW);
        finding(looked, "problem", "slower-since", "app")
                .put("onsetNanos", MINUTE + 7)
                .putNull("endNanos");
        finding(looked, "notice", "slower-since", "web")
                .put("onsetNanos", MINUTE + 7)
                .putNull("endNanos");
        List<ObjectNode> found = new ArrayList<>();
        looked.path("findings").forEach(own -> found.add((ObjectNode) own));
        look(found, Map.of());
        String id = only().path("id").asText();
        assertEquals(List.of(id + " OPENED"), told);
        ObjectNode window = report(SLOW);
        window.putArray(FindingLog.OPENED).addAll(log.opened());
        finding(window, "problem", "slower-since", "app").put("onsetNanos", MINUTE + 9);
        log.takeAgain(0, () -> {});
        take(window);
        assertEquals(id, only().path("id").asText(), "also after a restart");
        assertEquals(MINUTE + 9, only().path("onsetNanos").asLong(), "a window knows better");
        assertEquals(List.of(), log.opened());
    }

    /** Of a cluster they come in any order: who hears is told what is news, and what was before stays. */
    @Test
    void aWindowThatComesLateTellsWhatIsNewAndForgetsNothing() {
        List<String> told = new ArrayList<>();
        log.onTold((own, taken) -> told.add(own.finding().path("kind").asText() + " " + own.stage()));
        ObjectNode silent = finding(report(FAST), "problem", "sniffer-silent", "tap");
        log.watch(5, List.of(silent.put("onsetNanos", 5)));
        take(report(FAST));
        ObjectNode before = report(SLOW);
        finding(before, "problem", "errors-since", "auth")
                .put("onsetNanos", MINUTE + 7)
                .put("endNanos", MINUTE + 9);
        finding(before, "problem", "slower-since", "app")
                .put("onsetNanos", MINUTE + 7)
                .putNull("endNanos");
        take(before);
        ObjectNode late = report(SLOW);
        windows++;
        ObjectNode next = report(SLOW);
        finding(next, "problem", "slow-replica", "app");
        take(next);
        told.clear();
        long counted = log.open().get(1).path("windows").asLong();
        finding(late, "problem", "unreachable-since", "db")
                .put("onsetNanos", 2 * MINUTE + 7)
                .put("endNanos", 2 * MINUTE + 9);
        log.takeAgain(2 * MINUTE, () -> {
            log.takeQuietly(new WindowId(2 * MINUTE, 3 * MINUTE), late, this::sums);
            log.takeQuietly(new WindowId(3 * MINUTE, 4 * MINUTE), next, this::sums);
        });
        assertEquals(List.of("unreachable-since OPENED", "unreachable-since ENDED"), told);
        assertEquals(
                List.of("sniffer-silent", "slower-since"),
                log.open().stream().map(own -> own.path("kind").asText()).toList());
        assertEquals(counted, log.open().get(1).path("windows").asLong());
        assertEquals(4, log.json(0, Long.MAX_VALUE).path("findings").size());
    }

    /** Who was woken by it hears that it is over: with what came late it is another, that began earlier. */
    @Test
    void whatALateWindowTellsBetterEndsForWhoHeardOfIt() {
        List<String> told = new ArrayList<>();
        log.onTold((own, taken) -> told.add(own.finding().path("onsetNanos").asLong() + " " + own.stage()));
        take(report(FAST));
        ObjectNode late = report(SLOW);
        finding(late, "problem", "slower-since", "app").put("onsetNanos", MINUTE + 7);
        windows++;
        ObjectNode next = report(SLOW);
        finding(next, "problem", "slower-since", "app").put("onsetNanos", 2 * MINUTE + 9);
        take(next);
        log.takeAgain(MINUTE, () -> {
            log.takeQuietly(new WindowId(MINUTE, 2 * MINUTE), late, this::sums);
            log.takeQuietly(new WindowId(2 * MINUTE, 3 * MINUTE), next, this::sums);
        });
        assertEquals(List.of(2 * MINUTE + 9 + " OPENED", MINUTE + 7 + " OPENED", 2 * MINUTE + 9 + " ENDED"), told);
        assertEquals(MINUTE + 7, log.open().get(0).path("onsetNanos").asLong());
    }

    /** What a look saw and no window tells had lasted for as long as the look saw it. */
    @Test
    void whatOnlyALookSawEndsWhenItWasSeenLast() {
        take(report(FAST));
        ObjectNode looked = report(FAST);
        ObjectNode own = finding(looked, "problem", "errors-since", "app");
        own.put("title", "app errs since 00:01:07 (still so at 00:01:20, 7 requests)");
        own.put("onsetNanos", 67 * MINUTE / 60).putNull("endNanos");
        own.putObject("incident").put("lastSeenNanos", 80 * MINUTE / 60);
        look(List.of(own), Map.of());
        takeUntilItEnds(6);
        assertEquals(80 * MINUTE / 60, only().path("endNanos").asLong());
        assertEquals(
                "app errs from 00:01:07 to 00:01:20 (7 requests)",
                only().path("title").asText());
    }

    /** It goes on, for it became no better, and worse once more. */
    @Test
    void anotherChangeMinutesLaterIsNotWhatALookTold() {
        take(report(FAST));
        ObjectNode own = finding(report(FAST), "problem", "slower-since", "app");
        look(List.of(own.put("onsetNanos", MINUTE + 7).putNull("endNanos")), Map.of());
        take(report(SLOW));
        take(report(SLOW));
        ObjectNode worse = report(SLOW);
        finding(worse, "problem", "slower-since", "app").put("onsetNanos", 3 * MINUTE + 9);
        take(worse);
        assertEquals(MINUTE + 7, only().path("onsetNanos").asLong());
    }

    @Test
    void theSentenceOfOneThatEndsAsItBeginsHasOneTime() {
        take(report(FAST));
        ObjectNode own = finding(report(FAST), "problem", "errors-since", "app");
        own.put("title", "app errs since 00:01:07 (still so at 00:01:07, 7 requests)");
        own.put("onsetNanos", 67 * MINUTE / 60).putNull("endNanos");
        look(List.of(own), Map.of());
        takeUntilItEnds(6);
        assertEquals("app errs at 00:01:07 (7 requests)", only().path("title").asText());
    }

    @Test
    void theSentenceOfOneThatEndedSaysWhen() {
        ObjectNode report = report(FAST);
        finding(report, "problem", "errors-since", "app")
                .put("title", "app errs since 00:00:05 (still so at 00:00:59, 7 requests)")
                .put("onsetNanos", MINUTE / 12);
        take(report);
        takeUntilItEnds(6);
        assertEquals(
                "app errs from 00:00:05 to 00:01:00 (7 requests)",
                only().path("title").asText());
    }

    /** Who reads it an hour later is not to think that it was so for a minute, nor that so few were met in all. */
    @Test
    void theSentenceOfOneThatGoesOnSaysUpToWhenItIsSeenAndWasCounted() {
        take(report(FAST));
        ObjectNode own = failing(8, BLOCKS);
        finding(own, "problem", "unreachable-since", "db")
                .put("title", "app cannot connect to db since 00:01:15 (still so at 00:01:59, 7 attempts); all fail")
                .put("onsetNanos", 75 * SECOND)
                .putNull("endNanos");
        take(own);
        take(failing(0, BLOCKS));
        assertEquals(
                "app cannot connect to db since 00:01:15 (still so at 00:03:00, 7 attempts up to 00:01:59); all fail",
                only().path("title").asText());
        take(failing(0, 16));
        for (int i = 0; i < 3; i++) {
            take(failing(0, 0));
        }
        assertEquals(
                "app cannot connect to db from 00:01:15 to 00:03:30 (7 attempts up to 00:01:59); all fail",
                only().path("title").asText());
    }

    /** A window counts how often it came within it; what comes after is not told so. */
    @Test
    void howOftenItCameIsNotSaidOnceItGoesOn() {
        take(report(FAST));
        ObjectNode own = failing(8, BLOCKS);
        finding(own, "problem", "unreachable-since", "db")
                .put("title", "app cannot connect to db 2 times since 00:01:15 (still so at 00:01:59, 7 attempts)")
                .put("detail", "It began at 00:01:15. It was so from 00:01:15 to 00:01:30, 00:01:45 on. Look at db.")
                .put("onsetNanos", 75 * SECOND)
                .putNull("endNanos")
                .putArray("pauses")
                .addObject()
                .put("fromNanos", 90 * SECOND)
                .put("toNanos", 105 * SECOND);
        take(own);
        assertTrue(only().has("pauses"));
        take(failing(0, BLOCKS));
        assertEquals(
                "app cannot connect to db again and again since 00:01:15"
                        + " (still so at 00:03:00, 7 attempts up to 00:01:59)",
                only().path("title").asText());
        assertEquals("It began at 00:01:15. Look at db.", only().path("detail").asText());
        assertFalse(only().has("pauses"));
    }

    /** What is lost is told before it is known since when. */
    @Test
    void whoSuffersFromALossIsSaid() {
        ObjectNode losing = losing(80);
        finding(losing, "problem", "network-loss", "app").put("requestsDelayed", 0.042);
        take(losing);
        assertEquals(
                "4.2 % of all requests from outside are delayed by it",
                only().at("/incident/suffers").asText());
    }

    /** Alerts, the page and reports say the same of it. */
    @Test
    void whoSuffersIsSaidInWordsAndUpToWhenThatWasCounted() {
        take(report(FAST));
        ObjectNode changed = report(SLOW);
        ObjectNode incident = finding(changed, "problem", "slower-since", "app")
                .put("onsetNanos", MINUTE)
                .putObject("incident");
        incident.put("requests", 1200).put("clients", 1).put("requestsLongerNanos", 5_000_000);
        incident.put("requestsFailing", 0.5).put("lastSeenNanos", MINUTE + 27_000_000_000L);
        take(changed);
        assertEquals(
                "1 200 requests of 1 client up to 00:01:27 come through it; they take 5.0 ms longer;"
                        + " 50 % of all requests from outside fail because of it",
                only().path("incident").path("suffers").asText());
    }

    @Test
    void theSentenceOfANoticeThatEndedSaysWhenToo() {
        ObjectNode report = report(FAST);
        finding(report, "notice", "calls-since", "app")
                .put(
                        "title",
                        "app calls db 2 times since 00:00:05, and 1 times otherwise (still so at 00:00:59, 7 requests)")
                .put("onsetNanos", MINUTE / 12);
        take(report);
        takeUntilItEnds(6);
        assertEquals(
                "app calls db 2 times from 00:00:05 to 00:01:00, and 1 times otherwise (7 requests)",
                only().path("title").asText());
    }

    @Test
    void whatIsProvedToBeOverEnds() {
        take(losing(0));
        for (int window = 0; window < 3; window++) {
            ObjectNode report = losing(80);
            finding(report, "problem", "network-loss", "app")
                    .withArrayProperty("nodes")
                    .add("db");
            take(report);
        }
        take(losing(4));
        assertEquals("ended", only().path("state").asText());
        assertEquals(4 * MINUTE, only().get("endNanos").asLong());
    }

    /** The next window looks at a margin before its core, and tells what it still sees there. */
    @Test
    void whatAWindowTellsOfItsMarginAloneIsOver() {
        take(failing(0, 0));
        ObjectNode dead = failing(8, BLOCKS);
        finding(dead, "problem", "unreachable-since", "db").put("onsetNanos", MINUTE + MINUTE / 4);
        take(dead);
        ObjectNode mended = failing(0, 16);
        finding(mended, "problem", "connections-fail", "db");
        take(mended);
        assertEquals("ended", only().path("state").asText(), "the rest of the window is sound");
        ObjectNode after = failing(0, 0);
        finding(after, "problem", "connections-fail", "db");
        take(after);
        assertEquals("ended", only().path("state").asText());
        assertEquals(2 * MINUTE + MINUTE / 2, only().get("endNanos").asLong());
    }

    @Test
    void ofASnifferOnlyTheWatchTells() {
        ObjectNode silent = JsonNodeFactory.instance.objectNode();
        silent.put("severity", "problem").put("kind", "sniffer-silent").put("onsetNanos", 5);
        silent.putArray("nodes").add("tap");
        log.watch(MINUTE, List.of(silent));
        take(report(FAST));
        take(report(FAST));
        assertTrue(only().get("endNanos").isNull());
        log.watch(3 * MINUTE, List.of());
        assertEquals(3 * MINUTE, only().get("endNanos").asLong());
    }
}

package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.SumsJson;
import io.wirepath.report.sum.KeptSums;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindingLogTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final int BLOCKS = 32;

    /** The bin of 8 ms. */
    private static final int FAST = 734;

    /** That of 32 ms. */
    private static final int SLOW = FAST + 2 * 32;

    private final List<ServeCounter> counted = new ArrayList<>();
    private final FindingLog log = new FindingLog(counted::add);
    private final List<Sums> kept = new ArrayList<>();
    private int windows;

    /** A window in which the node app answers ten requests a block, each in this bin. */
    private ObjectNode report(int bin) {
        return report(bin, 10);
    }

    private ObjectNode report(int bin, int requestsOfABlock) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.putObject("totals");
        report.putArray("findings");
        ObjectNode baseline = report.putObject("baseline");
        baseline.put("firstNanos", windows * MINUTE)
                .put("lastNanos", (windows + 1) * MINUTE - 1)
                .put("requests", requestsOfABlock * BLOCKS);
        ObjectNode own = baseline.putArray("delays").addObject();
        own.put("of", "node")
                .put("name", "app")
                .put("peer", "")
                .put("measure", "own")
                .put("kind", "");
        ArrayNode blocks = own.putArray("blocks");
        for (int i = 0; i < BLOCKS; i++) {
            int some = requestsOfABlock / 2;
            blocks.addArray().add(bin).add(some).add(bin + 1 + i % 3).add(requestsOfABlock - some);
        }
        baseline.putArray("shares");
        return report;
    }

    private static ObjectNode finding(ObjectNode report, String severity, String kind, String node) {
        ObjectNode finding = report.withArrayProperty("findings").addObject();
        finding.put("severity", severity).put("kind", kind).put("title", kind + " " + node);
        finding.putArray("nodes").add(node);
        return finding;
    }

    private void take(ObjectNode report) {
        kept.add(report.has(SumsJson.FIELD) ? SumsJson.read(report.path(SumsJson.FIELD)) : Sums.NOTHING);
        log.take(new WindowId(windows * MINUTE, (windows + 1) * MINUTE), report, this::sums);
        windows++;
    }

    /** Windows that tell nothing, until nothing is open, so many at most. */
    private void takeUntilItEnds(int most) {
        for (int i = 0; i < most && !log.open().isEmpty(); i++) {
            take(report(FAST));
        }
        assertEquals(List.of(), log.open());
    }

    private Sums sums(TimeSpan span) {
        return Sums.merged(kept.stream().map(each -> each.cut(span)).toList());
    }

    private JsonNode only() {
        JsonNode all = log.json(Long.MIN_VALUE, Long.MAX_VALUE).get("findings");
        assertEquals(1, all.size(), all.toString());
        return all.get(0);
    }

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
        finding(changed, "problem", "slower-since", "app").put("onsetNanos", MINUTE + 5);
        take(changed);
        ObjectNode silent = report(SLOW);
        silent.withObject("/baseline").putArray("delays");
        take(silent);
        assertEquals("no_evidence_since", only().get("state").asText());
        assertEquals(MINUTE + 5, only().get("endNanos").asLong(), "no end before the onset");
    }

    @Test
    void oneTroubleIsOneFindingWithItsTimeOrWithout() {
        ObjectNode first = report(FAST);
        finding(first, "problem", "errors-since", "auth");
        take(first);
        ObjectNode second = report(FAST);
        finding(second, "problem", "failures-begin", "auth");
        take(second);
        assertEquals("errors-since", only().get("kind").asText());
        assertEquals(2, only().get("windows").asInt());
        takeUntilItEnds(4);
        assertEquals(2 * MINUTE, only().get("endNanos").asLong());
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
    void windowsThatOverlapTellOneChangeOnce() {
        take(report(FAST));
        ObjectNode changed = report(SLOW);
        finding(changed, "problem", "slower-since", "app")
                .put("onsetNanos", MINUTE + 7)
                .put("endNanos", 2 * MINUTE + 3);
        take(changed);
        ObjectNode next = report(FAST);
        finding(next, "problem", "slower-since", "app")
                .put("onsetNanos", 2 * MINUTE - 9)
                .put("endNanos", 2 * MINUTE + 4);
        finding(next, "notice", "calls-since", "app").put("onsetNanos", 2 * MINUTE + 5);
        take(next);
        assertEquals(2 * MINUTE + 3, only().get("endNanos").asLong());
    }

    @Test
    void whatTheCaptureDoesNotShowIsOneFindingWhateverNodesItIsSeenAt() {
        for (String node : List.of("db", "", "cache", "db")) {
            ObjectNode report = report(FAST);
            if (!node.isEmpty()) {
                finding(report, "notice", "unseen-receivers", node);
            }
            take(report);
        }
        assertTrue(only().get("endNanos").isNull());
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
        log.look(found, Map.of());
        log.look(found, Map.of());
        String id = only().path("id").asText();
        assertEquals(List.of(id + " OPENED"), told);
        ObjectNode window = report(SLOW);
        window.putArray(FindingLog.OPENED).addAll(log.opened());
        finding(window, "problem", "slower-since", "app").put("onsetNanos", MINUTE + 9);
        log.forget();
        take(window);
        assertEquals(id, only().path("id").asText(), "also after a restart");
        assertEquals(MINUTE + 9, only().path("onsetNanos").asLong(), "a window knows better");
        assertEquals(List.of(), log.opened());
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
        log.look(List.of(own), Map.of());
        takeUntilItEnds(6);
        assertEquals(80 * MINUTE / 60, only().path("endNanos").asLong());
        assertEquals(
                "app errs from 00:01:07 to 00:01:20 (7 requests)",
                only().path("title").asText());
    }

    @Test
    void theSentenceOfOneThatEndsAsItBeginsHasOneTime() {
        take(report(FAST));
        ObjectNode own = finding(report(FAST), "problem", "errors-since", "app");
        own.put("title", "app errs since 00:01:07 (still so at 00:01:07, 7 requests)");
        own.put("onsetNanos", 67 * MINUTE / 60).putNull("endNanos");
        log.look(List.of(own), Map.of());
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

    /** Who waited for it asks again: that wakes nobody, and tells when it was over. */
    @Test
    void whatComesBackAsAProblemEndsIsNoSurge() {
        take(report(FAST));
        ObjectNode changed = report(SLOW, 2);
        finding(changed, "problem", "slower-since", "app").put("onsetNanos", MINUTE + 7);
        take(changed);
        long mended = 2 * MINUTE + MINUTE / 3;
        log.look(List.of(surge(mended)), Map.of());
        ObjectNode back = report(FAST);
        finding(back, "fact", "faster-since", "app").put("onsetNanos", mended);
        back.withArrayProperty("findings").add(surge(mended + 5));
        take(back);
        assertEquals("slower-since", only().path("kind").asText());
        assertEquals(mended, only().get("endNanos").asLong());
        log.look(List.of(surge(mended + 1_000_000_000L)), Map.of());
        assertEquals(0, log.open().size());
        take(report(FAST));
        log.look(List.of(surge(4 * MINUTE)), Map.of());
        assertEquals(1, log.open().size(), "another one is");
    }

    private static ObjectNode surge(long onsetNanos) {
        ObjectNode surge = finding(JsonNodeFactory.instance.objectNode(), "notice", "load-since", "app");
        surge.put("onsetNanos", onsetNanos).putNull("endNanos");
        surge.withObject("/incident").put("before", 2).put("after", 31);
        return surge;
    }

    /** A window in which so many calls of app to db wait for lost segments. */
    private ObjectNode losing(int events) {
        ObjectNode report = report(FAST);
        ObjectNode share =
                report.path(SumsJson.FIELD).withArrayProperty("shares").addObject();
        share.put("of", "edge").put("name", "app").put("peer", "db").put("measure", "resent");
        for (int block = 0; block < BLOCKS; block++) {
            share.withArrayProperty("events").add(events * (block + 1) / BLOCKS - events * block / BLOCKS);
            share.withArrayProperty("trials").add(40);
        }
        return report;
    }

    /** What is lost stays the same, and enough of it to be told falls into one window of three. */
    @Test
    void whatHoversAtItsThresholdIsOneThatStaysOpen() {
        List<FindingLog.Stage> told = new ArrayList<>();
        log.onTold((own, taken) -> told.add(own.stage()));
        for (int window = 0; window < 30; window++) {
            ObjectNode report = losing(window % 3 == 0 ? 8 : 4);
            if (window % 3 == 0) {
                finding(report, "problem", "network-loss", "app")
                        .withArrayProperty("nodes")
                        .add("db");
            }
            take(report);
        }
        assertTrue(only().get("endNanos").isNull());
        assertEquals(
                1, told.stream().filter(own -> own == FindingLog.Stage.OPENED).count());
        assertEquals(
                0, told.stream().filter(own -> own == FindingLog.Stage.ENDED).count());
    }

    /** Windows that end and open again what hovers: one that begins anew after each goes on as one that never did. */
    @Test
    void oneThatIsResumedGoesOnAsOneThatWasNotStopped() {
        FindingLog steady = new FindingLog(counted::add);
        List<ObjectNode> last = new ArrayList<>(List.of(JsonNodeFactory.instance.objectNode()));
        for (int window = 0; window < 40; window++) {
            ObjectNode report = window == 25 ? losing(0) : losing(window % 3 == 0 ? 80 : window % 5);
            if (window % 3 == 0 && window < 20) {
                finding(report, "problem", "network-loss", "app")
                        .withArrayProperty("nodes")
                        .add("db");
                finding(report, "problem", "slower-since", "app")
                        .put("onsetNanos", windows * MINUTE + 7)
                        .putNull("endNanos");
            }
            kept.add(SumsJson.read(report.path(SumsJson.FIELD)));
            WindowId id = new WindowId(windows * MINUTE, (windows + 1) * MINUTE);
            windows++;
            FindingLog resumed = new FindingLog(counted::add);
            long before = resumed.resume(last.get(0), own -> last.set(0, own.deepCopy()));
            assertEquals(window == 0 ? Long.MIN_VALUE : id.fromNanos() - MINUTE, before);
            resumed.take(id, report, this::sums);
            steady.take(id, report, this::sums);
            assertEquals(steady.json(Long.MIN_VALUE, Long.MAX_VALUE), resumed.json(Long.MIN_VALUE, Long.MAX_VALUE));
        }
        assertTrue(steady.json(Long.MIN_VALUE, Long.MAX_VALUE).path("findings").size() > 1);
    }

    private Service service(Path state) throws IOException {
        return new Service(
                ServeSettings.defaults(state),
                new ServeControl(ServeTuning.defaults(), line -> {}),
                new ServiceLog(
                        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), Map.of()),
                () -> {},
                new Service.Times(() -> 0, () -> 0));
    }

    /** The report of the next window with what it is compared by beside it, as it is kept. */
    private WindowId keep(Service in, ObjectNode report, boolean isHeard) {
        WindowId id = new WindowId(windows * MINUTE, (windows + 1) * MINUTE);
        windows++;
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        kept.putObject(ReportHistory.SUMMARY).put("id", id.toString());
        kept.setAll(report);
        kept.put(KeptSums.FIELD, KeptSums.of(SumsJson.read(report.path(SumsJson.FIELD))));
        if (isHeard) {
            in.keep(id, kept);
        } else {
            in.reports().put(id, kept);
        }
        return id;
    }

    private static JsonNode only(Service of) {
        JsonNode all = of.published().findings().json(Long.MIN_VALUE, Long.MAX_VALUE);
        assertEquals(1, all.path("findings").size(), all::toString);
        return all.path("findings").get(0);
    }

    /** Nothing is closed before the state is read again, and of the last report the log did not hear. */
    @Test
    void whatIsOpenStaysSoOverAKillHoweverManyWindowsAgoItBegan(@TempDir Path state) throws IOException {
        try (Service killed = service(state)) {
            keep(killed, report(FAST), true);
            ObjectNode changed = report(SLOW);
            finding(changed, "problem", "slower-since", "app").put("onsetNanos", MINUTE + 7);
            keep(killed, changed, true);
            for (int i = 0; i < 30; i++) {
                keep(killed, report(SLOW), true);
            }
            JsonNode before = only(killed).deepCopy();
            assertEquals(31, before.path("windows").asInt());
            WindowId unheard = keep(killed, report(SLOW), false);
            try (Service again = service(state)) {
                assertEquals(before.path("id"), only(again).path("id"));
                assertTrue(only(again).path("endNanos").isNull());
                assertEquals(32, only(again).path("windows").asInt());
                assertEquals(
                        unheard.toString(),
                        Objects.requireNonNull(again.published().latest())
                                .path("id")
                                .asText());
                keep(again, report(FAST), true);
                assertEquals("ended", only(again).path("state").asText());
            }
            try (Service third = service(state)) {
                assertEquals("ended", only(third).path("state").asText(), "what ended is known as well");
            }
        }
    }

    /** A kill after the file was written and before a receiver took it; and one after that. */
    @Test
    void whatNobodyTookIsToldAgainAfterAKill(@TempDir Path state) throws IOException {
        try (Service killed = service(state)) {
            killed.published().findings().onTold((own, taken) -> {});
            keep(killed, report(FAST), true);
            ObjectNode changed = report(SLOW);
            finding(changed, "problem", "slower-since", "app").put("onsetNanos", MINUTE + 7);
            keep(killed, changed, true);
            keep(killed, report(SLOW), true);
            String id = only(killed).path("id").asText();
            try (Service again = service(state)) {
                assertEquals(List.of(id + " OPENED"), heardAtOnce(again));
            }
            try (Service third = service(state)) {
                assertEquals(List.of(), heardAtOnce(third), "it was taken");
                keep(third, report(FAST), true);
            }
            try (Service fourth = service(state)) {
                assertEquals(List.of(), heardAtOnce(fourth), "its end was taken");
            }
        }
    }

    @Test
    void whatManyTakeIsKeptOnce() {
        List<ObjectNode> written = new ArrayList<>();
        log.resume(MissingNode.getInstance(), written::add);
        List<Runnable> takings = new ArrayList<>();
        log.onTold((own, taken) -> takings.add(taken));
        ObjectNode report = report(FAST);
        List.of("app", "db", "web")
                .forEach(
                        node -> finding(report, "problem", "slower-since", node).put("onsetNanos", 7));
        take(report);
        int before = written.size();
        assertEquals(3, takings.size());
        takings.forEach(Runnable::run);
        log.watch(MINUTE, List.of());
        assertEquals(before + 1, written.size());
        assertEquals(0, written.get(before).path("untold").size());
    }

    /** A report that is kept, of which the log did not hear: a kill lies between. */
    @Test
    void whatBeginsInAWindowThatAKillLeftUnheardIsTold(@TempDir Path state) throws IOException {
        try (Service killed = service(state)) {
            keep(killed, report(FAST), true);
            ObjectNode changed = report(SLOW);
            finding(changed, "problem", "slower-since", "app").put("onsetNanos", MINUTE + 7);
            keep(killed, changed, false);
            try (Service again = service(state)) {
                assertEquals(List.of(only(again).path("id").asText() + " OPENED"), heardAtOnce(again));
            }
        }
    }

    /** What is told of who begins to listen and takes all from then on. */
    private static List<String> heardAtOnce(Service of) {
        List<String> heard = new ArrayList<>();
        of.published().findings().onTold((own, taken) -> {
            heard.add(own.finding().path("id").asText() + " " + own.stage());
            taken.run();
        });
        return List.copyOf(heard);
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

    @Test
    void aNoticeThatBecomesAProblemIsAnAlertOfItsOwn() {
        List<FindingLog.News> told = new ArrayList<>();
        log.onTold((own, taken) -> told.add(own));
        ObjectNode notice = report(FAST);
        finding(notice, "notice", "failures-begin", "app");
        take(notice);
        ObjectNode problem = report(FAST);
        finding(problem, "problem", "failures-begin", "app");
        take(problem);
        ObjectNode again = report(FAST);
        finding(again, "notice", "failures-begin", "app");
        take(again);
        assertEquals(
                List.of("false OPENED", "false ENDED", "true OPENED", "true OPEN"),
                told.stream().map(own -> own.isAlert() + " " + own.stage()).toList());
        assertEquals(1, log.open().size());
        assertEquals("problem", log.open().get(0).path("severity").asText());
    }

    /** A window saw the first seconds of it alone. */
    @Test
    void whatDelaysFewRequestsAtFirstIsAnAlertOnceItDelaysMany() {
        List<FindingLog.News> told = new ArrayList<>();
        log.onTold((own, taken) -> told.add(own));
        ObjectNode first = report(FAST);
        ObjectNode loss = finding(first, "problem", "network-loss", "app");
        loss.put("onsetNanos", 7).put("requestsDelayed", 0.004);
        take(first);
        log.look(List.of(loss.deepCopy().put("requestsDelayed", 0.05).putNull("endNanos")), Map.of());
        assertEquals(
                List.of("false OPENED", "false ENDED", "true OPENED"),
                told.stream().map(own -> own.isAlert() + " " + own.stage()).toList());
    }

    @Test
    void whatDelaysFewRequestsWakesNobody() {
        ObjectNode few = finding(report(FAST), "problem", "network-loss", "app").put("requestsDelayed", 0.004);
        assertTrue(!FindingLog.isAlert(few));
        assertTrue(FindingLog.isAlert(few.put("requestsDelayed", 0.04)));
    }

    /** Nobody knew whether it was over: who was woken is not woken again. */
    @Test
    void whatGoesOnAfterNoEvidenceOfItIsTheSameStill() {
        List<FindingLog.Stage> told = new ArrayList<>();
        log.onTold((own, taken) -> told.add(own.stage()));
        for (boolean isTold : new boolean[] {true, false, false, false, false, false, true}) {
            ObjectNode report = losing(0);
            if (isTold) {
                finding(report, "problem", "network-loss", "app")
                        .withArrayProperty("nodes")
                        .add("db");
            }
            take(report);
        }
        assertEquals(
                List.of(
                        FindingLog.Stage.OPENED,
                        FindingLog.Stage.OPEN,
                        FindingLog.Stage.OPEN,
                        FindingLog.Stage.OPEN,
                        FindingLog.Stage.OPEN,
                        FindingLog.Stage.ENDED,
                        FindingLog.Stage.OPEN),
                told);
        assertTrue(only().get("endNanos").isNull());
    }

    /** A window in which so many of 20 attempts a block to connect to the node db fail, from a block on or up to it. */
    private ObjectNode failing(int firstBlock, int lastBlock) {
        ObjectNode report = report(FAST);
        ObjectNode share =
                report.path(SumsJson.FIELD).withArrayProperty("shares").addObject();
        share.put("of", "node").put("name", "db").put("peer", "").put("measure", "unreached");
        for (int block = 0; block < BLOCKS; block++) {
            share.withArrayProperty("events").add(block >= firstBlock && block < lastBlock ? 20 : 0);
            share.withArrayProperty("trials").add(20);
        }
        return report;
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
        assertTrue(only().get("endNanos").isNull(), "still so in its core");
        ObjectNode after = failing(0, 0);
        finding(after, "problem", "connections-fail", "db");
        take(after);
        assertEquals("ended", only().path("state").asText());
        assertEquals(2 * MINUTE + MINUTE / 2, only().get("endNanos").asLong());
    }

    @Test
    void whatFollowedAndChangesBackIsNoNews() {
        take(failing(0, 0));
        ObjectNode dead = failing(8, BLOCKS);
        ObjectNode problem = finding(dead, "problem", "unreachable-since", "db").put("onsetNanos", MINUTE + MINUTE / 4);
        ObjectNode consequence =
                problem.withObject("/incident").withArray("consequences").addObject();
        consequence.put("what", "calls").putArray("nodes").add("app");
        take(dead);
        ObjectNode back = failing(0, 16);
        finding(back, "problem", "connections-fail", "db");
        ObjectNode calls = finding(back, "notice", "calls-since", "app").put("onsetNanos", 2 * MINUTE + MINUTE / 4);
        calls.withArrayProperty("nodes").add("db");
        calls.withObject("/incident").put("what", "calls");
        take(back);
        assertEquals("unreachable-since", only().path("kind").asText());
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

    /** An operation that is slow is slow at each replica: one alert, with the other replicas as its consequences. */
    @Test
    void whatReplicasMeetAtOneMomentIsOne() {
        List<FindingLog.News> told = new ArrayList<>();
        log.onTold((own, taken) -> told.add(own));
        take(report(FAST));
        Map<String, String> roles = Map.of("app1", "app", "app2", "app", "db", "db");
        ObjectNode first = slow("app1", MINUTE + 7);
        first.put("title", "app1 answers later; app2 did not change");
        first.withObject("/incident").putArray("unchanged").add("app2");
        log.look(List.of(first), roles);
        log.look(List.of(slow("app2", MINUTE + 1_000_000_000L)), roles);
        log.look(List.of(slow("app2", MINUTE + 1_000_000_000L)), roles);
        assertEquals(1, told.size());
        assertEquals("app1 answers later", only().path("title").asText());
        assertEquals(0, only().path("incident").path("unchanged").size());
        JsonNode follows = only().path("incident").path("consequences");
        assertEquals(1, follows.size());
        assertEquals("[\"app2\"]", follows.get(0).path("nodes").toString());
        log.look(List.of(slow("db", MINUTE + 7), slow("app2", MINUTE + 30_000_000_000L)), roles);
        assertEquals(2, told.size(), "another role is another matter");
    }

    /** What a replica tells again is the incident that its peers met, too; and it ends as any other. */
    @Test
    void whatAReplicaTellsAgainEndsAsWell() {
        take(report(FAST));
        ObjectNode both = report(FAST);
        ObjectNode role = both.withArrayProperty("roles").addObject().put("name", "app");
        role.putArray("nodes").add("app1").add("app2");
        finding(both, "problem", "slower-since", "app1").put("onsetNanos", MINUTE + 7);
        finding(both, "problem", "slower-since", "app2").put("onsetNanos", MINUTE + 7);
        take(both);
        assertEquals(1, log.open().size());
        take(report(FAST));
        assertEquals("no_evidence_since", only().path("state").asText());
        ObjectNode again = report(FAST);
        finding(again, "problem", "slow-replica", "app2");
        take(again);
        assertEquals(1, log.open().size());
        take(report(FAST));
        assertEquals("no_evidence_since", only().path("state").asText());
    }

    private static ObjectNode slow(String node, long onsetNanos) {
        ObjectNode slow = finding(JsonNodeFactory.instance.objectNode(), "problem", "slower-since", node);
        slow.put("onsetNanos", onsetNanos).putNull("endNanos");
        return slow;
    }
}

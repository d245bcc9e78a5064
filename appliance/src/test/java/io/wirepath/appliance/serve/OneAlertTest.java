package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.SumsJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which findings are one, and which of them wake somebody. */
class OneAlertTest extends FindingsOfWindows {

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

    /** Sniffers are named as their hosts are: what is wrong with the one is not what is wrong with the other. */
    @Test
    void whatIsWrongWithASnifferHidesNoTroubleOfItsHost() {
        ObjectNode full = JsonNodeFactory.instance.objectNode();
        full.put("severity", "problem").put("kind", "sniffer-disk").put("onsetNanos", 5);
        full.putArray("nodes").add("db");
        log.watch(5, List.of(full));
        ObjectNode undated = report(FAST);
        finding(undated, "problem", "connections-fail", "db");
        take(undated);
        assertEquals(2, log.open().size(), log.open().toString());
        ObjectNode silent = full.deepCopy().put("kind", "sniffer-silent").put("onsetNanos", 1 * MINUTE + 9);
        log.watch(MINUTE + 9, List.of(full, silent));
        ObjectNode dated = report(FAST);
        finding(dated, "problem", "errors-since", "db").put("onsetNanos", MINUTE + 10);
        take(dated);
        assertTrue(
                log.open().stream().anyMatch(own -> own.path("kind").asText().equals("errors-since")),
                log.open().toString());
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
        assertEquals(2 * MINUTE + 4, only().get("endNanos").asLong());
    }

    /** For two seconds at the end of what a window looks at, nothing is lost. */
    @Test
    void aPauseBehindTheCoreOfAWindowIsNoEnd() {
        ObjectNode looked = finding(JsonNodeFactory.instance.objectNode(), "problem", "slower-since", "app");
        looked.put("onsetNanos", MINUTE + 3 * SECOND).putNull("endNanos").put("title", "since");
        look(List.of(looked), Map.of());
        ObjectNode first = report(FAST);
        finding(first, "problem", "slower-since", "app")
                .put("onsetNanos", MINUTE + 3 * SECOND)
                .put("endNanos", MINUTE + 8 * SECOND)
                .put("title", "from 3 to 8");
        take(first);
        assertTrue(only().get("endNanos").isNull());
        assertEquals("since", only().path("title").asText());
        ObjectNode next = report(SLOW);
        finding(next, "problem", "slower-since", "app")
                .put("onsetNanos", MINUTE + 3 * SECOND)
                .put("endNanos", MINUTE + 48 * SECOND);
        take(next);
        assertEquals(MINUTE + 48 * SECOND, only().get("endNanos").asLong());
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

    /** Who waited for it asks again: that wakes nobody, and tells when it was over. */
    @Test
    void whatComesBackAsAProblemEndsIsNoSurge() {
        take(report(FAST));
        ObjectNode changed = report(SLOW, 2);
        finding(changed, "problem", "slower-since", "app").put("onsetNanos", MINUTE + 7);
        take(changed);
        long mended = 2 * MINUTE + MINUTE / 3;
        look(List.of(surge(mended)), Map.of());
        ObjectNode back = report(FAST);
        finding(back, "fact", "faster-since", "app").put("onsetNanos", mended);
        back.withArrayProperty("findings").add(surge(mended + 5));
        take(back);
        assertEquals("slower-since", only().path("kind").asText());
        assertEquals(mended, only().get("endNanos").asLong());
        look(List.of(surge(mended + 1_000_000_000L)), Map.of());
        assertEquals(0, log.open().size());
        take(report(FAST));
        look(List.of(surge(4 * MINUTE)), Map.of());
        assertEquals(1, log.open().size(), "another one is");
    }

    /** A trouble that stays open for a minute after it was mended hides no surge for as long. */
    @Test
    void muchMoreThanBeforeATroubleIsASurgeOfItsOwn() {
        take(loaded(FAST, 10));
        ObjectNode changed = loaded(SLOW, 10);
        finding(changed, "problem", "slower-since", "app").put("onsetNanos", MINUTE + 7);
        take(changed);
        look(List.of(surge(2 * MINUTE + 9, 19)), Map.of());
        assertEquals(1, log.open().size(), "as many may ask again");
        look(List.of(surge(2 * MINUTE + 9, 31)), Map.of());
        assertEquals(
                List.of("slower-since", "load-since"),
                log.open().stream().map(own -> own.path("kind").asText()).toList());
    }

    /** With so many requests a second from outside. */
    private ObjectNode loaded(int bin, int requestsOfASecond) {
        ObjectNode report = report(bin);
        ObjectNode share =
                report.path(SumsJson.FIELD).withArrayProperty("shares").addObject();
        share.put("of", "system").put("name", "").put("peer", "").put("measure", "load");
        for (int block = 0; block < BLOCKS; block++) {
            share.withArrayProperty("events").add(requestsOfASecond + (block % 2 == 0 ? 1 : -1));
            share.withArrayProperty("trials").add(1);
        }
        return report;
    }

    private static ObjectNode surge(long onsetNanos) {
        return surge(onsetNanos, 31);
    }

    private static ObjectNode surge(long onsetNanos, int after) {
        ObjectNode surge = finding(JsonNodeFactory.instance.objectNode(), "notice", "load-since", "app");
        surge.put("onsetNanos", onsetNanos).putNull("endNanos");
        surge.withObject("/incident").put("before", 2).put("after", after);
        return surge;
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
        look(List.of(loss.deepCopy().put("requestsDelayed", 0.05).putNull("endNanos")), Map.of());
        assertEquals(
                List.of("false OPENED", "false ENDED", "true OPENED"),
                told.stream().map(own -> own.isAlert() + " " + own.stage()).toList());
    }

    @Test
    void whatDelaysFewRequestsWakesNobody() {
        ObjectNode few = finding(report(FAST), "problem", "network-loss", "app").put("requestsDelayed", 0.004);
        assertTrue(!FindingLog.isAlert(few));
        assertTrue(FindingLog.isAlert(few.put("requestsDelayed", 0.04)));
        assertTrue(!FindingLog.isAlert(finding(report(FAST), "problem", "capture-dropped", "tap")));
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
        calls.withArrayProperty("nodes").add("web");
        calls.withObject("/incident").put("what", "calls");
        take(back);
        assertEquals("unreachable-since", only().path("kind").asText());
    }

    /** The next window looks at the last seconds of it alone, where no cause is told. */
    @Test
    void whatFollowedIsNoAlertOfItsOwnInTheNextWindow() {
        List<FindingLog.News> told = new ArrayList<>();
        log.onTold((own, taken) -> told.add(own));
        take(failing(0, 0));
        ObjectNode dead = failing(8, BLOCKS);
        ObjectNode problem = finding(dead, "problem", "unreachable-since", "db")
                .put("onsetNanos", MINUTE + MINUTE / 4)
                .put("endNanos", 2 * MINUTE + 4);
        ObjectNode follows =
                problem.withObject("/incident").withArray("consequences").addObject();
        follows.put("what", "errors").putArray("nodes").add("app");
        take(dead);
        ObjectNode next = failing(0, 0);
        errors(next, "app", 2 * MINUTE - 9);
        errors(next, "web", 2 * MINUTE - 9);
        take(next);
        ObjectNode later = failing(0, 0);
        errors(later, "app", 3 * MINUTE + MINUTE / 2);
        take(later);
        assertEquals(
                List.of("unreachable-since db", "errors-since web", "errors-since app"),
                told.stream()
                        .filter(own -> own.stage() == FindingLog.Stage.OPENED)
                        .map(own -> own.finding().path("kind").asText() + " "
                                + own.finding().path("nodes").get(0).asText())
                        .toList());
    }

    /** What followed once hides nothing that begins later at the same node, while the first goes on. */
    @Test
    void asLongAsAFirstGoesOnItHidesNoSecondWhereSomethingFollowedFromIt() {
        take(failing(0, 0));
        ObjectNode dead = failing(8, BLOCKS);
        ObjectNode problem = finding(dead, "problem", "unreachable-since", "db").put("onsetNanos", MINUTE + MINUTE / 4);
        problem.putNull("endNanos")
                .withObject("/incident")
                .withArray("consequences")
                .addObject()
                .put("what", "errors")
                .putArray("nodes")
                .add("app");
        take(dead);
        take(failing(0, BLOCKS));
        ObjectNode margin = failing(0, BLOCKS);
        errors(margin, "app", 3 * MINUTE - 9);
        take(margin);
        assertEquals(1, log.open().size(), "the window before has seen the same");
        ObjectNode second = failing(0, BLOCKS);
        errors(second, "app", 4 * MINUTE + MINUTE / 2);
        take(second);
        assertEquals(
                List.of("unreachable-since", "errors-since"),
                log.open().stream().map(own -> own.path("kind").asText()).toList());
    }

    private static void errors(ObjectNode report, String node, long onsetNanos) {
        ObjectNode errors = finding(report, "problem", "errors-since", node).put("onsetNanos", onsetNanos);
        errors.withObject("/incident").put("what", "errors");
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
        look(List.of(first), roles);
        look(List.of(slow("app2", MINUTE + 1_000_000_000L)), roles);
        assertEquals(1, told.size());
        assertEquals("app1 answers later", only().path("title").asText());
        assertEquals(0, only().path("incident").path("unchanged").size());
        JsonNode follows = only().path("incident").path("consequences");
        assertEquals(1, follows.size());
        assertEquals("[\"app2\"]", follows.get(0).path("nodes").toString());
        look(List.of(slow("db", MINUTE + 7), slow("app2", MINUTE + 30_000_000_000L)), roles);
        assertEquals(2, told.size(), "another role is another matter");
    }

    /** A look saw it at one replica, its window at both, and the next window all of it. */
    @Test
    void whatWindowsKnowBetterTakesThePlaceOfWhatALookSaw() {
        List<FindingLog.News> told = new ArrayList<>();
        log.onTold((own, taken) -> told.add(own));
        take(report(FAST));
        Map<String, String> roles = Map.of("app", "app", "app2", "app");
        long onset = 2 * MINUTE - 6 * SECOND;
        look(List.of(slow("app", onset)), roles);
        ObjectNode first = report(FAST);
        first.withArrayProperty("findings").add(both("both since", onset + SECOND));
        take(first);
        assertEquals("both since", only().path("title").asText());
        assertEquals("[\"app\",\"app2\"]", only().path("nodes").toString());
        assertEquals(0, only().at("/incident/consequences").size(), only().toString());
        ObjectNode second = report(SLOW);
        second.withArrayProperty("findings").add(both("all of it", onset).put("endNanos", 2 * MINUTE + 40 * SECOND));
        take(second);
        assertEquals("all of it", only().path("title").asText());
        assertEquals(
                List.of("OPENED slower-since app", "CHANGED both since", "ENDED all of it"),
                told.stream()
                        .map(own ->
                                own.stage() + " " + own.finding().path("title").asText())
                        .toList());
        assertEquals(
                1,
                told.stream()
                        .map(own -> own.finding().path("id").asText())
                        .distinct()
                        .count());
    }

    private static ObjectNode both(String title, long onsetNanos) {
        ObjectNode both = slow("app", onsetNanos).put("title", title);
        both.withArrayProperty("nodes").add("app2");
        return both;
    }

    /** A host that stands still for some seconds delays what it serves meanwhile. */
    @Test
    void aDelayThatOneLookAloneHasSeenWakesNobody() {
        take(report(FAST));
        ObjectNode first = slow("app", MINUTE + 7);
        first.withObject("/incident").put("lastSeenNanos", MINUTE + 11 * SECOND);
        lookOnce(List.of(first), Map.of(), Sums.NOTHING);
        lookOnce(List.of(slow("app", MINUTE + 13 * SECOND)), Map.of(), Sums.NOTHING);
        lookOnce(List.of(), Map.of(), Sums.NOTHING);
        lookOnce(List.of(slow("app", MINUTE + 20 * SECOND)), Map.of(), Sums.NOTHING);
        ObjectNode unfelt = slow("app", MINUTE + 7);
        unfelt.withObject("/incident").put("felt", false);
        look(List.of(unfelt), Map.of());
        assertEquals(List.of(), log.open());
        ObjectNode behind = report(FAST);
        behind.withArrayProperty("findings").add(slow("app", 2 * MINUTE + 7));
        take(behind);
        assertEquals(List.of(), log.open(), "behind its core");
        ObjectNode errors = finding(JsonNodeFactory.instance.objectNode(), "problem", "errors-since", "auth");
        lookOnce(List.of(errors.put("onsetNanos", 2 * MINUTE + 9).putNull("endNanos")), Map.of(), Sums.NOTHING);
        assertEquals(1, log.open().size(), "errors are no pause");
    }

    /** Of an earlier version's findings, and of what no requests come through, nobody knows whether they are felt. */
    @Test
    void whatNobodyKnowsToBeUnfeltWakes() {
        take(report(FAST));
        ObjectNode first = slow("app", MINUTE + 7);
        first.withObject("/incident").put("requests", 40);
        look(List.of(first), Map.of());
        assertEquals(1, log.open().size());
    }

    /** What waited meanwhile makes the mean of ten seconds longer; nothing that came later was slow. */
    @Test
    void aNodeThatStoodStillForAMomentWakesNobody() {
        ObjectNode first = slow("app", 20 * SECOND);
        first.withObject("/incident").put("lastSeenNanos", 24 * SECOND);
        for (int until : new int[] {22, 27}) {
            ObjectNode seen = report(FAST);
            for (int block = 0; block < BLOCKS; block++) {
                long at = block * MINUTE / BLOCKS;
                if (at >= 20 * SECOND && at < until * SECOND) {
                    ((ArrayNode) seen.at("/baseline/delays/0/blocks/" + block))
                            .set(0, SLOW)
                            .set(2, SLOW + 1);
                }
            }
            Sums sums = SumsJson.read(seen.path(SumsJson.FIELD)).cut(new TimeSpan(0, 30 * SECOND));
            lookOnce(List.of(first), Map.of(), sums);
            lookOnce(List.of(first), Map.of(), sums);
            assertEquals(until == 22 ? 0 : 1, log.open().size(), "slow until " + until);
        }
    }

    @Test
    void aDelayThatIsOverAsItIsFirstToldWakesNobody() {
        List<FindingLog.News> told = new ArrayList<>();
        log.onTold((own, taken) -> told.add(own));
        take(report(FAST));
        ObjectNode report = report(FAST);
        report.withArrayProperty("findings").add(slow("app", MINUTE + 7).put("endNanos", MINUTE + 15 * SECOND));
        take(report);
        assertEquals("ended", only().path("state").asText());
        assertEquals(List.of(), told);
    }

    /** The window sees all that the look saw and what came after, and tells nothing. */
    @Test
    void whatItsWindowDoesNotTellIsOver() {
        take(report(FAST));
        look(List.of(slow("app", MINUTE + 7 * SECOND)), Map.of());
        take(report(FAST));
        assertEquals("ended", only().path("state").asText());
    }

    /** The window tells other failures of the node, from before and without a moment. */
    @Test
    void whatIsToldWithoutItsMomentTakesNoPlace() {
        take(report(FAST));
        ObjectNode errors = finding(JsonNodeFactory.instance.objectNode(), "problem", "errors-since", "auth");
        look(List.of(errors.put("onsetNanos", 2 * MINUTE - 5).putNull("endNanos")), Map.of());
        ObjectNode report = report(FAST);
        finding(report, "problem", "failures-begin", "auth");
        take(report);
        assertEquals("errors-since auth", only().path("title").asText());
        assertEquals(2 * MINUTE - 5, only().path("onsetNanos").asLong());
    }

    /** The next window tells since when the load is as it was. */
    @Test
    void aSurgeEndsWhenTheLoadIsAsBefore() {
        take(loaded(FAST, 10));
        ObjectNode more = loaded(FAST, 40);
        more.withArrayProperty("findings").add(surge(MINUTE + 30 * SECOND, 40).put("kind", "load-since"));
        take(more);
        ObjectNode less = loaded(FAST, 10);
        ObjectNode back = surge(2 * MINUTE + 20 * SECOND, 10);
        back.withObject("/incident").put("before", 40);
        less.withArrayProperty("findings").add(back);
        take(less);
        JsonNode surge =
                log.json(Long.MIN_VALUE, Long.MAX_VALUE).path("findings").get(0);
        assertEquals(2 * MINUTE + 20 * SECOND, surge.path("endNanos").asLong(), surge::toString);
        assertEquals(List.of(), log.open());
    }

    /** A trouble reaches replicas one after another, and few requests tell a moment to seconds alone. */
    @Test
    void whatReplicasMeetWithinSecondsIsOne() {
        take(report(FAST));
        Map<String, String> roles = Map.of("app1", "app", "app2", "app");
        ObjectNode later = slow("app2", MINUTE + 14 * SECOND);
        later.putArray("onsetIntervalNanos").add(MINUTE + 9 * SECOND).add(MINUTE + 16 * SECOND);
        look(List.of(slow("app1", MINUTE + 7), later), roles);
        assertEquals(1, log.open().size());
        ObjectNode another = later.deepCopy();
        another.putArray("onsetIntervalNanos").add(MINUTE + 13 * SECOND).add(MINUTE + 16 * SECOND);
        log.takeAgain(0, () -> {});
        look(List.of(slow("app1", MINUTE + 7), another), roles);
        assertEquals(2, log.open().size());
    }

    /** Who asks a server that refuses everybody is no replica of who else does. */
    @Test
    void whatAllMeetWhoAskADeadServerIsOne() {
        take(report(FAST));
        ObjectNode app = finding(JsonNodeFactory.instance.objectNode(), "problem", "unreachable-since", "app");
        app.put("onsetNanos", MINUTE + 7).putNull("endNanos").withArray("nodes").add("db");
        ObjectNode auth = finding(JsonNodeFactory.instance.objectNode(), "problem", "unreachable-since", "auth");
        auth.put("onsetNanos", MINUTE + SECOND)
                .putNull("endNanos")
                .withArray("nodes")
                .add("db");
        look(List.of(app, auth), Map.of());
        assertEquals(
                "[\"auth\",\"db\"]", only().at("/incident/consequences/0/nodes").toString());
    }

    /** Its first seconds show errors alone; it is told as what it is, under one name, and ends as that. */
    @Test
    void aCauseTakesThePlaceOfWhatFollowedFromIt() {
        List<String> told = new ArrayList<>();
        log.onTold((own, taken) -> told.add(own.finding().path("kind").asText() + " " + own.stage()));
        take(failing(0, 0));
        ObjectNode errors = JsonNodeFactory.instance.objectNode();
        errors(errors, "app", MINUTE + 7);
        ObjectNode first = (ObjectNode) errors.path("findings").get(0);
        errors(errors, "web", MINUTE + 9);
        ObjectNode replica = (ObjectNode) errors.path("findings").get(1);
        Map<String, String> roles = Map.of("app", "front", "web", "front");
        look(List.of(first.putNull("endNanos"), replica.putNull("endNanos")), roles);
        String id = only().path("id").asText();
        ObjectNode dead = failing(0, 16);
        ObjectNode cause = finding(dead, "problem", "unreachable-since", "app");
        cause.put("onsetNanos", MINUTE + 8).put("endNanos", MINUTE + 30 * SECOND);
        cause.withArray("nodes").add("db");
        ObjectNode follows =
                cause.withObject("/incident").withArray("consequences").addObject();
        follows.put("what", "errors").putArray("nodes").add("app");
        look(List.of(cause.deepCopy().putNull("endNanos")), Map.of());
        look(List.of(first), Map.of());
        assertEquals("unreachable-since", only().path("kind").asText());
        assertEquals(
                List.of("[\"app\"]", "[\"web\"]"),
                only().at("/incident/consequences")
                        .valueStream()
                        .map(each -> each.path("nodes").toString())
                        .toList());
        assertEquals(id, only().path("id").asText());
        take(dead);
        assertEquals(List.of("errors-since OPENED", "unreachable-since CHANGED", "unreachable-since ENDED"), told);
        assertEquals(MINUTE + 30 * SECOND, only().get("endNanos").asLong());
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

package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.SumsJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A log of findings, and reports of windows for it: the node app answers, and what is wrong is put into them. */
abstract class FindingsOfWindows {

    static final long SECOND = 1_000_000_000L;
    static final long MINUTE = 60 * SECOND;
    static final int BLOCKS = 32;

    /** The bin of 8 ms. */
    static final int FAST = 734;

    /** That of 32 ms. */
    static final int SLOW = FAST + 2 * 32;

    final List<ServeCounter> counted = new ArrayList<>();
    final FindingLog log = new FindingLog(counted::add);
    final List<Sums> kept = new ArrayList<>();
    int windows;

    /** A window in which the node app answers ten requests a block, each in this bin. */
    ObjectNode report(int bin) {
        return report(bin, 10);
    }

    ObjectNode report(int bin, int requestsOfABlock) {
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

    static ObjectNode finding(ObjectNode report, String severity, String kind, String node) {
        ObjectNode finding = report.withArrayProperty("findings").addObject();
        finding.put("severity", severity).put("kind", kind).put("title", kind + " " + node);
        finding.putArray("nodes").add(node);
        return finding;
    }

    void take(ObjectNode report) {
        kept.add(report.has(SumsJson.FIELD) ? SumsJson.read(report.path(SumsJson.FIELD)) : Sums.NOTHING);
        log.take(new WindowId(windows * MINUTE, (windows + 1) * MINUTE), report, this::sums);
        windows++;
    }

    /** Two looks, one after the other, have seen this. */
    void look(List<ObjectNode> found, Map<String, String> roles) {
        lookOnce(found, roles, Sums.NOTHING);
        lookOnce(found, roles, Sums.NOTHING);
    }

    /** One look, whose time was like this. */
    void lookOnce(List<ObjectNode> found, Map<String, String> roles, Sums seen) {
        log.look(found, roles, () -> seen, this::sums);
    }

    /** Windows that tell nothing, until nothing is open, so many at most. */
    void takeUntilItEnds(int most) {
        for (int i = 0; i < most && !log.open().isEmpty(); i++) {
            take(report(FAST));
        }
        assertEquals(List.of(), log.open());
    }

    Sums sums(TimeSpan span) {
        return Sums.merged(kept.stream().map(each -> each.cut(span)).toList());
    }

    JsonNode only() {
        JsonNode all = log.json(Long.MIN_VALUE, Long.MAX_VALUE).get("findings");
        assertEquals(1, all.size(), all.toString());
        return all.get(0);
    }

    /** A window in which so many calls of app to db wait for lost segments. */
    ObjectNode losing(int events) {
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

    /** A window in which so many of 20 attempts a block to connect to the node db fail, from a block on or up to it. */
    ObjectNode failing(int firstBlock, int lastBlock) {
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
}

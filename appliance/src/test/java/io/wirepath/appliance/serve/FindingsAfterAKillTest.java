package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.report.SumsJson;
import io.wirepath.report.sum.KeptSums;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known of findings after the service began anew. */
class FindingsAfterAKillTest extends FindingsOfWindows {

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
}

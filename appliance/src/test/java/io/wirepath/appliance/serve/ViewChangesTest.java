package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.causes.TimeSpan;
import io.wirepath.merge.live.MergeStatus;
import io.wirepath.merge.live.MergeStatus.SnifferStatus;
import io.wirepath.merge.live.MergeStatus.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ViewChangesTest {

    private static final long SECOND = 1_000_000_000L;
    private static final TimeSpan ALL = new TimeSpan(0, 1000 * SECOND);

    private final Map<String, String> notes = new HashMap<>();
    private final ViewChanges view = new ViewChanges();

    private void take(long second, State one, State other) {
        view.take(
                new MergeStatus(
                        false,
                        second * SECOND,
                        0,
                        0,
                        0,
                        List.of(status(0, "one", one), status(1, "two", other)),
                        List.of()),
                name -> notes.getOrDefault(name, ""));
    }

    private static SnifferStatus status(int number, String name, State state) {
        return new SnifferStatus(number, name, state, 0, 0, 0, 0, 0, 0, 1, null, 0);
    }

    @Test
    void aSnifferThatDiesAndIsHeardAgainChangesWhatIsSeen() {
        take(10, State.ON_TIME, State.ON_TIME);
        take(20, State.ON_TIME, State.ON_TIME);
        take(30, State.ON_TIME, State.SILENT);
        take(40, State.ON_TIME, State.SILENT);
        take(50, State.ON_TIME, State.WARMING);
        take(60, State.ON_TIME, State.ON_TIME);
        assertEquals(List.of(10 * SECOND, 30 * SECOND, 60 * SECOND), view.within(ALL));
        assertEquals(List.of(), view.within(new TimeSpan(30 * SECOND, 60 * SECOND)));
    }

    /** It tells, at that moment, that it leaves out connections. */
    @Test
    void aSnifferThatIsOverloadedSeesLess() {
        take(10, State.ON_TIME, State.ON_TIME);
        notes.put("two", "half of the connections are kept");
        take(20, State.ON_TIME, State.ON_TIME);
        take(30, State.ON_TIME, State.ON_TIME);
        assertEquals(List.of(10 * SECOND, 20 * SECOND), view.within(ALL));
    }

    /** What happens is always near to a moment of such a sniffer, and its views are the same in the mean. */
    @Test
    void aSnifferThatComesAndGoesAllTheTimeExplainsNothing() {
        for (int second = 10; second < 200; second += 10) {
            take(second, State.ON_TIME, second % 20 == 0 ? State.LATE : State.ON_TIME);
        }
        assertEquals(List.of(10 * SECOND, 20 * SECOND, 30 * SECOND, 40 * SECOND), view.within(ALL));
        take(205, State.LATE, State.ON_TIME);
        assertEquals(List.of(205 * SECOND), view.within(new TimeSpan(50 * SECOND, 1000 * SECOND)), "the other sniffer");
        take(400, State.LATE, State.LATE);
        assertEquals(List.of(400 * SECOND), view.within(new TimeSpan(300 * SECOND, 1000 * SECOND)), "after a pause");
    }

    @Test
    void whatChangesAtThatMomentIsAFactUnlessFailuresWereSeen() {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        finding(report, "slower-since", 30 * SECOND);
        finding(report, "errors-since", 30 * SECOND);
        finding(report, "load-since", 33 * SECOND);
        finding(report, "slower-since", 40 * SECOND);
        finding(report, "slow-replica", -1);
        ViewChanges.explain(report, List.of(30 * SECOND));
        assertEquals(
                List.of(
                        "errors-since problem",
                        "slower-since problem",
                        "slow-replica problem",
                        "slower-since fact",
                        "load-since fact"),
                report.path("findings")
                        .valueStream()
                        .map(own -> own.path("kind").asText() + " "
                                + own.path("severity").asText())
                        .toList());
        String detail = report.path("findings").get(3).path("detail").asText();
        assertTrue(detail.startsWith("How. What the sniffers see changed"), detail);
    }

    private static void finding(ObjectNode report, String kind, long onsetNanos) {
        ObjectNode finding = report.withArrayProperty("findings").addObject();
        finding.put("severity", "problem").put("kind", kind).put("detail", "How.");
        finding.putArray("nodes").add("app");
        if (onsetNanos >= 0) {
            finding.put("onsetNanos", onsetNanos);
        }
    }
}

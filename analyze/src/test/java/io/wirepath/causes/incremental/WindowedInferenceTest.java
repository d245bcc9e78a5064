package io.wirepath.causes.incremental;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.path.CallForest;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.LinkAccuracy;
import io.wirepath.analyze.truth.NamedTraces;
import io.wirepath.analyze.truth.PathForest;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowedInferenceTest {

    private static final StreamingAlgorithm JOINT = new JointLinking(JointSettings.defaults());

    private static LinkAccuracy accuracy(GeneratedTrace trace, MessageTable messages, CausalAlgorithm algorithm) {
        return LinkAccuracy.of(
                PathForest.ofTrueCalls(trace),
                PathForest.ofCalls(messages, CallForest.of(messages, algorithm.infer(messages))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"multi-tier", "children-parallel", "children-d/cc"})
    void losesHardlyAnythingAgainstTheWholeRun(String configuration) {
        GeneratedTrace trace = TraceGenerator.generate(NamedTraces.byName(configuration), 2000, 3);
        MessageTable messages = trace.table();
        double whole = accuracy(trace, messages, JOINT).links();
        double windowed =
                accuracy(trace, messages, new WindowedInference(JOINT, 2000)).links();
        assertTrue(windowed > whole - 0.01, windowed + " against " + whole);
    }

    @Test
    void takesATableThatFitsOneWindowAsItIs() {
        MessageTable messages = calls(20);
        LinkTable whole = JOINT.infer(messages);
        LinkTable windowed = new WindowedInference(JOINT, messages.size()).infer(messages);
        for (int row = 0; row < messages.size(); row++) {
            assertEquals(whole.likelyParent(row), windowed.likelyParent(row));
            assertEquals(whole.likelyProbability(row), windowed.likelyProbability(row));
        }
    }

    @Test
    void knowsRequestsThatWereOpenWhenAWindowBegan() {
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 60; i++) {
            trace.call("client", "web", i * 10, i * 10 + 9);
            trace.call("web", "app", i * 10 + 2, i * 10 + 4);
            trace.call("web", "db", i * 10 + 5, i * 10 + 7);
        }
        MessageTable messages = trace.build();
        // Six messages a request: cores of seven begin everywhere within requests.
        LinkTable links = new WindowedInference(JOINT, 7).infer(messages);
        for (int i = 0; i < 60; i++) {
            assertEquals(-1, CallTrace.owner(messages, links, 3 * i));
            assertEquals(3 * i, CallTrace.owner(messages, links, 3 * i + 1));
            assertEquals(3 * i, CallTrace.owner(messages, links, 3 * i + 2));
        }
    }

    @Test
    void carriesTheLatestTasksOfEachNodeAndNoneThatIsStillOpen() {
        MessageTable messages = calls(3 * CarriedTasks.TASKS_OF_A_NODE);
        long end = messages.timeNanos(messages.size() - 1);
        WindowAnswer answer = JOINT.infer(messages, CarriedTables.nothing());
        CarriedTables once = answer.carry(end + 1);
        // Per task of web: its request and response, and those of its call to app, which is a task of app.
        assertEquals(4 * CarriedTasks.TASKS_OF_A_NODE, once.size());
        assertEquals(0, answer.carry(messages.timeNanos(0)).size());
        CarriedTables twice = JOINT.infer(messages, once).carry(end + 1);
        assertEquals(once.size(), twice.size(), "what is carried does not grow with the run");
        List<Long> open = new ArrayList<>();
        CarriedTables early = answer.carry(messages.timeNanos(6));
        for (int row = 0; row < early.messages().size(); row++) {
            open.add(early.messages().timeNanos(row));
        }
        assertTrue(open.stream().allMatch(time -> time < messages.timeNanos(6)), open.toString());
    }

    @Test
    void learnsFromWhatWasCarried() {
        WindowAnswer taught = JOINT.infer(calls(400), CarriedTables.nothing());
        CarriedTables carried = taught.carry(Long.MAX_VALUE);
        // Two requests overlap so that without a table of gaps the first could own either call.
        CallTrace trace = new CallTrace();
        double now = 400 * 10 + 100;
        trace.call("client", "web", now, now + 8);
        trace.call("client", "web", now + 1, now + 9);
        trace.call("web", "app", now + 2, now + 5);
        trace.call("web", "app", now + 3, now + 6);
        MessageTable window = trace.build();
        LinkTable links = JOINT.infer(window, carried).links();
        assertEquals(0, CallTrace.owner(window, links, 2));
        assertEquals(1, CallTrace.owner(window, links, 3));
        double taughtSays = links.likelyProbability(CallTrace.request(window, 2));
        assertTrue(taughtSays > 0.75, "taught: " + taughtSays);
        double aloneSays = JOINT.infer(window).likelyProbability(CallTrace.request(window, 2));
        assertTrue(aloneSays < taughtSays - 0.05, "alone: " + aloneSays + ", taught: " + taughtSays);
    }

    @Test
    void refusesWindowsOfNothing() {
        assertThrows(IllegalArgumentException.class, () -> new WindowedInference(JOINT, 0));
    }

    /** Requests client→web every 10 ms, each with a call web→app after 2 ms. */
    private static MessageTable calls(int requests) {
        CallTrace trace = new CallTrace();
        for (int i = 0; i < requests; i++) {
            trace.call("client", "web", i * 10, i * 10 + 8);
            trace.call("web", "app", i * 10 + 2, i * 10 + 5);
        }
        return trace.build();
    }
}

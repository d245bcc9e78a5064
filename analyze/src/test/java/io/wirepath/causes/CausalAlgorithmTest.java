package io.wirepath.causes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.whole.Algorithms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every causal algorithm must do, on the same small truths. */
class CausalAlgorithmTest {

    private static final int REQUESTS = 200;

    /** Requests at uneven distances, none overlapping another: client→web→app, which calls pg and then redis. */
    private static MessageTable calm() {
        CallTrace trace = new CallTrace();
        double now = 0;
        for (int i = 0; i < REQUESTS; i++) {
            now += 37 + i * i % 23;
            trace.call("client", "web", now, now + 21);
            trace.call("web", "app", now + 2, now + 20);
            trace.call("app", "pg", now + 5, now + 9);
            trace.call("app", "redis", now + 12, now + 15);
        }
        return trace.build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"linking", "nesting", "convolution", "joint"})
    void findsEveryCauseWhereRequestsDoNotOverlap(String name) {
        MessageTable messages = calm();
        LinkTable links = Algorithms.byName(name).infer(messages);
        for (int i = 0; i < REQUESTS; i++) {
            int root = 4 * i;
            assertEquals(-1, CallTrace.owner(messages, links, root), "root " + i);
            assertEquals(root, CallTrace.owner(messages, links, root + 1), "web's call " + i);
            assertEquals(root + 1, CallTrace.owner(messages, links, root + 2), "app's first call " + i);
            assertEquals(root + 1, CallTrace.owner(messages, links, root + 3), "app's second call " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linking", "nesting", "convolution", "joint"})
    void givesProbabilitiesThatSumToOneAndNoParentFromTheFuture(String name) {
        MessageTable messages = calm();
        LinkTable links = Algorithms.byName(name).infer(messages);
        assertEquals(messages.size(), links.size());
        for (int row = 0; row < messages.size(); row++) {
            double sum = links.spontaneous(row);
            for (int at = links.first(row); at < links.end(row); at++) {
                sum += links.probability(at);
                assertEquals(messages.source(row), messages.destination(links.parent(at)));
                assertTrue(messages.receivedNanos(links.parent(at)) <= messages.sentNanos(row));
            }
            assertEquals(1, sum, 1e-4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linking", "nesting", "convolution", "joint"})
    void takesAnEmptyTable(String name) {
        MessageTable messages = new CallTrace().build();
        assertEquals(0, Algorithms.byName(name).infer(messages).size());
        assertEquals(name, Algorithms.byName(name).name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"linking", "convolution", "joint"})
    void followsMessagesThatWantNoAnswer(String name) {
        CallTrace trace = new CallTrace();
        double now = 0;
        for (int i = 0; i < REQUESTS; i++) {
            now += 37 + i * i % 23;
            trace.oneWay("a", "b", now);
            trace.oneWay("b", "c", now + 4);
        }
        MessageTable messages = trace.build();
        LinkTable links = Algorithms.byName(name).infer(messages);
        int right = 0;
        for (int i = 0; i < REQUESTS; i++) {
            right += CallTrace.owner(messages, links, 2 * i + 1) == 2 * i ? 1 : 0;
        }
        assertTrue(right >= 0.98 * REQUESTS, right + " of " + REQUESTS);
    }

    @Test
    void saysWhichAlgorithmsThereAre() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Algorithms.byName("guessing"));
        assertTrue(String.valueOf(e.getMessage()).contains("joint, linking, nesting or convolution"));
    }
}

package io.wirepath.causes.linking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.analyze.path.CallForest;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The owner that an assignment chose stands first among the links, however many others are likelier for that call
 * alone.
 */
class OwnerLinksTest {

    private static final int TASKS = 3;
    private static final int CALL = 3;

    private static MessageTable threeTasksAndACall() {
        CallTrace trace = new CallTrace();
        for (int i = 0; i < TASKS; i++) {
            trace.call("a", "b", i, 20 + i);
        }
        trace.call("b", "c", 10, 15);
        return trace.build();
    }

    /** Probability of each task for the call, and of none under -1. */
    private static Map<Integer, Double> linked(MessageTable messages, int chosen, double... p) {
        OwnerTable.Builder owners = new OwnerTable.Builder(messages.size());
        int call = CallTrace.request(messages, CALL);
        double none = 1;
        for (int row = 0; row < messages.size(); row++) {
            if (row == call) {
                for (int i = 0; i < TASKS; i++) {
                    owners.add(CallTrace.request(messages, i), p[i]);
                    none -= p[i];
                }
                owners.endRow(chosen < 0 ? MessageTable.NONE : CallTrace.request(messages, chosen), none);
            } else {
                owners.skipRow();
            }
        }
        LinkTable links = OwnerLinks.of(messages, owners.build());
        assertEquals(chosen, CallTrace.owner(messages, links, CALL));
        int parent = CallForest.of(messages, links).parent()[callOf(messages, links)];
        assertEquals(chosen < 0, parent < 0);
        Map<Integer, Double> own = new TreeMap<>();
        own.put(-1, links.spontaneous(call));
        for (int at = links.first(call); at < links.end(call); at++) {
            own.put((int) messages.record(links.parent(at)), links.probability(at));
        }
        return own;
    }

    private static int callOf(MessageTable messages, LinkTable links) {
        int[] requests = CallForest.of(messages, links).request();
        for (int c = 0; c < requests.length; c++) {
            if (requests[c] == CallTrace.request(messages, CALL)) {
                return c;
            }
        }
        throw new AssertionError("the call is not in the forest");
    }

    @ParameterizedTest
    @CsvSource({"0, 0.6, 0.3, 0.1", "1, 0.2, 0.5, 0.1", "-1, 0.1, 0.2, 0.2"})
    void givesEachOwnerItsProbability(int chosen, double p0, double p1, double p2) {
        Map<Integer, Double> own = linked(threeTasksAndACall(), chosen, p0, p1, p2);
        assertEquals(p0, own.get(0), 1e-6);
        assertEquals(p1, own.get(1), 1e-6);
        assertEquals(p2, own.get(2), 1e-6);
        assertEquals(1 - p0 - p1 - p2, own.get(-1), 1e-6);
    }
}

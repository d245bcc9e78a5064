package io.wirepath.analyze.path;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TraceText;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** Who works for others, by the causes of what it sends. */
final class UnseenServersTest {

    private static final double[] SURE = {1, 1, 1, 1, 1};

    /** Each message is caused by the one before it. */
    private static BitSet workers(MessageTable messages) {
        CallTable calls = new CallTable(
                new int[] {0, 1, 2, 3, 4}, new int[] {-1, -1, -1, -1, -1}, new int[] {-1, 0, 1, 2, 3}, SURE, new int[] {
                    0, 0, 0, 0, 0
                });
        return UnseenServers.workers(messages, calls);
    }

    @Test
    void whoAnswersWhatItIsToldOnThatConnectionIsAClient() {
        MessageTable messages = new TraceText().add("""
            c:30000 gw:9 one_way 0
            gw:9 c:30000 response 1
            c:30000 gw:9 one_way 2
            gw:9 c:30000 response 3
            c:30000 gw:9 one_way 4
            """).build();
        assertEquals(new BitSet(), workers(messages));
    }

    @Test
    void whoCallsOthersForWhatItIsToldIsAWorker() {
        MessageTable messages = new TraceText().add("""
            mq:9 w:30000 one_way 0
            w:31000 db:5 one_way 1
            mq:9 w:30000 one_way 2
            w:31000 db:5 one_way 3
            w:31001 db:5 one_way 4
            """).build();
        BitSet workers = workers(messages);
        assertEquals(true, workers.get(messages.nodes().find("address of w")));
    }
}

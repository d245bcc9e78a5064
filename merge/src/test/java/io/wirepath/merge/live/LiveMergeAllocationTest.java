package io.wirepath.merge.live;

import static io.wirepath.merge.reconcile.SightedNetwork.MILLI;
import static io.wirepath.merge.reconcile.SightedNetwork.SECOND;
import static io.wirepath.merge.reconcile.SightedNetwork.START;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.wirepath.flows.Role;
import io.wirepath.flows.SplitMix64;
import io.wirepath.merge.Consumed;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.live.SightedSpool.Document;
import io.wirepath.merge.live.SightedSpool.Kind;
import io.wirepath.merge.reconcile.SightedNetwork;
import io.wirepath.merge.reconcile.SightedNetwork.Passing;
import io.wirepath.merge.result.MergeResult;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Once its tables have grown, the live merge allocates nothing for a sighting or a message; only what it learns at
 * intervals.
 */
final class LiveMergeAllocationTest {

    private static final long LASTS = 200 * SECOND;
    private static final long BETWEEN_NANOS = 5 * MILLI;
    private static final long MEASURED_FROM = START + 100 * SECOND;

    /** Samples for the clocks grow, from a few thousand sightings now and then. */
    private static final int GROWTH = 20;

    /** Bytes of a look at all sniffers, in which two hundred messages come out. */
    private static final long LOOK_BYTES = 2000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long messages;
    private boolean learns;

    /** Calls of ten connections that stay, past two sniffers. */
    private static SightedNetwork lastingConnections() {
        SightedNetwork network = new SightedNetwork();
        network.sniffer(0, 0);
        network.sniffer(120 * MILLI, 8);
        for (int i = 0; i * BETWEEN_NANOS < LASTS; i++) {
            int connection = i % 10;
            int step = i / 10;
            boolean request = step % 2 == 0;
            String client = "10.0.0.1:" + (40_000 + connection);
            Passing message = new Passing()
                    .connection(connection)
                    .between(request ? client : "10.0.1.1:80", request ? "10.0.1.1:80" : client)
                    .call(step / 2, request ? Role.REQUEST : Role.RESPONSE)
                    .content(500 * step, 100 + step % 300, (i + 1) * SplitMix64.STEP);
            long at = START + i * BETWEEN_NANOS;
            network.pass(request ? 0 : 1, message.ttl(64), at);
            network.pass(request ? 1 : 0, message.ttl(63), at + 40_000);
        }
        return network;
    }

    private final class Tally implements MergedSink {
        @Override
        public void onMessage(MessageRecord message, Consumed consumed) {
            messages++;
        }

        @Override
        public void onLearnt(MergeResult result) {
            learns = true;
        }
    }

    @Test
    void nothingForASightingAndNothingForAMessage() {
        SightedSpool[] spools = LiveMergeTest.spools(lastingConnections(), 71);
        LiveMergeSettings settings =
                LiveMergeSettings.defaults().withSolveNanos(20 * SECOND).withMost(1 << 13, 1 << 12);
        LiveMerge merge = LiveMerge.resume(Checkpoint.empty(), settings, new Tally());
        int[] next = new int[spools.length];
        for (SightedSpool spool : spools) {
            merge.source(spool.name, spool.incarnation);
        }
        int sightings = 0;
        int allocating = 0;
        long mostOfALook = 0;
        long messagesBefore = 0;
        for (long now = START; now < START + LASTS; now += SECOND) {
            boolean measured = now >= MEASURED_FROM;
            messagesBefore = measured ? messagesBefore : messages;
            for (int source = 0; source < spools.length; source++) {
                List<Document> documents = spools[source].documents;
                while (next[source] < documents.size()
                        && documents.get(next[source]).trueNanos() <= now) {
                    Document document = documents.get(next[source]++);
                    long from = threads.getCurrentThreadAllocatedBytes();
                    SightedSpool.give(document, merge, source);
                    long bytes = threads.getCurrentThreadAllocatedBytes() - from;
                    boolean counts = measured && document.kind() == Kind.RECORD;
                    sightings += counts ? 1 : 0;
                    allocating += counts && bytes > 0 ? 1 : 0;
                }
            }
            learns = false;
            long from = threads.getCurrentThreadAllocatedBytes();
            merge.advance(now);
            long bytes = threads.getCurrentThreadAllocatedBytes() - from;
            mostOfALook = measured && !learns ? Math.max(mostOfALook, bytes) : mostOfALook;
        }
        long cameOut = messages - messagesBefore;
        assertTrue(sightings > 30_000 && cameOut > 15_000, sightings + " sightings, " + cameOut + " messages");
        assertTrue(allocating < GROWTH, allocating + " of " + sightings + " sightings made something");
        assertTrue(mostOfALook < LOOK_BYTES, mostOfALook + " bytes while messages came out");
    }
}

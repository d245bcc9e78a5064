package io.wirepath.merge.reconcile;

import static io.wirepath.merge.reconcile.SightedCalls.HOP;
import static io.wirepath.merge.reconcile.SightedCalls.count;
import static io.wirepath.merge.reconcile.SightedNetwork.MILLI;
import static io.wirepath.merge.reconcile.SightedNetwork.SECOND;
import static io.wirepath.merge.reconcile.SightedNetwork.START;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.merge.reconcile.SightedCalls.Way;
import io.wirepath.merge.reconcile.SightedNetwork.Merged;
import io.wirepath.merge.reconcile.SightedNetwork.Passing;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Messages of which the captures hold the beginning alone, or nothing but headers. */
final class CutMessagesMergeTest {

    private final SightedCalls calls = new SightedCalls();
    private final SightedNetwork network = calls.network;
    private final Random random = calls.random;

    @Test
    void undoesTranslationsOfMessagesThatTheSnapshotLengthCut() {
        record Case(String what, long captured, long capturedFar) {}
        for (Case c : List.of(
                new Case("one snapshot length", 42, 42),
                new Case("two snapshot lengths", 42, 10),
                new Case("headers alone", 0, 0))) {
            SightedNetwork own = new SightedNetwork();
            int near = own.sniffer(0, 0);
            int far = own.sniffer(2 * SECOND, 10);
            for (int i = 0; i < 200; i++) {
                Passing message = new Passing().connection(1 + i / 20).content(random.nextInt(), 300 + i % 7, 0);
                String client = "10.0.0.1:" + (4000 + i / 20);
                long at = START + 3L * i * MILLI;
                message.between(client, "10.0.0.100:80").ttl(64).cut(message.length - c.captured, i % 3 + c.captured);
                own.pass(near, message, at);
                message.between(client, "10.0.1.9:8080")
                        .ttl(63)
                        .cut(message.length - c.capturedFar, i % 3 + c.capturedFar);
                own.pass(far, message, at + HOP + random.nextInt(20_000));
            }
            Merged merged = own.merge();
            assertEquals(200, merged.messages.size(), c.what);
            assertEquals(1, merged.result.translations().size(), c.what);
            assertEquals(10, merged.result.translations().get(0).connections(), c.what);
            assertEquals(200, merged.result.translations().get(0).evidence(), c.what);
            assertEquals(200, count(merged, 2), c.what);
        }
    }

    @Test
    void aConnectionThatAgreesInLengthAloneIsNoTranslation() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        calls.calls(near, far, Way.routed("10.0.0.1:1", "10.0.1.9:80"), 2, 20);
        for (int i = 0; i < 40; i++) {
            Passing cut = new Passing().content(random.nextInt(), 500, 0).cut(500, 42);
            network.pass(near, cut.connection(90).between("10.0.0.1:50000", "10.0.2.1:80"), START + i * MILLI);
            cut.sequence = i == 20 ? cut.sequence : random.nextInt();
            network.pass(far, cut.connection(91).between("10.0.0.7:50000", "10.0.2.2:80"), START + i * MILLI + HOP);
        }
        Merged merged = network.merge();
        assertEquals(List.of(), merged.result.translations());
        assertEquals(80 + 80, merged.messages.size());
    }
}

package io.wirepath.merge.sample;

import static io.wirepath.merge.reconcile.SightedNetwork.MILLI;
import static io.wirepath.merge.reconcile.SightedNetwork.SECOND;
import static io.wirepath.merge.reconcile.SightedNetwork.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.merge.clock.ClockModel;
import io.wirepath.merge.reconcile.SightedNetwork;
import io.wirepath.merge.reconcile.SightedNetwork.Passing;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SampledClocksTest {

    private static final long HOP = 30_000;

    private final SightedNetwork network = new SightedNetwork();
    private final int near = network.sniffer(3 * 3600 * SECOND, 35);
    private final int far = network.sniffer(-911 * MILLI, -20);

    private void pass(int number, long at, long nanos) {
        boolean there = number % 2 == 0;
        Passing message = there
                ? new Passing().between("10.0.0.1:40000", "10.0.1.9:80")
                : new Passing().between("10.0.1.9:80", "10.0.0.1:40000");
        message.content(1000 * number, 100, 77 + number);
        network.pass(near, message.ttl(there ? 64 : 63), there ? at : at + nanos);
        network.pass(far, message.ttl(there ? 63 : 64), there ? at + nanos : at);
    }

    private ConsistentSample sample(int sniffer) {
        ConsistentSample sample = new ConsistentSample();
        network.records(sniffer).forEach(record -> sample.offer(record, 0));
        return sample;
    }

    private static void assertNear(long wanted, long found, long within) {
        assertTrue(Math.abs(found - wanted) <= within, "wanted " + wanted + " within " + within + ", found " + found);
    }

    private long apartNanos() {
        List<ClockModel.Pair> pairs = SampledClocks.pairs(List.of(sample(near), sample(far)), -1);
        assertEquals(1, pairs.size());
        return pairs.get(0).clock().apartNanos();
    }

    /** A sniffer that misses a segment waits for it before it tells that its sender ended the connection. */
    @Test
    void theEndOfAConnectionTellsNoTime() {
        network.pass(
                near, new Passing().between("10.0.0.1:40000", "10.0.1.9:80").closes(77, 1), START);
        ConsistentSample sample = sample(near);
        assertEquals(-1, sample.find(ContentKey.of(network.records(near).get(0), 0)));
    }

    /** The clocks gain 55 us a second against each other, in all more than what is measured here. */
    @Test
    void tellsHowLongAMessageTookAtMostWhateverTheClocksShow() {
        for (int i = 0; i < 20_000; i++) {
            pass(i, START + i * MILLI, HOP);
        }
        assertNear(HOP, apartNanos(), 2_000);
        pass(20_000, START + 7 * SECOND, 40 * MILLI);
        assertNear(40 * MILLI, apartNanos(), 100_000);
    }

    /** A third sniffer tells which of the two was set. */
    @Test
    void aPairStandsOverTheTimeOfTheOneThatWasNotSet() {
        int third = network.sniffer(0, 0);
        for (int i = 0; i < 4000; i++) {
            boolean there = i % 2 == 0;
            long at = START + i * MILLI;
            long set = i < 2000 ? 0 : 2 * SECOND;
            Passing message = there
                    ? new Passing().between("10.0.0.1:40000", "10.0.1.9:80")
                    : new Passing().between("10.0.1.9:80", "10.0.0.1:40000");
            message.content(1000 * i, 100, 77 + i);
            network.pass(near, message.ttl(there ? 64 : 62), (there ? at : at + 2 * HOP) + set);
            network.pass(far, message.ttl(63), at + HOP);
            network.pass(third, message.ttl(there ? 62 : 64), there ? at + 2 * HOP : at);
        }
        List<ClockModel.Pair> pairs = SampledClocks.pairs(List.of(sample(near), sample(far), sample(third)), -1);
        assertEquals(3, pairs.size());
        for (ClockModel.Pair pair : pairs) {
            boolean isOfSet = pair.first() == near || pair.second() == near;
            assertEquals(isOfSet ? 2 : 1, pair.clock().pieces().size());
            assertNotEquals(near, pair.first());
            assertNear(HOP * (pair.first() == third ? 2 : 1), pair.clock().apartNanos(), 2_000);
        }
    }
}

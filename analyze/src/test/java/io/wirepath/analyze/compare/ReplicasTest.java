package io.wirepath.analyze.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.SumsBuilder;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReplicasTest {

    private static final long MILLI = 1_000_000;
    private static final long LAST = 60_000 * MILLI;
    private static final int DELAYS = 100_000;
    private static final int MOST_BYTES_EACH = 1000;

    private static long allocated(Runnable work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        work.run();
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    }

    @Test
    void kindsThatCameOnceTakeNoListForEachBlockOfTime() {
        Replicas replicas = new Replicas(0, LAST);
        SumsBuilder sums = new SumsBuilder(0, LAST);
        ComparedPlace place = new ComparedPlace(ComparedPlace.Sort.NODE, "app", "");
        long compared = allocated(
                () -> IntStream.range(0, DELAYS).forEach(i -> replicas.add(i % 2, LAST / DELAYS * i, 7, i / 2, MILLI)));
        long added = allocated(() -> IntStream.range(0, DELAYS)
                .forEach(i -> sums.delay(place, Measure.OWN, ":" + i, LAST / DELAYS * i, MILLI)));
        assertTrue(compared < (long) DELAYS * MOST_BYTES_EACH, compared + " bytes");
        assertTrue(added < (long) DELAYS * MOST_BYTES_EACH, added + " bytes");
    }

    @Test
    void manyReplicasReadABoundOfDelaysInAll() {
        Replicas few = replicas(40, 100);
        Replicas many = replicas(400, 100);
        assertNotNull(few.peers(nodes(40)).contrast(0));
        long ofFew = allocated(() -> compareAll(few, 40));
        long ofMany = allocated(() -> compareAll(many, 400));
        assertTrue(ofMany < 25 * ofFew, ofFew + " bytes of 40 replicas, " + ofMany + " of 400");
    }

    @Test
    void tellsTheSlowOneOfManyThatAreComparedBySamples() {
        Replicas replicas = new Replicas(0, LAST);
        Random random = new Random(5);
        for (int i = 0; i < 120_000; i++) {
            int node = i % 6;
            long took = Math.round((5 + random.nextDouble() + (node == 3 ? 4 : 0)) * MILLI);
            replicas.add(node, LAST / 120_000 * i, i % 5, i % 2, took);
        }
        Replicas.Peers peers = replicas.peers(nodes(6));
        Replicas.OfCallers slow = peers.contrast(3);
        assertNotNull(slow);
        assertEquals(5, slow.callers().size());
        assertTrue(Math.abs(slow.contrast().effect() - 4 * MILLI) < MILLI / 4.0, slow::toString);
        assertNull(peers.contrast(9));
    }

    private static void compareAll(Replicas replicas, int number) {
        Replicas.Peers peers = replicas.peers(nodes(number));
        nodes(number).forEach(peers::contrast);
    }

    private static Replicas replicas(int number, int each) {
        Replicas replicas = new Replicas(0, LAST);
        for (int i = 0; i < number * each; i++) {
            replicas.add(i % number, LAST / ((long) number * each) * i, i / number % 4, 1, MILLI * (1 + i % 7));
        }
        return replicas;
    }

    private static List<Integer> nodes(int number) {
        return IntStream.range(0, number).boxed().toList();
    }
}

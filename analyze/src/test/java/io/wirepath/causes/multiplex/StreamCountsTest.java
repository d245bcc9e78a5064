package io.wirepath.causes.multiplex;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamCountsTest {

    private static final int[] REQUESTS = {53, 53, 53, 57, 82};
    private static final int[] RESPONSES = {39, 47, 47, 78, 91};

    /** A record and how many messages it holds. */
    private record Written(double millis, boolean fromClient, int bytes, int holds) {}

    /** Bursts of requests, written together; answered one by one or together, within 3 to 30 ms. */
    private static List<Written> bursts(Random random, int bursts, int added) {
        List<Written> all = new ArrayList<>();
        double now = 0;
        for (int burst = 0; burst < bursts; burst++) {
            now += 60 + 400 * random.nextDouble();
            int left = random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(8);
            all.add(record(random, now, true, left, added, REQUESTS));
            double at = now;
            while (left > 0) {
                at += 3 + 5 * random.nextDouble();
                int together = 1 + random.nextInt(Math.min(3, left));
                all.add(record(random, at, false, together, added, RESPONSES));
                left -= together;
            }
        }
        return all;
    }

    private static Written record(Random random, double millis, boolean fromClient, int holds, int added, int[] sizes) {
        int bytes = added;
        for (int x = 0; x < holds; x++) {
            bytes += sizes[random.nextInt(sizes.length)];
        }
        return new Written(millis, fromClient, bytes, holds);
    }

    private static Records records(List<Written> written, int... control) {
        int n = written.size();
        long[] time = new long[n];
        boolean[] fromClient = new boolean[n];
        int[] bytes = new int[n];
        for (int r = 0; r < n; r++) {
            time[r] = Math.round(written.get(r).millis() * 1e6);
            fromClient[r] = written.get(r).fromClient();
            bytes[r] = written.get(r).bytes();
        }
        return new Records(time, fromClient, bytes, control);
    }

    private static double right(List<Written> written, int[] found) {
        int right = 0;
        for (int r = 0; r < found.length; r++) {
            right += found[r] == written.get(r).holds() ? 1 : 0;
        }
        return (double) right / found.length;
    }

    @ParameterizedTest
    @ValueSource(ints = {22, 29, 38})
    void findsHowManyEachRecordHolds(int added) {
        List<Written> written = bursts(new Random(added), 400, added);
        StreamCounts counts = StreamCounts.of(List.of(records(written, added + 9, added + 17)));
        assertEquals(added, counts.addedBytes());
        assertTrue(right(written, counts.counts(0)) > 0.97, "right: " + right(written, counts.counts(0)));
    }

    @Test
    void findsWhatEncryptionAddsWhereNoControlFrameTells() {
        List<Written> written = bursts(new Random(2), 400, 38);
        StreamCounts counts = StreamCounts.of(List.of(records(written)));
        assertTrue(right(written, counts.counts(0)) > 0.95, "right: " + right(written, counts.counts(0)));
    }

    @Test
    void givesEachRecordOneMessageWhereCallsTakeTurns() {
        List<Written> written = new ArrayList<>();
        Random random = new Random(9);
        for (int call = 0; call < 300; call++) {
            written.add(new Written(call * 50, true, 22 + 100 + random.nextInt(400), 1));
            written.add(new Written(call * 50 + 4 + random.nextInt(20), false, 22 + 60 + random.nextInt(3000), 1));
        }
        int[] found = StreamCounts.of(List.of(records(written, 31))).counts(0);
        assertTrue(right(written, found) > 0.99, "right: " + right(written, found));
    }

    @Test
    void answersNothingThatWasNotAsked() {
        List<Written> written = List.of(
                new Written(0, false, 22 + 20, 0),
                new Written(1, true, 22 + 53, 1),
                new Written(5, false, 22 + 47, 1),
                new Written(900, false, 22 + 20, 0));
        assertArrayEquals(
                new int[] {0, 1, 1, 0},
                StreamCounts.of(List.of(records(written, 31))).counts(0));
    }
}

package io.wirepath.merge.live;

import static io.wirepath.merge.reconcile.SightedNetwork.MILLI;
import static io.wirepath.merge.reconcile.SightedNetwork.SECOND;
import static io.wirepath.merge.reconcile.SightedNetwork.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.MergeCounter;
import io.wirepath.merge.live.SightedFeed.Kept;
import io.wirepath.merge.live.SightedSpool.Document;
import io.wirepath.merge.reconcile.SightedNetwork;
import io.wirepath.merge.reconcile.SightedNetwork.Merged;
import io.wirepath.merge.reconcile.SightedNetwork.Passing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many connections that say the same again and again, as clients do that send zeros: all messages of one length and
 * content, ports used again, some translated, some lost by a sniffer, some late. What tells messages apart is their
 * place in the stream.
 */
final class RepetitiveTrafficTest {

    private static final long ZEROS = 77;
    private static final int LENGTH = 64;
    private static final long HOP = 30_000;

    private final SightedNetwork network = new SightedNetwork();

    /** Sequence numbers of all messages that a sniffer saw; each is used once. */
    private final Set<Integer> seen = new HashSet<>();

    private Random random;
    private double lossShare;

    private final class Talk {
        final long number;
        final String client;
        final String called;
        final String server;
        final int first;
        int sent;

        Talk(long number) {
            this.number = number;
            client = "10.0.0." + (1 + random.nextInt(3)) + ":" + (40_000 + random.nextInt(12));
            boolean translated = random.nextInt(3) == 0;
            server = "10.2.0." + (1 + random.nextInt(3)) + ":8080";
            called = translated ? "10.1.0.100:80" : server;
            first = random.nextInt();
        }

        void say(long at) {
            boolean request = sent % 2 == 0;
            // the two directions count apart
            int sequence = request ? first + sent * LENGTH : 7 * first + 1_000_003 + sent * LENGTH;
            sent++;
            int sniffers = network.sniffers();
            for (int i = 0; i < sniffers; i++) {
                if (random.nextDouble() < lossShare) {
                    continue;
                }
                int hops = request ? i : sniffers - 1 - i;
                String peer = i == 0 ? called : server;
                Passing message = new Passing()
                        .connection(number)
                        .between(request ? client : peer, request ? peer : client)
                        .content(sequence, LENGTH, ZEROS)
                        .call(sent / 2, request ? Role.REQUEST : Role.RESPONSE)
                        .ttl(64 - hops);
                network.pass(i, message, at + hops * HOP + random.nextInt(9_000));
                seen.add(sequence);
            }
        }

        void end(long at) {
            for (int i = 0; i < network.sniffers(); i++) {
                Passing of = new Passing().connection(number).between(client, i == 0 ? called : server);
                network.end(i, of, START, at, CloseReason.FINISHED, 1, 1, 1, 0, 1, 1, 1, 0);
            }
        }
    }

    private void traffic(long seed, int seconds) {
        random = new Random(seed);
        network.sniffer(random.nextInt(2000) * MILLI, 20);
        network.sniffer(-random.nextInt(2000) * MILLI, -10);
        if (seed % 2 == 0) {
            network.sniffer(0, 0);
        }
        lossShare = seed % 3 * 0.05;
        boolean inStep = seed % 5 == 0;
        Talk[] talks = new Talk[8];
        long numbers = 0;
        for (long at = START; at < START + seconds * SECOND; at += 4 * MILLI) {
            int lane = inStep ? (int) (at / (4 * MILLI) % talks.length) : random.nextInt(talks.length);
            if (talks[lane] == null) {
                talks[lane] = new Talk(++numbers);
            }
            talks[lane].say(at);
            if (talks[lane].sent >= 20 && talks[lane].sent % 2 == 0 && random.nextInt(30) == 0) {
                talks[lane].end(at + 2 * MILLI);
                talks[lane] = null;
            }
        }
    }

    /** By source and number, the sequence number of a sighting. */
    private static Map<List<Long>, Integer> sequences(SightedSpool[] spools) {
        Map<List<Long>, Integer> sequences = new HashMap<>();
        for (int i = 0; i < spools.length; i++) {
            for (Document document : spools[i].documents) {
                if (document.record() != null && !ConnectionEnd.isAt(document.record(), 0)) {
                    sequences.put(
                            List.of((long) i, document.number()),
                            document.record().getInt(SightingCodec.SEQUENCE_AT));
                }
            }
        }
        return sequences;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20})
    void everyMessageComesOnceThoughAllSayTheSame(long seed) {
        traffic(seed, 12);
        Merged files = network.merge();
        assertEquals(seen.size(), files.messages.size());
        SightedSpool[] spools = new SightedSpool[network.sniffers()];
        for (int i = 0; i < spools.length; i++) {
            spools[i] = new SightedSpool("s" + i, new UUID(7, i)).run(network, i, seed + i, true);
        }
        Map<List<Long>, Integer> sequences = sequences(spools);
        SightedFeed feed = new SightedFeed(seed, spools);
        feed.lagNanos[0] = random.nextInt(3) == 0 ? 40 * SECOND : random.nextInt(1000) * MILLI;
        feed.start(LiveMergeSettings.defaults()).until(START + 100 * SECOND);
        Set<Integer> given = new HashSet<>();
        for (Kept kept : feed.kept) {
            if (kept.message() == null) {
                continue;
            }
            List<Integer> of = new ArrayList<>();
            kept.consumed().forEach(sighting -> of.add(sequences.get(List.of(sighting[0], sighting[1]))));
            assertEquals(1, Set.copyOf(of).size(), "one message of several: " + of);
            assertTrue(
                    given.add(of.get(0)),
                    () -> "given twice: " + of.get(0) + " with lags " + Arrays.toString(feed.lagNanos) + ": "
                            + feed.kept.stream()
                                    .filter(other -> other.message() != null
                                            && of.get(0)
                                                    .equals(sequences.get(List.of(
                                                            other.consumed().get(0)[0],
                                                            other.consumed().get(0)[1]))))
                                    .map(other -> other.message() + " of "
                                            + Arrays.deepToString(
                                                    other.consumed().toArray()))
                                    .toList());
        }
        assertEquals(seen, given);
        assertEquals(
                LiveMergeTest.counter(feed.merge, MergeCounter.SIGHTINGS),
                LiveMergeTest.counter(feed.merge, MergeCounter.MESSAGES)
                        + LiveMergeTest.counter(feed.merge, MergeCounter.SIGHTINGS_JOINED)
                        + LiveMergeTest.counter(feed.merge, MergeCounter.LATE_COPIES));
    }
}

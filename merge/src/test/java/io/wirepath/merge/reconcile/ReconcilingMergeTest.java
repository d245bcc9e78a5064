package io.wirepath.merge.reconcile;

import static io.wirepath.merge.reconcile.SightedCalls.HOP;
import static io.wirepath.merge.reconcile.SightedCalls.assertNear;
import static io.wirepath.merge.reconcile.SightedCalls.count;
import static io.wirepath.merge.reconcile.SightedCalls.settings;
import static io.wirepath.merge.reconcile.SightedNetwork.MILLI;
import static io.wirepath.merge.reconcile.SightedNetwork.SECOND;
import static io.wirepath.merge.reconcile.SightedNetwork.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Role;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.reconcile.SightedCalls.Way;
import io.wirepath.merge.reconcile.SightedNetwork.Merged;
import io.wirepath.merge.reconcile.SightedNetwork.Message;
import io.wirepath.merge.reconcile.SightedNetwork.Passing;
import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.result.LinkLoss;
import io.wirepath.nat.NatRules;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ReconcilingMergeTest {

    private final SightedCalls calls = new SightedCalls();
    private final SightedNetwork network = calls.network;

    @Test
    void givesEachMessageOnceThoughClocksAreHoursApart() {
        int near = network.sniffer(3 * 3600 * SECOND, 35);
        int far = network.sniffer(-911 * MILLI, -20);
        calls.calls(near, far, Way.routed("10.0.0.1:1", "10.0.1.9:80"), 10, 50);
        Merged merged = network.merge();
        assertEquals(1000, merged.messages.size());
        assertEquals(1000, count(merged, 2));
        assertEquals(
                10,
                Set.copyOf(merged.messages.stream().map(Message::connection).toList())
                        .size());
        for (Message m : merged.messages) {
            long wire = m.received() - m.sent();
            assertTrue(wire > 0 && wire < 80_000, "network delay " + wire);
        }
        assertEquals(List.of(), merged.result.translations());
    }

    @Test
    void findsOffsetAndSkewWithTheTruthInside() {
        int near = network.sniffer(1_732 * MILLI, 35);
        int far = network.sniffer(0, 0);
        calls.calls(near, far, Way.routed("10.0.0.1:1", "10.0.1.9:80"), 10, 400);
        Merged merged = network.merge(settings("s1", Map.of(), NatRules.NONE), near, far);
        ClockLine line = merged.result.clocks().get(0).line();
        assertNotNull(line);
        double truth = 1_732e6 + 35e-6 * (double) (line.atNanos() - START);
        assertEquals(truth, line.offsetNanos(), line.offsetUncertaintyNanos());
        assertTrue(line.offsetUncertaintyNanos() < 50_000);
        assertEquals(35e-6, line.skew(), 1e-6);
        assertEquals(1, merged.result.reference());
    }

    @Test
    void comparesTheClocksOfTwoSniffersOfOneLink() {
        int one = network.sniffer(0, 0);
        int two = network.sniffer(-250 * MILLI, 0);
        for (int i = 0; i < 1000; i++) {
            Passing call = new Passing()
                    .connection(1 + i / 50)
                    .between("10.0.0.1:40000", "10.0.1.9:80")
                    .ttl(64);
            long at = START + 5L * i * MILLI;
            for (int sniffer : new int[] {one, two}) {
                Passing request = call.between("10.0.0.1:40000", "10.0.1.9:80")
                        .content(1 + i * 2000, 100, 1000 + i)
                        .call(i, Role.REQUEST);
                network.pass(sniffer, request, at + calls.random.nextInt(400));
                Passing response = call.between("10.0.1.9:80", "10.0.0.1:40000").content(7 + i * 2000, 900, 5000 + i);
                network.pass(sniffer, response.call(i, Role.RESPONSE), at + MILLI + calls.random.nextInt(400));
            }
        }
        Merged merged = network.merge(settings("s0", Map.of(), NatRules.NONE), one, two);
        ClockLine line = merged.result.clocks().get(1).line();
        assertNotNull(line);
        assertEquals(-250e6, line.offsetNanos(), Math.max(2_000, line.offsetUncertaintyNanos()));
        assertTrue(line.offsetUncertaintyNanos() < 10_000);
        assertEquals(2000, count(merged, 2));
    }

    @Test
    void keepsConnectionsApartThatSayTheSameOneAfterTheOther() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(-250 * MILLI, 0);
        calls.calls(near, far, Way.routed("10.0.0.1:1", "10.0.1.9:80"), 4, 50);
        for (int beat = 0; beat < 100; beat++) {
            for (int connection = 0; connection < 5; connection++) {
                Passing heartbeat = new Passing()
                        .connection(100 + connection)
                        .between("10.0.0.1:" + (50_000 + connection), "10.0.1.9:80")
                        .content(connection * 1_000_000 + beat * 64, 64, 77);
                long at = START + SECOND + 500L * beat * MILLI + 90L * connection * MILLI;
                boolean nearFirst = calls.random.nextBoolean();
                network.pass(near, heartbeat.ttl(64), nearFirst ? at : at + HOP);
                network.pass(far, heartbeat.ttl(64), nearFirst ? at + HOP : at);
            }
        }
        Merged merged = network.merge();
        assertEquals(400 + 500, merged.messages.size());
        assertEquals(400 + 500, count(merged, 2));
        assertEquals(List.of(), merged.result.translations());
    }

    @Test
    void takesTimesFromTheSniffersAtTheNodes() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(500 * MILLI, 0);
        calls.calls(near, far, Way.routed("10.0.0.1:1", "10.0.1.9:80"), 5, 40);
        Merged merged = network.merge(settings("s0", Map.of(), NatRules.NONE), near, far);
        merged.result.homes().forEach(home -> {
            boolean client = home.node().toString().equals("10.0.0.1");
            assertEquals(client ? near : far, home.sniffer());
            assertEquals(0, home.hops());
            assertEquals(1, home.share());
        });
        Message first = merged.messages.get(0);
        assertEquals(START, first.sent());
        assertNear(START + HOP + 10_000, first.received(), 25_000);
    }

    @Test
    void fillsHolesOfOneSnifferFromTheOther() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        calls.calls(near, far, Way.routed("10.0.0.1:40000", "10.0.1.9:80"), 1, 20);
        Passing big = new Passing().connection(1).between("10.0.0.1:40000", "10.0.1.9:80");
        network.pass(near, big.content(900_000, 3000, 5).missing(0).ttl(64), START + SECOND, START + SECOND + MILLI);
        network.pass(
                far,
                big.content(900_000, 3000, 6).missing(1000).ttl(63),
                START + SECOND + HOP,
                START + SECOND + 2 * MILLI);
        Merged merged = network.merge();
        Message message = last(merged, 3000);
        assertEquals(41, merged.messages.size());
        assertEquals(2, message.sightings());
        assertEquals(0, message.missing());
        assertNear(START + SECOND + 2 * MILLI, message.received(), 60_000);
    }

    /** As where a switch mirrors one direction alone: it knows of the other by acknowledgments, which come late. */
    @Test
    void takesNoTimeFromASnifferThatHasNoByteOfIt() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        calls.calls(near, far, Way.routed("10.0.0.1:40000", "10.0.1.9:80"), 1, 20);
        Passing request = new Passing().connection(1).between("10.0.0.1:40000", "10.0.1.9:80");
        long answered = START + SECOND + 40 * MILLI;
        network.pass(far, request.content(900_000, 3000, 5).missing(0).ttl(63), START + SECOND, START + SECOND);
        network.pass(near, request.content(900_000, 3000, 0).missing(3000).ttl(64), answered, answered);
        Message message = last(network.merge(), 3000);
        assertEquals(2, message.sightings());
        assertNear(START + SECOND, message.received(), 60_000);
        assertEquals(MessageCodec.NIL, message.sent());
    }

    /** Who saw most gives the bounds, also of what it implies; of that another one has a piece, and neither end. */
    @Test
    void everyMessageHasATime() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        calls.calls(near, far, Way.routed("10.0.0.1:40000", "10.0.1.9:80"), 1, 20);
        Passing request = new Passing().connection(1).between("10.0.0.1:40000", "10.0.1.9:80");
        long answered = START + SECOND + 40 * MILLI;
        network.pass(far, request.content(901_000, 3000, 5).missing(0).ttl(63), START + SECOND, START + SECOND);
        network.pass(near, request.content(900_000, 3000, 0).missing(3000).ttl(64), answered, answered);
        network.pass(near, request.content(903_000, 5000, 7).missing(0).ttl(64), answered, answered);
        for (Message message : network.merge().messages) {
            assertTrue(message.sent() != MessageCodec.NIL || message.received() != MessageCodec.NIL, message::toString);
        }
    }

    private static Message last(Merged merged, long length) {
        return merged.messages.stream()
                .filter(m -> m.length() == length)
                .reduce((a, b) -> b)
                .orElseThrow();
    }

    @Test
    void matchesMessagesThatOneSnifferCutInTwo() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        calls.calls(near, far, Way.routed("10.0.0.1:40000", "10.0.1.9:80"), 1, 20);
        Passing part = new Passing().connection(1).between("10.0.0.1:40000", "10.0.1.9:80");
        long at = START + SECOND;
        network.pass(near, part.content(900_000, 3000, 5).ttl(64), at, at + 4 * MILLI);
        network.pass(far, part.content(900_000, 1000, 6).ttl(63), at + HOP, at + MILLI + HOP);
        network.pass(far, part.content(901_000, 2000, 7).ttl(63), at + 2 * MILLI + HOP, at + 4 * MILLI + HOP);
        Merged merged = network.merge();
        assertEquals(42, merged.messages.size());
        assertNear(at, last(merged, 1000).sent(), 30_000);
        // the clocks were compared over a tenth of a second, and this is a second later
        assertNear(at + 4 * MILLI + HOP, last(merged, 2000).received(), 100_000);
    }

    @Test
    void theDigestOfAPartIsNoDigestOfAMessageThatAnotherSnifferHasWhole() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        calls.calls(near, far, Way.routed("10.0.0.1:40000", "10.0.1.9:80"), 1, 20);
        long at = START + SECOND;
        // most bytes were captured far away, though not all of the first message
        network.pass(near, part(900_000, 3000, 5), at);
        network.pass(near, part(903_000, 5000, 8).missing(4000), at + MILLI);
        network.pass(far, part(900_000, 1000, 6).missing(996), at + HOP);
        network.pass(far, part(901_000, 7000, 7), at + MILLI + HOP);
        Merged merged = network.merge();
        assertEquals(42, merged.messages.size());
        assertEquals(0, last(merged, 1000).missing());
        assertEquals(0, last(merged, 1000).digest());
        assertEquals(7, last(merged, 7000).digest());
    }

    private static Passing part(int sequence, long bytes, long digest) {
        return new Passing()
                .connection(1)
                .between("10.0.0.1:40000", "10.0.1.9:80")
                .content(sequence, bytes, digest);
    }

    @Test
    void pairsCallsThatSniffersNumberOtherwise() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0, START + 50 * MILLI, Long.MAX_VALUE);
        String client = "10.0.0.1:40000";
        for (int i = 0; i < 40; i++) {
            long at = START + 5L * i * MILLI;
            Passing request =
                    new Passing().connection(1).between(client, "10.0.1.9:80").content(100 * i, 100, i);
            network.pass(near, request.ttl(64).call(i, Role.REQUEST), at);
            network.pass(far, request.ttl(63).call(i - 10, Role.REQUEST), at + HOP);
            Passing response =
                    new Passing().connection(1).between("10.0.1.9:80", client).content(900 * i, 900, -i);
            network.pass(far, response.ttl(64).call(i - 10, Role.RESPONSE), at + MILLI);
            network.pass(near, response.ttl(63).call(i, Role.RESPONSE), at + MILLI + HOP);
        }
        Merged merged = network.merge();
        assertEquals(80, merged.messages.size());
        Set<Long> calls = new HashSet<>();
        merged.messages.forEach(m -> calls.add(m.call()));
        assertEquals(40, calls.size());
        assertTrue(merged.messages.stream()
                        .filter(m -> m.sent() == MessageCodec.NIL)
                        .count()
                > 5);
    }

    @Test
    void countsWhatTheLinkLostAndNothingElse() {
        int near = network.sniffer(SECOND, 0);
        int far = network.sniffer(0, 0);
        calls.calls(near, far, Way.routed("10.0.0.1:40000", "10.0.1.9:80"), 1, 40);
        Passing request = new Passing().connection(1).between("10.0.0.1:40000", "10.0.1.9:80");
        long end = START + 40 * 5 * MILLI;
        network.end(near, request, START, end, CloseReason.FINISHED, 43, 4300, 50, 0, 40, 36_000, 45, 0);
        network.end(far, request, START + HOP, end + HOP, CloseReason.FINISHED, 41, 4100, 46, 0, 40, 36_000, 45, 0);
        Merged merged = network.merge();
        assertEquals(
                List.of(new LinkLoss(0, 1, 1, 2, 4, 200, 0), new LinkLoss(1, 0, 1, 0, 0, 0, 0)),
                merged.result.losses());
    }

    @Test
    void namesSniffersWithoutCommonTrafficAndTiesThemOnRequest() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        int apart = network.sniffer(5 * SECOND, 0);
        calls.calls(near, far, Way.routed("10.0.0.1:1", "10.0.1.9:80"), 2, 20);
        network.pass(
                apart,
                new Passing().connection(9).between("10.9.0.1:1", "10.9.0.2:2").content(3, 4, 5),
                START);
        Merged merged = network.merge();
        assertNull(merged.result.clocks().get(2).line());
        assertTrue(merged.notes.stream().anyMatch(note -> note.contains("s2")));
        Merged tied = network.merge(settings(null, Map.of("s2", 5 * SECOND), NatRules.NONE), 0, 1, 2);
        assertEquals(START, last(tied, 4).sent());
        assertThrows(
                IllegalArgumentException.class,
                () -> network.merge(settings("nobody", Map.of(), NatRules.NONE), 0, 1, 2));
    }

    @Test
    void anyOrderOfTheSniffersGivesTheSameMessages() {
        int near = network.sniffer(SECOND, 5);
        int far = network.sniffer(-SECOND, -5);
        calls.calls(near, far, new Way("10.0.0.1:1", "10.0.0.100:80", "10.0.1.1:1", "10.0.1.9:8080"), 6, 12);
        Merged one = network.merge(settings("s0", Map.of(), NatRules.NONE), 0, 1);
        Merged other = network.merge(settings("s0", Map.of(), NatRules.NONE), 1, 0);
        assertEquals(comparable(one), comparable(other));
    }

    private static Set<String> comparable(Merged merged) {
        Set<String> lines = new HashSet<>();
        for (Message m : merged.messages) {
            lines.add(m.source() + m.destination() + m.virtual() + m.sent() + "/" + m.received() + "/" + m.call());
        }
        assertEquals(merged.messages.size(), lines.size());
        return lines;
    }
}

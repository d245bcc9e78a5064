package io.wirepath.merge.reconcile;

import static io.wirepath.merge.reconcile.SightedNetwork.MILLI;
import static io.wirepath.merge.reconcile.SightedNetwork.SECOND;
import static io.wirepath.merge.reconcile.SightedNetwork.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Role;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.clock.ClockLine;
import io.wirepath.merge.match.LinkLoss;
import io.wirepath.merge.reconcile.SightedNetwork.Merged;
import io.wirepath.merge.reconcile.SightedNetwork.Message;
import io.wirepath.merge.reconcile.SightedNetwork.Passing;
import io.wirepath.nat.NatRules;
import io.wirepath.nat.Translation;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ReconcilingMergeTest {

    private static final long HOP = 25_000;
    private static final long SERVICE = 3 * MILLI;

    private SightedNetwork network = new SightedNetwork();
    private final Random random = new Random(7);

    /** Before and after a translation, as the sniffers near the client and near the server see a connection. */
    private record Way(String client, String called, String clientSeen, String server) {

        static Way routed(String client, String server) {
            return new Way(client, server, client, server);
        }
    }

    /** One call: request and response pass both sniffers, a router between them; 2 ms apart from the next. */
    private void call(int near, int far, long connection, int number, Way way, int sequence, long at) {
        long digest = random.nextLong();
        Passing request = new Passing().connection(connection).content(sequence, 100, digest);
        network.pass(near, request.between(way.client, way.called).ttl(64).call(number, Role.REQUEST), at);
        network.pass(far, request.between(way.clientSeen, way.server).ttl(63), at + HOP + random.nextInt(20_000));
        long answered = at + SERVICE;
        Passing response = new Passing().connection(connection).content(sequence * 7, 900, digest + 1);
        network.pass(far, response.between(way.server, way.clientSeen).ttl(64).call(number, Role.RESPONSE), answered);
        network.pass(near, response.between(way.called, way.client).ttl(63), answered + HOP + random.nextInt(20_000));
    }

    private void calls(int near, int far, Way way, int connections, int callsEach) {
        for (int i = 0; i < connections * callsEach; i++) {
            int connection = i / callsEach;
            String client = way.client.split(":", -1)[0] + ":" + (40_000 + connection);
            String seen = way.client.equals(way.clientSeen)
                    ? client
                    : way.clientSeen.split(":", -1)[0] + ":" + (1_000 + connection);
            Way own = new Way(client, way.called, seen, way.server);
            call(near, far, connection + 1, i % callsEach, own, 1 + i * 2000, START + 5L * i * MILLI);
        }
    }

    private static long count(Merged merged, int sightings) {
        return merged.messages.stream().filter(m -> m.sightings() == sightings).count();
    }

    @Test
    void givesEachMessageOnceThoughClocksAreHoursApart() {
        int near = network.sniffer(3 * 3600 * SECOND, 35);
        int far = network.sniffer(-911 * MILLI, -20);
        calls(near, far, Way.routed("10.0.0.1:1", "10.0.1.9:80"), 10, 50);
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
        calls(near, far, Way.routed("10.0.0.1:1", "10.0.1.9:80"), 10, 400);
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
    void takesTimesFromTheSniffersAtTheNodes() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(500 * MILLI, 0);
        calls(near, far, Way.routed("10.0.0.1:1", "10.0.1.9:80"), 5, 40);
        Merged merged = network.merge(settings("s0", Map.of(), NatRules.NONE), near, far);
        merged.result.homes().forEach(home -> {
            boolean client = home.node().toString().equals("10.0.0.1");
            assertEquals(client ? near : far, home.sniffer());
            assertTrue(home.isAtNode());
        });
        Message first = merged.messages.get(0);
        assertEquals(START, first.sent());
        assertNear(START + HOP + 10_000, first.received(), 25_000);
    }

    @Test
    void undoesEveryKindOfTranslation() {
        record Case(Way way, Translation.Kind kind, String from, String to) {}
        List<Case> cases = List.of(
                new Case(
                        new Way("10.0.0.1:1", "10.0.0.100:80", "10.0.0.1:1", "10.0.1.9:8080"),
                        Translation.Kind.DESTINATION,
                        "* > 10.0.0.100:80",
                        "* > 10.0.1.9:8080"),
                new Case(
                        new Way("10.0.0.1:1", "10.0.1.9:80", "192.0.2.1:1", "10.0.1.9:80"),
                        Translation.Kind.SOURCE,
                        "10.0.0.1:* > *",
                        "192.0.2.1:* > *"),
                new Case(
                        new Way("10.0.0.1:1", "10.0.0.100:80", "10.0.1.1:1", "10.0.1.9:8080"),
                        Translation.Kind.BOTH,
                        "10.0.0.1:* > 10.0.0.100:80",
                        "10.0.1.1:* > 10.0.1.9:8080"));
        for (Case c : cases) {
            network = new SightedNetwork();
            calls(network.sniffer(0, 0), network.sniffer(2 * SECOND, 10), c.way, 8, 10);
            Merged merged = network.merge();
            assertEquals(160, merged.messages.size(), c.toString());
            for (Message m : merged.messages) {
                boolean request = m.role() == Role.REQUEST;
                assertEquals("10.0.0.1", (request ? m.source() : m.destination()).split(":", -1)[0]);
                assertEquals(c.way.server, request ? m.destination() : m.source());
                if (request && !c.way.called.equals(c.way.server)) {
                    assertEquals(c.way.called, m.virtual());
                }
            }
            Translation found = merged.result.translations().get(0);
            assertEquals(1, merged.result.translations().size());
            assertEquals(c.kind, found.kind());
            assertEquals(c.from, found.fromSource() + " > " + found.fromDestination());
            assertEquals(c.to, found.toSource() + " > " + found.toDestination());
            assertEquals(8, found.connections());
            assertEquals(160, found.evidence());
            assertTrue(found.confidence() > 0.999);
        }
    }

    @Test
    void seesATranslationInsideOneCapture() {
        int only = network.sniffer(0, 0);
        Passing request = new Passing().content(77, 300, 1234);
        network.pass(
                only,
                request.connection(1).between("10.0.0.1:40000", "10.0.0.100:80").ttl(64),
                START);
        network.pass(
                only,
                request.connection(2).between("10.0.0.1:40000", "10.0.0.9:8080").ttl(63),
                START + HOP);
        Merged merged = network.merge();
        assertEquals(1, merged.messages.size());
        assertEquals("10.0.0.9:8080", merged.messages.get(0).destination());
        assertEquals("10.0.0.100:80", merged.messages.get(0).virtual());
        assertEquals(1, merged.result.translations().size());
    }

    @Test
    void equalContentsOfTwoServersAreNoTranslation() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        calls(near, far, Way.routed("10.0.0.1:1", "10.0.1.9:80"), 2, 20);
        Passing body = new Passing().content(1, 5000, 42);
        for (int i = 0; i < 40; i++) {
            body.sequence = random.nextInt();
            network.pass(near, body.connection(90).between("10.0.0.1:50000", "10.0.2.1:80"), START + i * MILLI);
            body.sequence = random.nextInt();
            network.pass(far, body.connection(91).between("10.0.0.7:50000", "10.0.2.2:80"), START + i * MILLI + HOP);
        }
        Merged merged = network.merge();
        assertEquals(List.of(), merged.result.translations());
        assertEquals(80 + 80, merged.messages.size());
    }

    @Test
    void aFewEqualDatagramsAreNoTranslationButManyAre() {
        record Case(int datagrams, int ipId, boolean translated) {}
        for (Case c :
                List.of(new Case(1, 5, false), new Case(2, 5, true), new Case(2, 0, false), new Case(3, 0, true))) {
            SightedNetwork own = new SightedNetwork();
            int near = own.sniffer(0, 0);
            int far = own.sniffer(0, 0);
            for (int i = 0; i < c.datagrams; i++) {
                int id = c.ipId == 0 ? 0 : c.ipId + i;
                Passing datagram = new Passing().udp().content(0, 30, 99 + i).ipId(id);
                long at = START + 10L * i * MILLI;
                own.pass(
                        near,
                        datagram.connection(1)
                                .between("10.0.0.1:5000", "10.0.0.100:53")
                                .ttl(64),
                        at);
                own.pass(
                        far,
                        datagram.connection(2)
                                .between("10.0.0.1:5000", "10.0.1.9:53")
                                .ttl(63),
                        at + HOP);
            }
            Merged merged = own.merge();
            assertEquals(c.translated ? 1 : 0, merged.result.translations().size(), c.toString());
            assertEquals(c.translated ? c.datagrams : 2 * c.datagrams, merged.messages.size(), c.toString());
        }
    }

    @Test
    void seesThroughAFirewallThatRebasesSequenceNumbers() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        for (int i = 0; i < 20; i++) {
            long at = START + 10L * i * MILLI;
            Passing request = new Passing().connection(1).content(5000 + 100 * i, 100, 1000 + i);
            network.pass(
                    near,
                    request.between("10.0.0.1:40000", "10.0.1.9:80").ttl(64).call(i, Role.REQUEST),
                    at);
            request.sequence += 0x7fff1234;
            network.pass(far, request.between("192.0.2.1:1024", "10.0.1.9:80").ttl(63), at + HOP);
            Passing response = new Passing().connection(1).content(7000 + 900 * i, 900, 2000 + i);
            network.pass(
                    far,
                    response.between("10.0.1.9:80", "192.0.2.1:1024").ttl(64).call(i, Role.RESPONSE),
                    at + MILLI);
            response.sequence -= 77;
            network.pass(near, response.between("10.0.1.9:80", "10.0.0.1:40000").ttl(63), at + MILLI + HOP);
        }
        Merged merged = network.merge();
        assertEquals(40, merged.messages.size());
        assertEquals(40, count(merged, 2));
        assertEquals(1, merged.result.translations().size());
        assertEquals(
                Translation.Kind.SOURCE, merged.result.translations().get(0).kind());
    }

    @Test
    void aProxyStaysANode() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        for (int i = 0; i < 20; i++) {
            Passing request = new Passing().connection(1).content(random.nextInt(), 500, 1000 + i);
            network.pass(near, request.between("10.0.0.1:40000", "10.0.0.100:80"), START + i * MILLI);
            request.sequence = random.nextInt();
            network.pass(far, request.between("10.0.1.1:41000", "10.0.1.9:80"), START + i * MILLI + HOP);
        }
        Merged merged = network.merge();
        assertEquals(40, merged.messages.size());
        assertEquals(List.of(), merged.result.translations());
    }

    @Test
    void reusedTuplesAreDifferentConnections() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(40 * MILLI, 0);
        String client = "10.0.0.1:40000";
        for (int i = 0; i < 30; i++) {
            String server = "10.0.1." + (1 + i % 3) + ":8080";
            Way way = new Way(client, "10.0.0.100:80", client, server);
            call(near, far, 1 + i, 0, way, random.nextInt(1 << 20), START + 20L * i * MILLI);
        }
        Merged merged = network.merge();
        assertEquals(60, merged.messages.size());
        Set<Long> connections = new HashSet<>();
        merged.messages.forEach(m -> connections.add(m.connection()));
        assertEquals(30, connections.size());
        assertEquals(3, merged.result.translations().size());
    }

    @Test
    void fillsHolesOfOneSnifferFromTheOther() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        calls(near, far, Way.routed("10.0.0.1:40000", "10.0.1.9:80"), 1, 20);
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
        calls(near, far, Way.routed("10.0.0.1:40000", "10.0.1.9:80"), 1, 20);
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
        calls(near, far, Way.routed("10.0.0.1:40000", "10.0.1.9:80"), 1, 40);
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
        calls(near, far, Way.routed("10.0.0.1:1", "10.0.1.9:80"), 2, 20);
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
        calls(near, far, new Way("10.0.0.1:1", "10.0.0.100:80", "10.0.1.1:1", "10.0.1.9:8080"), 6, 12);
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

    @Test
    void theOperatorAddsAndOverrules() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        calls(near, far, new Way("10.0.0.1:1", "10.0.0.100:80", "10.0.0.1:1", "10.0.1.9:8080"), 2, 10);
        NatRules not = NatRules.parse(List.of("not 10.0.0.100:80 -> 10.0.1.9:8080"));
        Merged denied = network.merge(settings(null, Map.of(), not), 0, 1);
        assertEquals(80, denied.messages.size());
        assertEquals(List.of(), denied.result.translations());
        NatRules rule = NatRules.parse(List.of("destination 10.0.0.100:80 -> 10.7.7.7:8080"));
        Merged told = network.merge(settings(null, Map.of(), rule), near);
        Message request = told.messages.get(0);
        assertEquals("10.7.7.7:8080", request.destination());
        assertEquals("10.0.0.100:80", request.virtual());
        assertNotEquals(MessageCodec.NIL, request.sent());
    }

    private static MergeSettings settings(String reference, Map<String, Long> ties, NatRules rules) {
        return new MergeSettings(reference, ties, rules, Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** Times since the epoch are too large for the floating-point form of assertEquals to tell them apart. */
    private static void assertNear(long wanted, long found, long within) {
        assertTrue(Math.abs(found - wanted) <= within, "wanted " + wanted + " within " + within + ", found " + found);
    }
}

package io.wirepath.merge.reconcile;

import static io.wirepath.merge.reconcile.SightedCalls.HOP;
import static io.wirepath.merge.reconcile.SightedCalls.count;
import static io.wirepath.merge.reconcile.SightedCalls.settings;
import static io.wirepath.merge.reconcile.SightedNetwork.MILLI;
import static io.wirepath.merge.reconcile.SightedNetwork.SECOND;
import static io.wirepath.merge.reconcile.SightedNetwork.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Role;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.reconcile.SightedCalls.Way;
import io.wirepath.merge.reconcile.SightedNetwork.Merged;
import io.wirepath.merge.reconcile.SightedNetwork.Message;
import io.wirepath.merge.reconcile.SightedNetwork.Passing;
import io.wirepath.nat.NatRules;
import io.wirepath.nat.Translation;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which sightings are of one connection though addresses were rewritten, and which only look so. */
final class TranslationMergeTest {

    private final SightedCalls calls = new SightedCalls();
    private final SightedNetwork network = calls.network;
    private final Random random = calls.random;

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
            SightedCalls own = new SightedCalls();
            own.calls(own.network.sniffer(0, 0), own.network.sniffer(2 * SECOND, 10), c.way, 8, 10);
            Merged merged = own.network.merge();
            assertEquals(160, merged.messages.size(), c.toString());
            for (Message m : merged.messages) {
                boolean request = m.role() == Role.REQUEST;
                assertEquals("10.0.0.1", (request ? m.source() : m.destination()).split(":", -1)[0]);
                assertEquals(c.way.server(), request ? m.destination() : m.source());
                if (request && !c.way.called().equals(c.way.server())) {
                    assertEquals(c.way.called(), m.virtual());
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
    void seesATranslationInsideOneCaptureByMessagesOfBothSides() {
        int only = network.sniffer(0, 0);
        Passing request = new Passing().content(77, 300, 1234);
        passTranslated(only, request, START);
        assertEquals(2, network.merge().messages.size());
        Passing response = new Passing().content(78, 400, 99);
        network.pass(
                only,
                response.connection(2)
                        .between("10.0.0.9:8080", "10.0.0.1:40000")
                        .ttl(64),
                START + 10 * HOP);
        network.pass(
                only,
                response.connection(1)
                        .between("10.0.0.100:80", "10.0.0.1:40000")
                        .ttl(63),
                START + 11 * HOP);
        Merged merged = network.merge();
        assertEquals(2, merged.messages.size());
        assertEquals("10.0.0.9:8080", merged.messages.get(0).destination());
        assertEquals("10.0.0.100:80", merged.messages.get(0).virtual());
        assertEquals(1, merged.result.translations().size());
    }

    @Test
    void strangersWhoChooseOneSequenceNumberAndOneContentStayStrangers() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        for (int i = 0; i < 40; i++) {
            Passing chosen = new Passing().content(77, 300, 1234).acknowledges(1000 + i);
            network.pass(
                    i % 2 == 0 ? near : far,
                    chosen.connection(i + 1).between("10.0.1." + i + ":40000", "10.0.2." + i + ":80"),
                    START + i * HOP);
        }
        Merged merged = network.merge();
        assertEquals(40, merged.messages.size());
        assertEquals(0, merged.result.translations().size());
    }

    /** All numbers and contents are equal, as of programs that keep time together; nothing passes on what they say. */
    @Test
    void hostsThatSayTheSameToOneServerAtOnceAreNoTranslationsOfEachOther() {
        record Case(int sniffers, long apartNanos) {}
        for (Case c : List.of(new Case(1, 0), new Case(1, 1000), new Case(2, 0), new Case(2, 1000))) {
            SightedNetwork own = new SightedNetwork();
            for (int sniffer = 0; sniffer < c.sniffers; sniffer++) {
                own.sniffer(0, 0);
            }
            for (int i = 0; i < 20; i++) {
                long at = START + 10L * i * MILLI;
                Passing request = new Passing()
                        .content(77 + 500 * i, 300, 1234 + i)
                        .acknowledges(5)
                        .call(i, Role.REQUEST);
                Passing response = new Passing()
                        .content(55 + 900 * i, 700, -1 - i)
                        .acknowledges(6)
                        .call(i, Role.RESPONSE);
                for (int host = 1; host <= 3; host++) {
                    request.connection(host).between("10.0.0." + host + ":40000", "10.0.1.9:80");
                    passAll(own, request, at + host * c.apartNanos, HOP);
                }
                for (int host = 1; host <= 3; host++) {
                    response.connection(host).between("10.0.1.9:80", "10.0.0." + host + ":40000");
                    passAll(own, response, at + MILLI + host * c.apartNanos, -HOP);
                }
            }
            Merged merged = own.merge();
            assertEquals(List.of(), merged.result.translations(), c.toString());
            assertEquals(120, merged.messages.size(), c.toString());
        }
    }

    private static void passAll(SightedNetwork own, Passing message, long at, long between) {
        for (int sniffer = 0; sniffer < own.sniffers(); sniffer++) {
            own.pass(sniffer, message, at + sniffer * between);
        }
    }

    private void passTranslated(int sniffer, Passing request, long nanos) {
        network.pass(
                sniffer,
                request.connection(1).between("10.0.0.1:40000", "10.0.0.100:80").ttl(64),
                nanos);
        network.pass(
                sniffer,
                request.connection(2).between("10.0.0.1:40000", "10.0.0.9:8080").ttl(63),
                nanos + HOP);
    }

    @Test
    void equalContentsOfTwoServersAreNoTranslation() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        calls.calls(near, far, Way.routed("10.0.0.1:1", "10.0.1.9:80"), 2, 20);
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
            calls.call(near, far, 1 + i, 0, way, random.nextInt(1 << 20), START + 20L * i * MILLI);
        }
        Merged merged = network.merge();
        assertEquals(60, merged.messages.size());
        Set<Long> connections = new HashSet<>();
        merged.messages.forEach(m -> connections.add(m.connection()));
        assertEquals(30, connections.size());
        assertEquals(3, merged.result.translations().size());
    }

    @Test
    void theOperatorAddsAndOverrules() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        calls.calls(near, far, new Way("10.0.0.1:1", "10.0.0.100:80", "10.0.0.1:1", "10.0.1.9:8080"), 2, 10);
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

    private static Set<String> found(Merged merged) {
        Set<String> found = new HashSet<>();
        for (Translation t : merged.result.translations()) {
            found.add(t.kind() + " " + t.fromSource() + " > " + t.fromDestination() + " = " + t.toSource() + " > "
                    + t.toDestination());
        }
        return found;
    }

    @Test
    void seesAHairpinInsideOneCapture() {
        int only = network.sniffer(0, 0);
        Way way = new Way("10.0.0.1:1", "192.0.2.1:80", "192.0.2.1:1", "10.0.0.9:8080");
        for (int i = 0; i < 10; i++) {
            Passing request = new Passing().content(77 + 500 * i, 300, 1234 + i).call(i, Role.REQUEST);
            long at = START + 10L * i * MILLI;
            network.pass(
                    only,
                    request.connection(1).between(way.client(), way.called()).ttl(64),
                    at);
            network.pass(
                    only,
                    request.connection(2)
                            .between(way.clientSeen(), way.server())
                            .ttl(63),
                    at + HOP);
            Passing response = new Passing().content(55 + 900 * i, 700, -1 - i).call(i, Role.RESPONSE);
            long answered = at + MILLI;
            network.pass(
                    only,
                    response.connection(2)
                            .between(way.server(), way.clientSeen())
                            .ttl(64),
                    answered);
            network.pass(
                    only,
                    response.connection(1).between(way.called(), way.client()).ttl(63),
                    answered + HOP);
        }
        Merged merged = network.merge();
        assertEquals(20, merged.messages.size());
        assertEquals(20, count(merged, 2));
        assertEquals(Set.of("BOTH 10.0.0.1:* > 192.0.2.1:80 = 192.0.2.1:* > 10.0.0.9:8080"), found(merged));
        for (Message m : merged.messages) {
            boolean request = m.role() == Role.REQUEST;
            assertEquals("10.0.0.1:1", request ? m.source() : m.destination());
            assertEquals("10.0.0.9:8080", request ? m.destination() : m.source());
        }
    }

    @Test
    void seesManyReplicasBehindOneAddressThatHidesTheCallersToo() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(3 * SECOND, 20);
        Set<String> wanted = new HashSet<>();
        for (int i = 0; i < 160; i++) {
            String server = "10.0.1." + (1 + i % 16) + ":8080";
            Way way = new Way("10.0.0.7:" + (20_000 + i), "10.0.0.100:80", "10.0.1.254:" + (1_000 + i), server);
            calls.call(near, far, 1 + i, 0, way, random.nextInt(1 << 20), START + 20L * i * MILLI);
            wanted.add("BOTH 10.0.0.7:* > 10.0.0.100:80 = 10.0.1.254:* > " + server);
        }
        Merged merged = network.merge();
        assertEquals(320, merged.messages.size());
        assertEquals(wanted, found(merged));
        merged.result.translations().forEach(t -> assertEquals(10, t.connections()));
    }

    @Test
    void seesATranslationOfThePortAlone() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(SECOND, 0);
        calls.calls(near, far, new Way("10.0.0.1:1", "10.0.1.9:80", "10.0.0.1:1", "10.0.1.9:8080"), 3, 20);
        assertEquals(Set.of("DESTINATION * > 10.0.1.9:80 = * > 10.0.1.9:8080"), found(network.merge()));
    }

    @Test
    void timeGivesTheDirectionWhereTheTranslatorTakesNoTimeToLive() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        Way way = new Way("10.0.0.1:1", "10.0.0.100:80", "10.0.0.1:1", "10.0.1.9:8080");
        for (int i = 0; i < 40; i++) {
            long at = START + 10L * i * MILLI;
            Passing request =
                    new Passing().connection(1).content(500 * i, 300, 1 + i).call(i, Role.REQUEST);
            network.pass(near, request.between(way.client(), way.called()), at);
            network.pass(far, request.between(way.clientSeen(), way.server()), at + HOP);
            Passing response =
                    new Passing().connection(1).content(900 * i, 700, -1 - i).call(i, Role.RESPONSE);
            network.pass(far, response.between(way.server(), way.clientSeen()), at + MILLI);
            network.pass(near, response.between(way.called(), way.client()), at + MILLI + HOP);
        }
        Merged merged = network.merge();
        assertEquals(Set.of("DESTINATION * > 10.0.0.100:80 = * > 10.0.1.9:8080"), found(merged));
        merged.messages.stream()
                .filter(m -> m.role() == Role.REQUEST)
                .forEach(m -> assertEquals("10.0.1.9:8080", m.destination()));
    }

    @Test
    void seesMasqueradedDatagrams() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        for (int i = 0; i < 20; i++) {
            long at = START + 10L * i * MILLI;
            Passing query =
                    new Passing().udp().connection(1).content(0, 40, 700 + i).ipId(100 + i);
            network.pass(near, query.between("10.0.0.1:5353", "10.0.1.9:53").ttl(64), at);
            network.pass(far, query.between("192.0.2.1:1024", "10.0.1.9:53").ttl(63), at + HOP);
        }
        Merged merged = network.merge();
        assertEquals(20, merged.messages.size());
        assertEquals(Set.of("SOURCE 10.0.0.1:* > * = 192.0.2.1:* > *"), found(merged));
        merged.messages.stream().skip(2).forEach(m -> assertEquals("10.0.0.1:5353", m.source()));
    }

    @Test
    void aRuleIsARowWhetherOrNotAnythingWasSeenOfIt() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        calls.calls(near, far, new Way("10.0.0.1:1", "10.0.0.100:80", "10.0.0.1:1", "10.0.1.9:8080"), 2, 10);
        Passing unseen = new Passing().connection(77).content(5, 60, 4242).call(0, Role.REQUEST);
        network.pass(near, unseen.between("10.0.0.1:55555", "10.0.0.200:80"), START + SECOND);
        NatRules rules = NatRules.parse(List.of(
                "destination 10.0.0.100:80 -> 10.0.1.9:8080",
                "destination 10.0.0.200:80 -> 10.0.2.9:80",
                "source 192.0.2.7:* -> 10.9.0.7:*"));
        Merged merged = network.merge(settings(null, Map.of(), rules), 0, 1);
        record Row(String to, long connections, long evidence) {}
        Set<Row> rows = new HashSet<>();
        for (Translation t : merged.result.translations()) {
            assertTrue(t.rule());
            assertEquals(1.0, t.confidence());
            rows.add(new Row(t.fromSource() + " > " + t.toDestination(), t.connections(), t.evidence()));
        }
        assertEquals(
                Set.of(
                        new Row("* > 10.0.1.9:8080", 2, 40),
                        new Row("* > 10.0.2.9:80", 1, 0),
                        new Row("10.9.0.7:* > *", 0, 0)),
                rows);
    }
}

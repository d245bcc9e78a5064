package io.wirepath.causes.joint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.flows.Role;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JointLinkingTest {

    private static final long MILLI = 1_000_000;

    /** Requests from A to B, each of which makes a call to C and then one to D; record = 10 x request + what it is. */
    private static MessageTable trace(int requests, double perSecond, long seed) {
        NodeTable nodes = new NodeTable();
        int a = nodes.add("10.0.0.1", "a", true);
        int b = nodes.add("10.0.0.2", "b", true);
        int c = nodes.add("10.0.0.3", "c", true);
        int d = nodes.add("10.0.0.4", "d", true);
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        Random random = new Random(seed);
        long now = 0;
        for (int i = 0; i < requests; i++) {
            now += Math.round(-Math.log(1 - random.nextDouble()) / perSecond * 1000 * MILLI);
            long atC = now + MILLI + random.nextInt(100_000);
            long fromC = atC + 4 * MILLI + random.nextInt(3_000_000);
            long atD = fromC + MILLI / 2 + random.nextInt(50_000);
            long fromD = atD + 3 * MILLI + random.nextInt(2_000_000);
            long end = fromD + MILLI / 4 + random.nextInt(30_000);
            call(builder, a, 4000 + i % 50, b, 80, now, end, i * 10L);
            call(builder, b, 5000 + i % 50, c, 81, atC, fromC, i * 10L + 1);
            call(builder, b, 6000 + i % 50, d, 82, atD, fromD, i * 10L + 2);
        }
        return builder.build();
    }

    private static void call(
            MessageTableBuilder builder,
            int from,
            int port,
            int to,
            int service,
            long sent,
            long answered,
            long record) {
        int connection = port + service * 100_000;
        builder.add(sent, sent, from, port, to, service, connection, 6, Role.REQUEST, 0, record, 100, 0, record);
        builder.add(
                answered, answered, to, service, from, port, connection, 6, Role.RESPONSE, 0, record, 200, 0, record);
    }

    private static long ownerRecord(MessageTable messages, LinkTable links, int row) {
        int parent = links.likelyParent(row);
        while (parent != MessageTable.NONE && messages.role(parent) == Role.RESPONSE) {
            parent = links.likelyParent(messages.partner(parent));
        }
        return parent == MessageTable.NONE ? -1 : messages.record(parent);
    }

    /** So many calls are made for another, and of these this share is linked to it. */
    private static void assertOwners(int number, double least, MessageTable messages, LinkTable links) {
        int right = 0;
        int calls = 0;
        for (int row = 0; row < messages.size(); row++) {
            if (messages.role(row) == Role.REQUEST && messages.record(row) % 10 != 0) {
                calls++;
                right += ownerRecord(messages, links, row) == messages.record(row) / 10 * 10 ? 1 : 0;
            }
        }
        assertEquals(number, calls);
        assertTrue(right >= least * calls, right + " of " + calls);
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 100, 300})
    void findsTheOwnersOfInterleavedCalls(int perSecond) {
        MessageTable messages = trace(1000, perSecond, 7);
        LinkTable links = new JointLinking(JointSettings.defaults()).infer(messages);
        assertOwners(2000, 0.98, messages, links);
    }

    /** A health check of D each second looks like the second call of a request, but for its time. */
    @Test
    void knowsCallsThatAClockMakes() {
        MessageTable some = trace(1500, 60, 11);
        MessageTableBuilder builder = new MessageTableBuilder(some.nodes());
        for (int row = 0; row < some.size(); row++) {
            if (some.role(row) == Role.REQUEST) {
                long answered = some.timeNanos(some.partner(row));
                int port = some.sourcePort(row);
                int service = some.destinationPort(row);
                call(
                        builder,
                        some.source(row),
                        port,
                        some.destination(row),
                        service,
                        some.timeNanos(row),
                        answered,
                        some.record(row));
            }
        }
        for (int check = 0; check < 24; check++) {
            long sent = 500 * MILLI + check * 1000L * MILLI + check % 3 * MILLI / 10;
            call(builder, 1, 9000, 3, 82, sent, sent + 3 * MILLI, -1);
        }
        MessageTable messages = builder.build();
        LinkTable links = new JointLinking(JointSettings.defaults()).infer(messages);
        int wrong = 0;
        for (int row = 0; row < messages.size(); row++) {
            long record = messages.record(row);
            if (messages.role(row) == Role.REQUEST && record % 10 != 0) {
                long owner = record < 0 ? -1 : record / 10 * 10;
                wrong += ownerRecord(messages, links, row) == owner ? 0 : 1;
            }
        }
        assertTrue(wrong <= 3, wrong + " wrong");
    }

    /** Each request finds and updates some items one after the other; some two are at work at a time. */
    @Test
    void unravelsLoops() {
        NodeTable nodes = new NodeTable();
        int a = nodes.add("10.0.0.1", "a", true);
        int b = nodes.add("10.0.0.2", "b", true);
        int c = nodes.add("10.0.0.3", "c", true);
        int d = nodes.add("10.0.0.4", "d", true);
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        Random random = new Random(9);
        long begin = 0;
        for (int i = 0; i < 300; i++) {
            begin += Math.round(-Math.log(1 - random.nextDouble()) * 25 * MILLI);
            long now = begin;
            for (int item = 3 + 3 * (i % 3); item > 0; item--) {
                for (int to = c; to <= d; to++) {
                    long sent = now + MILLI / (to == c ? 1 : 2) + random.nextInt((int) MILLI);
                    now = sent + MILLI + random.nextInt(3 * (int) MILLI);
                    call(builder, b, 5000 + i, to, 80 + to, sent, now, i * 10L + 1);
                }
            }
            call(builder, a, 4000 + i % 50, b, 80, begin, now + MILLI + random.nextInt((int) MILLI), i * 10L);
        }
        MessageTable messages = builder.build();
        LinkTable links = new JointLinking(JointSettings.defaults().withEvidence(Set.of())).infer(messages);
        assertOwners(3600, 0.91, messages, links);
    }

    @Test
    void givesTheSameAnswerForTheSameSeed() {
        MessageTable messages = trace(400, 200, 3);
        LinkTable one = new JointLinking(JointSettings.defaults()).infer(messages);
        LinkTable other = new JointLinking(JointSettings.defaults()).infer(messages);
        for (int row = 0; row < messages.size(); row++) {
            assertEquals(one.likelyParent(row), other.likelyParent(row));
            assertEquals(one.likelyProbability(row), other.likelyProbability(row));
        }
    }

    @Test
    void sumsToOneAndNeverLinksToTheFuture() {
        MessageTable messages = trace(400, 200, 3);
        LinkTable links = new JointLinking(JointSettings.defaults()).infer(messages);
        for (int row = 0; row < messages.size(); row++) {
            double sum = links.spontaneous(row);
            for (int at = links.first(row); at < links.end(row); at++) {
                sum += links.probability(at);
                assertTrue(messages.receivedNanos(links.parent(at)) <= messages.sentNanos(row));
                assertEquals(messages.source(row), messages.destination(links.parent(at)));
            }
            assertEquals(1, sum, 1e-5);
        }
    }

    @Test
    void responseFollowsTheLastThingItsTaskReceived() {
        MessageTable messages = trace(1, 10, 1);
        LinkTable links = new JointLinking(JointSettings.defaults()).infer(messages);
        int response = messages.size() - 1;
        assertEquals(0, messages.record(response));
        assertEquals(2, messages.record(links.likelyParent(response)));
        assertEquals(Role.RESPONSE, messages.role(links.likelyParent(response)));
    }
}

package io.wirepath.causes.fanin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.path.CallForest;
import io.wirepath.analyze.truth.NamedTraces;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import io.wirepath.flows.Role;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JoinsTest {

    private static List<Join> joins(MessageTable messages) {
        var links = new JointLinking(JointSettings.defaults()).infer(messages);
        return Joins.of(
                        messages,
                        CallForest.of(messages, links),
                        node -> messages.nodes().get(node).name())
                .all();
    }

    /**
     * Per request, front asks a, b and c at once, each of which asks review; review calls store once: 0.3 ms after the
     * last of the three came where it waits for all of them, else 1 ms after the one of a.
     */
    private static MessageTable reviews(boolean waits, int requests) {
        Random random = new Random(5);
        CallTrace trace = new CallTrace();
        double now = 0;
        for (int i = 0; i < requests; i++) {
            now += 20 + 40 * random.nextDouble();
            double[] asks = new double[3];
            double last = 0;
            for (int x = 0; x < asks.length; x++) {
                asks[x] = now + 2 + 8 * random.nextDouble();
                last = Math.max(last, asks[x]);
            }
            double stored = waits ? last + 0.3 + 0.05 * random.nextDouble() : asks[0] + 1 + 0.05 * random.nextDouble();
            double answered = stored + 3 + random.nextDouble();
            trace.call("client", "front", now, Math.max(last, answered) + 4);
            String[] names = {"a", "b", "c"};
            for (int x = 0; x < asks.length; x++) {
                boolean owns = waits ? asks[x] == last : x == 0;
                double end = owns ? answered + 0.5 : asks[x] + 0.2;
                trace.call("front", names[x], now + 0.5 + x * 0.01, end + 0.4);
                trace.call(names[x], "review", asks[x], end);
            }
            trace.call("review", "store", stored, answered);
        }
        return trace.build();
    }

    @Test
    void findsANodeThatWaitsForAllRequestsOfAPath() {
        List<Join> joins = joins(reviews(true, 300));
        assertEquals(1, joins.size(), joins.toString());
        Join join = joins.get(0);
        assertEquals(Join.Kind.FAN_IN, join.kind());
        assertEquals(List.of("a:80", "b:80", "c:80"), join.joined());
        assertTrue(join.times() >= 270, join.toString());
    }

    @Test
    void seesNoJoinWhereOneOfSeveralRequestsIsTheCause() {
        assertEquals(List.of(), joins(reviews(false, 300)));
    }

    @Test
    void seesNoJoinInTheSystemsOfTheBooks() {
        for (TraceConfiguration configuration : NamedTraces.all()) {
            MessageTable messages =
                    TraceGenerator.generate(configuration, 600, 2).table();
            assertEquals(List.of(), joins(messages), configuration.name());
        }
    }

    /** One-way messages to a gatherer, which sends one on for every {@code size} of them. */
    private static MessageTable batches(int size, boolean always) {
        Random random = new Random(3);
        CallTrace trace = new CallTrace();
        double now = 0;
        for (int i = 1; i <= 1000; i++) {
            now += 4 * -Math.log(1 - random.nextDouble());
            trace.oneWay("sensor", "gatherer", now);
            if (always ? i % size == 0 : random.nextInt(size) == 0) {
                trace.oneWay("gatherer", "store", now + 0.4);
            }
        }
        return trace.build();
    }

    @Test
    void findsBatchesOfOneSizeAndNotOnesByChance() {
        List<Join> joins = joins(batches(5, true));
        assertEquals(1, joins.size(), joins.toString());
        assertEquals(Join.Kind.BATCH, joins.get(0).kind());
        assertEquals(5, joins.get(0).size());
        assertEquals(List.of(), joins(batches(5, false)));
        assertEquals(List.of(), joins(batches(1, true)));
    }

    /** The gatherer sends for what waits once it is ten, or once the first has waited 50 ms and a little. */
    private static MessageTable sizeOrTimer() {
        Random random = new Random(4);
        CallTrace trace = new CallTrace();
        double now = 0;
        double first = Double.MAX_VALUE;
        int waiting = 0;
        for (int i = 0; i < 1000; i++) {
            now += (i % 200 < 100 ? 12 : 3) * -Math.log(1 - random.nextDouble());
            if (now > first + 50) {
                trace.oneWay("gatherer", "store", first + 50 + 2 * random.nextDouble());
                waiting = 0;
            }
            trace.oneWay("sensor", "gatherer", now);
            first = waiting++ == 0 ? now : first;
            if (waiting == 10) {
                trace.oneWay("gatherer", "store", now + 0.4);
                waiting = 0;
            }
            first = waiting == 0 ? Double.MAX_VALUE : first;
        }
        return trace.build();
    }

    @Test
    void findsBatchesBySizeOrTimerAndWhatEachIsFor() {
        MessageTable messages = sizeOrTimer();
        List<Join> joins = joins(messages);
        assertEquals(1, joins.size(), joins.toString());
        assertEquals(Join.Kind.TIMED_BATCH, joins.get(0).kind());
        assertEquals(10, joins.get(0).size());
        assertEquals(51e6, (double) joins.get(0).timerNanos(), 3e6);
        BatchedMessages gathered = BatchedMessages.of(messages);
        LinkTable links = new JointLinking(JointSettings.defaults()).infer(messages);
        int sendings = 0;
        int named = 0;
        for (int row = 0; row < messages.size(); row++) {
            if (messages.nodes().get(messages.source(row)).name().equals("gatherer")) {
                int cause = links.end(row) > links.first(row) ? links.parent(links.first(row)) : MessageTable.NONE;
                sendings++;
                named += cause == MessageTable.NONE ? 0 : Math.max(1, gathered.batch(cause).length);
            }
        }
        assertTrue(sendings > 100 && named > 0.97 * 1000, sendings + " for " + named);
    }

    /**
     * A consumer works for one to seven deliveries at a time, or for each, and acknowledges the last of them for all.
     */
    private static MessageTable acknowledgedTogether(boolean worksForEach) {
        Random random = new Random(7);
        CallTrace trace = new CallTrace();
        double now = 0;
        for (int i = 0; i < 200; i++) {
            int size = 1 + random.nextInt(7);
            for (int x = 1; x <= size; x++) {
                now += 10 * -Math.log(1 - random.nextDouble());
                trace.delivery("broker", "consumer", now, x == size ? now + 3 : Double.NaN);
                if (worksForEach || x == size) {
                    trace.call("consumer", "store", now + 0.5, now + 2);
                }
            }
        }
        return trace.build();
    }

    @Test
    void takesWhatIsAcknowledgedTogetherForABatchIfTheConsumerSendsOnce() {
        MessageTable messages = acknowledgedTogether(false);
        List<Join> joins = joins(messages);
        assertEquals(1, joins.size(), joins.toString());
        assertEquals(7, joins.get(0).size());
        assertEquals(200, joins.get(0).times());
        BatchedMessages gathered = BatchedMessages.of(messages);
        for (int row = 0; row < messages.size(); row++) {
            boolean delivered = messages.role(row) == Role.ONE_WAY && messages.record(row) >= 0;
            boolean isLast = messages.partner(row) != MessageTable.NONE;
            assertEquals(delivered && !isLast, gathered.waits(row));
        }
        assertEquals(List.of(), joins(acknowledgedTogether(true)));
    }

    /** A balancer passes each message on at once, in turn to two others. */
    @Test
    void seesNoBatchWhereMessagesAreSharedOutInTurn() {
        Random random = new Random(6);
        CallTrace trace = new CallTrace();
        double now = 0;
        for (int i = 0; i < 1000; i++) {
            now += 4 * -Math.log(1 - random.nextDouble());
            trace.oneWay("sensor", "balancer", now);
            trace.oneWay("balancer", i % 2 == 0 ? "left" : "right", now + 0.4);
        }
        assertEquals(List.of(), joins(trace.build()));
    }

    /** As a timer of 50 ms fires, the gatherer sends what came since; its message is as long as they are many. */
    private static MessageTable timed(boolean holdsThem) {
        Random random = new Random(8);
        NodeTable nodes = new NodeTable();
        int sensor = nodes.add("sensor", "sensor", true);
        int gatherer = nodes.add("gatherer", "gatherer", true);
        int store = nodes.add("store", "store", true);
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        double now = 0;
        double timer = 50;
        int waiting = 0;
        for (int i = 0; i < 2000; i++) {
            now += 6 * -Math.log(1 - random.nextDouble());
            for (; timer < now; timer += 50) {
                oneWay(builder, gatherer, store, timer, holdsThem ? 20 + 30 * waiting : 64);
                waiting = 0;
            }
            oneWay(builder, sensor, gatherer, now, 50);
            waiting++;
        }
        return builder.build();
    }

    private static void oneWay(MessageTableBuilder to, int from, int into, double millis, int bytes) {
        long nanos = Math.round(millis * 1e6);
        to.add(nanos, nanos, from, 9, into, 9, from, 17, Role.ONE_WAY, 0, MessageTableBuilder.NO_CALL, bytes, 0, nanos);
    }

    @Test
    void findsBatchesThatATimerSendsAndNotABackgroundPing() {
        List<Join> joins = joins(timed(true));
        assertEquals(1, joins.size(), joins.toString());
        assertEquals(Join.Kind.TIMED_BATCH, joins.get(0).kind());
        assertEquals(List.of("sensor:9"), joins.get(0).joined());
        assertEquals(List.of(), joins(timed(false)));
    }

    @Test
    void marksWhatAJoinSends() {
        MessageTable messages = reviews(true, 100);
        var links = new JointLinking(JointSettings.defaults()).infer(messages);
        Joins joins = Joins.of(
                messages,
                CallForest.of(messages, links),
                node -> messages.nodes().get(node).name());
        for (int row = 0; row < messages.size(); row++) {
            String sender = messages.nodes().get(messages.source(row)).name();
            assertEquals(sender.equals("review"), joins.concern(messages, row));
        }
        assertFalse(Joins.none(3).concern(messages, 0));
    }
}

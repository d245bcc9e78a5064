package io.wirepath.causes.joint.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import io.wirepath.flows.Role;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Deliveries to a worker, which asks a store twice for each: the first call names the delivery. */
class NamedAgainTest {

    private static final long MILLI = 1_000_000;
    private static final int DELIVERIES = 300;
    private static final int ONE_OF = 10;

    private final NodeTable nodes = new NodeTable();
    private final int queue = nodes.add("10.0.0.1", "queue", true);
    private final int worker = nodes.add("10.0.0.2", "worker", true);
    private final int store = nodes.add("10.0.0.3", "store", true);
    private final MessageTableBuilder builder = new MessageTableBuilder(nodes);
    private final Random random = new Random(5);

    /** One of ten deliveries is worked on two to four seconds later, when others have been worked on. */
    private void deliver(int number, long at) {
        builder.add(at, at, queue, 5000, worker, 6000, 1, 6, Role.ONE_WAY, 0, number, 100, 0, number);
        builder.signature(0, number + 1);
        long later = number % ONE_OF == 0 ? (2000 + random.nextInt(2000)) * MILLI : 0;
        long begin = at + later + MILLI + random.nextInt((int) MILLI);
        long middle = ask(begin, number, number + 1);
        ask(middle + MILLI / 2 + random.nextInt((int) MILLI / 4), number, 0);
    }

    private long ask(long at, int number, int word) {
        int port = 7000 + number;
        long call = 10_000L + number;
        long answer = at + 2 * MILLI + random.nextInt((int) MILLI);
        builder.add(at, at, worker, port, store, 80, port, 6, Role.REQUEST, 0, call, 100, 0, number);
        builder.signature(0, word);
        builder.add(answer, answer, store, 80, worker, port, port, 6, Role.RESPONSE, 0, call, 50, 0, number);
        return answer;
    }

    @Test
    void findsWhatWasPutOffByWhatItNames() {
        for (int number = 0; number < DELIVERIES; number++) {
            deliver(number, (100L * number + random.nextInt(50)) * MILLI);
        }
        MessageTable messages = builder.build();
        LinkTable links = new JointLinking(JointSettings.defaults()).infer(messages);
        int right = 0;
        int late = 0;
        for (int row = 0; row < messages.size(); row++) {
            if (messages.role(row) == Role.REQUEST && messages.record(row) % ONE_OF == 0) {
                late++;
                int owner = owner(messages, links, row);
                right += owner != MessageTable.NONE && messages.record(owner) == messages.record(row) ? 1 : 0;
            }
        }
        assertEquals(2 * DELIVERIES / ONE_OF, late);
        assertTrue(right >= 0.9 * late, right + " of " + late);
    }

    /** What one delivery alone names comes up in calls of a clock, as often before it as after it. */
    @Test
    void takesNoNoteOfWhatComesUpByChance() {
        for (int number = 0; number < DELIVERIES; number++) {
            long at = 100L * number * MILLI;
            builder.add(at, at, queue, 5000, worker, 6000, 1, 6, Role.ONE_WAY, 0, number, 100, 0, number);
            builder.signature(0, number + 1);
            ask(at + MILLI, number, 0);
            ask(at + 55 * MILLI, number, random.nextInt(DELIVERIES) + 1);
        }
        MessageTable messages = builder.build();
        LinkTable links = new JointLinking(JointSettings.defaults()).infer(messages);
        for (int row = 0; row < messages.size(); row++) {
            if (messages.role(row) == Role.REQUEST && messages.timeNanos(row) % (10 * MILLI) == 5 * MILLI) {
                int owner = owner(messages, links, row);
                assertTrue(owner == MessageTable.NONE
                        || messages.timeNanos(row) - messages.timeNanos(owner) < 1000 * MILLI);
            }
        }
    }

    private static int owner(MessageTable messages, LinkTable links, int row) {
        int parent = links.likelyParent(row);
        while (parent != MessageTable.NONE && messages.role(parent) == Role.RESPONSE) {
            parent = links.likelyParent(messages.partner(parent));
        }
        return parent;
    }
}

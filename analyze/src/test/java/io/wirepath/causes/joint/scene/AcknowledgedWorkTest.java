package io.wirepath.causes.joint.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.CallTrace;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AcknowledgedWorkTest {

    private static final int DELIVERIES = 300;

    /** When a worker acknowledges. */
    private enum When {
        NEVER,
        RECEIVED,
        DONE
    }

    private record Work(MessageTable messages, List<Integer> last, List<Integer> delivery) {

        /** Share of the last calls whose cause is the right delivery. */
        private double right() {
            LinkTable links = new JointLinking(JointSettings.defaults()).infer(messages);
            long right = IntStream.range(0, last.size())
                    .filter(x -> CallTrace.owner(messages, links, last.get(x)) == delivery.get(x))
                    .count();
            return (double) right / last.size();
        }

        private boolean isDone() {
            int[] rows = IntStream.range(0, messages.size()).toArray();
            return AcknowledgedWork.isDone(
                    messages,
                    IntStream.of(rows)
                            .filter(row -> messages.partner(row) >= 0 && messages.record(row) >= 0)
                            .toArray(),
                    IntStream.of(rows).filter(row -> name(row).equals("worker")).toArray());
        }

        private String name(int row) {
            return messages.nodes().get(messages.source(row)).name();
        }
    }

    /**
     * Each delivery makes a worker read at once, think for one to three seconds, and write; several are worked on at a
     * time.
     */
    private static Work work(When when) {
        Random random = new Random(11);
        CallTrace trace = new CallTrace();
        List<Integer> last = new ArrayList<>();
        List<Integer> delivery = new ArrayList<>();
        double now = 0;
        for (int i = 0; i < DELIVERIES; i++) {
            now += 800 * -Math.log(1 - random.nextDouble());
            double wrote = now + 1000 + 2000 * random.nextDouble();
            double acknowledged = when == When.NEVER ? Double.NaN : when == When.RECEIVED ? now + 0.1 : wrote + 3;
            delivery.add(trace.delivery("broker", "worker", now, acknowledged));
            trace.call("worker", "store", now + 1 + random.nextDouble(), now + 4);
            last.add(trace.call("worker", "mail", wrote, wrote + 2));
        }
        return new Work(trace.build(), last, delivery);
    }

    @Test
    void anAcknowledgementOfWhatIsDoneTellsTheTask() {
        Work work = work(When.DONE);
        assertTrue(work.isDone());
        assertTrue(work.right() > 0.95, () -> "right: " + work.right());
    }

    @Test
    void anAcknowledgementOfReceiptTellsNothing() {
        Work work = work(When.RECEIVED);
        assertFalse(work.isDone());
        assertEquals(work(When.NEVER).right(), work.right(), 0.02);
    }
}

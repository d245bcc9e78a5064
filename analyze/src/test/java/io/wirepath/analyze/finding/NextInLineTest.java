package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/** Lines of six, of which one leaves, and another comes, again and again. */
class NextInLineTest {

    private static final int LEFT = 600;

    private static double nats(ToIntFunction<List<Integer>> next) {
        NextInLine line = new NextInLine(LEFT + 6);
        List<Integer> waiting = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
        int left = -1;
        for (int i = 0; i < LEFT; i++) {
            int call = waiting.remove(next.applyAsInt(waiting));
            if (left >= 0) {
                line.add(left, call, i + 6);
            }
            line.leaves(call);
            left = call;
            waiting.add(i + 6);
        }
        return line.nats();
    }

    @Test
    void aQueueIsNoSurprise() {
        assertTrue(nats(waiting -> 0) > -10);
    }

    /** As a monitor of Java does: it takes what came as one, and the last of it first. */
    @Test
    void aStackThatIsTakenAtOnceIsLessThanChance() {
        List<Integer> taken = new ArrayList<>();
        double nats = nats(waiting -> {
            if (taken.isEmpty()) {
                taken.addAll(waiting);
            }
            return waiting.indexOf(taken.remove(taken.size() - 1));
        });
        assertTrue(nats > -1.2 * LEFT, nats + " nats");
    }

    @Test
    void anyOfSixCostsAsMuchAsItShould() {
        Random random = new Random(1);
        double nats = nats(waiting -> random.nextInt(waiting.size()));
        assertEquals(-LEFT * Math.log(6), nats, 0.05 * LEFT);
    }
}

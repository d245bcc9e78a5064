package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.Piece;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CallMatcherTest {

    private static final long NONE = SightingCodec.NO_CALL_ID;

    private static CallMatcher matcher() {
        CallMatcher matcher = new CallMatcher();
        matcher.reset();
        return matcher;
    }

    @Test
    void answersInOrder() {
        CallMatcher calls = matcher();
        assertEquals(NONE, calls.response(Piece.IN_ORDER));
        assertEquals(0, calls.request(Piece.IN_ORDER));
        assertEquals(1, calls.request(Piece.IN_ORDER));
        assertEquals(0, calls.response(Piece.IN_ORDER));
        assertEquals(1, calls.response(Piece.IN_ORDER));
        assertEquals(NONE, calls.response(Piece.IN_ORDER));
    }

    /** Calls with an id, and deliveries, do not shift the order of those that have none. */
    @Test
    void answersInOrderBesideCallsWithAnId() {
        Random random = new Random(2);
        CallMatcher calls = matcher();
        ArrayDeque<Long> model = new ArrayDeque<>();
        for (int i = 0; i < 100_000; i++) {
            switch (random.nextInt(5)) {
                case 0, 1 -> model.add(calls.request(Piece.IN_ORDER));
                case 2 -> {
                    Long wanted = model.poll();
                    assertEquals(wanted == null ? NONE : wanted, calls.response(Piece.IN_ORDER), "step " + i);
                }
                case 3 -> calls.response(random.nextInt(8));
                default -> {
                    calls.request(random.nextInt(8));
                    calls.delivery(random.nextInt(8));
                }
            }
            if (model.size() > 100) {
                calls.forget();
                model.clear();
            }
        }
    }

    /** What a loss ends takes no room that the calls after it need. */
    @Test
    void lossesLeaveNothingOfCallsWithAnId() {
        CallMatcher calls = matcher();
        for (int i = 0; i <= CallMatcher.MAX_OPEN; i++) {
            calls.request(Piece.IN_ORDER);
            calls.request(7);
            calls.turn();
            calls.lose();
            calls.response(7);
            calls.turn();
        }
        long first = calls.request(Piece.IN_ORDER);
        calls.request(7);
        long second = calls.request(Piece.IN_ORDER);
        assertEquals(first, calls.response(Piece.IN_ORDER));
        assertEquals(second, calls.response(Piece.IN_ORDER));
    }

    /** Three were asked at once, and the answer to the first was none: the third is still the latest. */
    @Test
    void theLatestStaysTheLatestWhereAnEarlierAnswerIsTakenBack() {
        CallMatcher calls = matcher();
        for (int i = 0; i < 3; i++) {
            calls.request(Piece.IN_ORDER);
        }
        calls.reopen(calls.response(Piece.IN_ORDER));
        calls.forgetAllButLatest();
        assertEquals(2, calls.response(Piece.IN_ORDER));
    }

    @Test
    void anAnswerBelongsToTheLatestOfThoseThatMayWantNone() {
        CallMatcher calls = matcher();
        calls.request(Piece.LATEST);
        long latest = calls.request(Piece.LATEST);
        assertEquals(latest, calls.response(Piece.IN_ORDER));
        assertEquals(NONE, calls.response(Piece.IN_ORDER));
    }

    @Test
    void answersByKeyAsAMapWould() {
        Random random = new Random(1);
        CallMatcher calls = matcher();
        Map<Long, Long> model = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            long key = random.nextInt(300) * 0x1_0000_0001L;
            if (random.nextBoolean()) {
                model.put(key, calls.request(key));
            } else {
                Long wanted = model.remove(key);
                assertEquals(wanted == null ? NONE : wanted, calls.response(key), "step " + i);
            }
        }
    }

    @Test
    void forgetsAllOpenCallsWhenTheyAreTooMany() {
        CallMatcher calls = matcher();
        for (int i = 0; i <= CallMatcher.MAX_OPEN; i++) {
            calls.request(i);
        }
        assertEquals(CallMatcher.MAX_OPEN, calls.takeForgotten());
        assertEquals(0, calls.takeForgotten());
        assertEquals(NONE, calls.response(0));
        assertEquals(CallMatcher.MAX_OPEN, calls.response(CallMatcher.MAX_OPEN));
    }

    @Test
    void keepsTheLatestCallWhereAllOthersAreForgotten() {
        CallMatcher calls = matcher();
        calls.request(7);
        calls.request(8);
        calls.forgetAllButLatest();
        assertEquals(1, calls.response(Piece.IN_ORDER));
        calls.forgetAllButLatest();
        assertEquals(NONE, calls.response(Piece.IN_ORDER));
    }
}

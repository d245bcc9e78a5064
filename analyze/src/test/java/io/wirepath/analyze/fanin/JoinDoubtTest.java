package io.wirepath.analyze.fanin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.wirepath.analyze.CallTrace;
import io.wirepath.analyze.LinkTable;
import io.wirepath.analyze.MessageTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class JoinDoubtTest {

    private static final MessageTable MESSAGES = messages();
    /** Of the call that review makes. */
    private static final int CALL = 2;

    /** Two requests come to review, which makes one call: rows 0, 1, 2 are requests, 3, 4, 5 responses. */
    private static MessageTable messages() {
        CallTrace trace = new CallTrace();
        trace.call("a", "review", 0, 12);
        trace.call("b", "review", 1, 11);
        trace.call("review", "store", 2, 10);
        return trace.build();
    }

    private static LinkTable links(boolean ofOwners) {
        LinkTable.Builder links = new LinkTable.Builder(MESSAGES.size());
        if (ofOwners) {
            links.ofOwners();
        }
        for (int row = 0; row < MESSAGES.size(); row++) {
            if (row == CALL) {
                links.add(0, 0.81);
                links.add(1, 0.16);
            }
            links.endChild(row == CALL ? 0.03 : 1);
        }
        return links.build();
    }

    private static Joins joinAt(int node) {
        boolean[] atJoin = new boolean[MESSAGES.nodes().size()];
        atJoin[node] = true;
        Join join = new Join(node, Join.Kind.FAN_IN, List.of("a", "b"), 2, 0, 100, 30);
        return new Joins(List.of(join), atJoin, Gathered.NONE);
    }

    @Test
    void makesTheLinksOfAJoinLessCertainAndKeepsTheirOrder() {
        LinkTable doubted = JoinDoubt.of(MESSAGES, links(true), joinAt(MESSAGES.source(CALL)));

        // 0.81^(1/1.7) = 0.883, 0.16^(1/1.7) = 0.340, 0.03^(1/1.7) = 0.127; together 1.351
        assertEquals(0, doubted.likelyParent(CALL));
        assertEquals(0.654, doubted.likelyProbability(CALL), 0.001);
        assertEquals(0.252, doubted.probability(doubted.first(CALL) + 1), 0.001);
        assertEquals(0.094, doubted.spontaneous(CALL), 0.001);
        assertEquals(1, doubted.spontaneous(0), 0);
    }

    @Test
    void leavesOtherNodesAndOtherAlgorithmsAlone() {
        LinkTable elsewhere = JoinDoubt.of(MESSAGES, links(true), joinAt(MESSAGES.destination(CALL)));
        LinkTable ofLinks = links(false);

        assertEquals(0.81, elsewhere.likelyProbability(CALL), 1e-6);
        assertSame(ofLinks, JoinDoubt.of(MESSAGES, ofLinks, joinAt(MESSAGES.source(CALL))));
    }
}

package io.wirepath.causes.linking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TraceText;
import org.junit.jupiter.api.Test;

class MessageLinkingTest {

    private static final double CLOSE = 1e-6;

    private static LinkTable link(MessageTable messages) {
        return link(messages, LinkingSettings.defaults());
    }

    private static LinkTable link(MessageTable messages, LinkingSettings settings) {
        return new MessageLinking(settings).infer(messages);
    }

    /** WAP5 Figures 5 to 7: three messages into B, then B→C; with d = 1 ms the weights are e^−1, e^−2, e^−3, e^−4. */
    @Test
    void weighsThreePossibleParentsByTheirDelays() {
        MessageTable messages = new TraceText().add("""
                X:1 B:10 unknown 0
                Y:1 B:10 unknown 1
                Z:1 B:10 unknown 2
                B:11 C:20 unknown 3
                """).build();
        LinkTable links = link(messages);
        double sum = Math.exp(-1) + Math.exp(-2) + Math.exp(-3) + Math.exp(-4);
        int first = links.first(3);
        assertEquals(3, links.end(3) - first);
        for (int i = 0; i < 3; i++) {
            assertEquals(2 - i, links.parent(first + i), "the latest parent is the most likely");
            assertEquals(Math.exp(-1 - i) / sum, links.probability(first + i), CLOSE);
        }
        assertEquals(Math.exp(-4) / sum, links.spontaneous(3), CLOSE);
        assertEquals(2, links.likelyParent(3));
        assertEquals(1, links.spontaneous(0), CLOSE);
    }

    /** The same with λ t e^(−λt), λ = 2/d: 2e^−2, 4e^−4, 6e^−6, and 8e^−8 for none. */
    @Test
    void weighsByTheGammaDistributionWhereThatIsChosen() {
        MessageTable messages = new TraceText().add("""
                X:1 B:10 unknown 0
                Y:1 B:10 unknown 1
                Z:1 B:10 unknown 2
                B:11 C:20 unknown 3
                """).build();
        LinkTable links = link(messages, LinkingSettings.defaults().withShape(DelayShape.GAMMA));
        double sum = 2 * Math.exp(-2) + 4 * Math.exp(-4) + 6 * Math.exp(-6) + 8 * Math.exp(-8);
        int first = links.first(3);
        assertEquals(3, links.end(3) - first);
        for (int i = 0; i < 3; i++) {
            assertEquals((2 + 2 * i) * Math.exp(-2 - 2 * i) / sum, links.probability(first + i), CLOSE);
        }
        assertEquals(8 * Math.exp(-8) / sum, links.spontaneous(3), CLOSE);
    }

    /** What is left out weighs less than a thousandth of having no parent. */
    @Test
    void looksFarEnoughBackForBothDistributions() {
        for (DelayShape shape : DelayShape.values()) {
            for (double y : new double[] {0.5, 1, 4, 20}) {
                double none = shape.logWeight(y);
                double beyond = shape.logWeight(shape.reach(y, 1e-3));
                assertTrue(beyond <= none + Math.log(1e-3) + 1e-9, shape + " at y = " + y);
            }
        }
    }

    @Test
    void takesTheMeanOfTheSmallestPrecedingDelaysOfEachPair() {
        MessageTable messages = new TraceText().add("""
                A:1 B:10 unknown 0
                B:11 C:20 unknown 1
                A:1 B:10 unknown 100
                B:12 D:20 unknown 110
                A:1 B:10 unknown 200
                B:11 C:20 unknown 203
                """).build();
        LinkTable links = link(messages);
        double meanToC = 2;
        double parent = Math.exp(-3 / meanToC);
        assertEquals(4, links.parent(links.first(5)));
        double older = Math.exp(-103 / meanToC);
        assertTrue(older < 1e-20, "a parent of 100 ms before is out of the question");
        assertEquals(parent / (parent + Math.exp(-4)), links.probability(links.first(5)), CLOSE);
        double toD = Math.exp(-1);
        double stillPossible = Math.exp(-110 / 10.0);
        assertEquals(toD / (toD + stillPossible + Math.exp(-4)), links.probability(links.first(3)), 1e-4);
    }

    @Test
    void countsNoDelayBeyondTheLongest() {
        MessageTable messages = new TraceText().add("""
                A:1 B:10 unknown 0
                B:11 C:20 unknown 2001
                """).build();
        assertEquals(1, link(messages).spontaneous(1), CLOSE);
        LinkTable patient = link(messages, LinkingSettings.defaults().withMaxDelayNanos(3_000_000_000L));
        assertEquals(0, patient.likelyParent(1));
    }

    @Test
    void takesAMessageAsSpontaneousWhenNothingCameWithinFourMeanDelays() {
        MessageTable messages = new TraceText().add("""
                A:1 B:10 unknown 0
                B:11 C:20 unknown 1
                A:1 B:10 unknown 50
                B:11 C:20 unknown 51
                A:1 B:10 unknown 100
                B:11 C:20 unknown 101
                B:11 C:20 unknown 121
                """).build();
        LinkTable links = link(messages);
        double mean = (1 + 1 + 1 + 21) / 4.0;
        assertTrue(21 > 3 * mean && 21 < 4 * mean);
        assertEquals(4, links.likelyParent(6), "within 4 d");
        MessageTable later = new TraceText().add("""
                A:1 B:10 unknown 0
                B:11 C:20 unknown 1
                A:1 B:10 unknown 50
                B:11 C:20 unknown 51
                A:1 B:10 unknown 100
                B:11 C:20 unknown 101
                A:1 B:10 unknown 150
                B:11 C:20 unknown 151
                A:1 B:10 unknown 200
                B:11 C:20 unknown 201
                B:11 C:20 unknown 260
                """).build();
        assertEquals(MessageTable.NONE, link(later).likelyParent(10), "60 ms is more than 4 d");
    }

    @Test
    void allowsOnlyTheWayBackAtANodeThatNobodyWatched() {
        MessageTable messages = new TraceText().untraced("B").add("""
                A:1 B:10 unknown 0 -
                X:1 B:10 unknown 1 -
                B:10 A:1 unknown - 5
                """).build();
        LinkTable links = link(messages);
        assertEquals(1, links.end(2) - links.first(2));
        assertEquals(0, links.likelyParent(2), "A→B→A, by A's times, though X→B came later");
        double parent = Math.exp(-1);
        assertEquals(parent / (parent + Math.exp(-4)), links.probability(links.first(2)), CLOSE);
    }

    @Test
    void takesNilTimesAsUnwatchedWhateverTheNodeTableSays() {
        MessageTable messages = new TraceText().add("""
                A:1 B:10 unknown 0 -
                B:11 C:20 unknown - 3
                B:10 A:1 unknown - 5
                """).build();
        LinkTable links = link(messages);
        assertEquals(MessageTable.NONE, links.likelyParent(1), "no causality from A over B to C");
        assertEquals(0, links.likelyParent(2));
    }

    @Test
    void leavesOutMessagesThatSetUpConnections() {
        MessageTable messages = new TraceText().add("""
                A:1 B:10 request 0
                X:1 B:10 setup 2
                B:11 C:20 request 3
                B:12 D:20 setup 4
                """).build();
        LinkTable links = link(messages);
        assertEquals(1, links.end(2) - links.first(2));
        assertEquals(0, links.likelyParent(2));
        assertEquals(1, links.spontaneous(3), CLOSE);
    }

    @Test
    void takesACallFromOutOfSightAsSpontaneousUnlessToldOtherwise() {
        MessageTable messages = new TraceText().untraced("client").add("""
                client:1 app:80 request 0
                app:80 client:1 response 5
                client:1 app:80 request 6
                app:80 client:1 response 9
                """).build();
        assertEquals(MessageTable.NONE, link(messages).likelyParent(2));
        LinkTable toTheLetter = link(messages, LinkingSettings.defaults().withoutRoles());
        assertEquals(1, toTheLetter.likelyParent(2), "WAP5 allows A→B→A here");
    }

    @Test
    void neverLinksBackInTimeNorInACircle() {
        MessageTable messages = new TraceText().add("""
                A:1 B:10 unknown 7
                B:10 A:1 unknown 7
                B:11 B:12 unknown 7
                """).build();
        LinkTable links = link(messages);
        for (int child = 0; child < 3; child++) {
            for (int at = links.first(child); at < links.end(child); at++) {
                assertTrue(links.parent(at) < child);
            }
        }
    }

    @Test
    void learnsALongerDelayFromItsOwnLinksWhenAskedToIterate() {
        StringBuilder trace = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            trace.append("A:1 B:10 unknown ").append(100 * i).append('\n');
            trace.append("Z:1 B:10 unknown ").append(100 * i + 9).append('\n');
            trace.append("B:11 C:20 unknown ").append(100 * i + 10).append('\n');
        }
        MessageTable messages = new TraceText().add(trace.toString()).build();
        double once = link(messages).probability(link(messages).first(2));
        LinkTable again = link(messages, LinkingSettings.defaults().withIterations(1));
        double sum = Math.exp(-1) + Math.exp(-10) + Math.exp(-4);
        double mean = (Math.exp(-1) * 1 + Math.exp(-10) * 10) / (Math.exp(-1) + Math.exp(-10));
        double expected = Math.exp(-1 / mean) / (Math.exp(-1 / mean) + Math.exp(-10 / mean) + Math.exp(-4));
        assertEquals(Math.exp(-1) / sum, once, CLOSE);
        assertEquals(expected, again.probability(again.first(2)), 1e-5);
    }

    @Test
    void keepsNoMoreParentsThanAsked() {
        StringBuilder trace = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            trace.append("A:1 B:10 unknown ").append(i * 0.001).append('\n');
        }
        trace.append("B:11 C:20 unknown 100");
        MessageTable messages = new TraceText().add(trace.toString()).build();
        LinkTable links = link(messages);
        assertEquals(64, links.end(200) - links.first(200));
        assertEquals(199, links.likelyParent(200));
    }
}

package io.wirepath.causes.convolution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.CallTrace;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The signals and graphs of Project 5 §5.2, small enough to compute by hand. */
class ConvolutionTest {

    @Test
    void correlatesSquareRootsOfCounts() {
        // s1 has 4 messages in quantum 0 and 1 in quantum 2; s2 has 9 in quantum 3 and 1 in quantum 5.
        long[] one = {0, 1, 2, 3, 20};
        long[] two = {30, 31, 32, 33, 34, 35, 36, 37, 38, 50};
        CrossCorrelation correlation = new CrossCorrelation(0, 10, 6, 5);
        double[] c = correlation.correlate(correlation.spectrum(one), correlation.spectrum(two));
        // Shift 1: s1(2) s2(3) = 3. Shift 3: s1(0) s2(3) + s1(2) s2(5) = 2 x 3 + 1. Shift 5: s1(0) s2(5) = 2.
        assertArrayEquals(new double[] {0, 0, 0, 0, 0, 0, 3, 0, 7, 0, 2}, c, 1e-9);
    }

    @Test
    void takesOneSpikeFromBetweenTwoValleys() {
        double[] c = new double[200];
        c[50] = 10;
        c[51] = 12;
        c[52] = 9;
        c[53] = 11;
        c[100] = 12;
        // Mean 0.27, deviation 1.7: 4 of them are 7.2 above, 3 are 5.5.
        assertArrayEquals(new int[] {51, 100}, Spikes.find(c, 0, 4, 3));
        assertArrayEquals(new int[] {100}, Spikes.find(c, 60, 4, 3));
        assertArrayEquals(new int[0], Spikes.find(new double[10], 0, 4, 3));
    }

    private static MessageTable chain(int requests) {
        CallTrace trace = new CallTrace();
        double now = 0;
        for (int i = 0; i < requests; i++) {
            now += 61 + i * i % 47;
            trace.call("A", "B", now, now + 20);
            trace.call("B", "C", now + 5, now + 12);
        }
        return trace.build();
    }

    private static List<String> paths(MessageTable messages, PathVertex vertex, String above) {
        String here = above + messages.nodes().get(vertex.node()).name();
        List<String> all = new ArrayList<>();
        if (vertex.next().isEmpty()) {
            all.add(here + " " + vertex.messageCount());
        }
        for (PathVertex next : vertex.next()) {
            all.addAll(paths(messages, next, here));
        }
        return all;
    }

    @Test
    void findsTheWholePathAndNotTheOneDerivedFromIt() {
        MessageTable messages = chain(300);
        List<PathVertex> graphs = new Convolution(ConvolutionSettings.defaults()).graphs(messages);
        assertEquals(1, graphs.size());
        assertEquals(List.of("ABCBA 300"), paths(messages, graphs.get(0), ""));
    }

    /** B sends to C 5 ms after each request, and as often without one: half of what fits would fit by chance. */
    @Test
    void claimsNoMoreThanWhatFitsBeyondChance() {
        MessageTable certain = chain(300);
        LinkTable few = new Convolution(ConvolutionSettings.defaults()).infer(certain);
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 4000; i++) {
            double now = 6 * i + i * i % 5;
            trace.call("A", "B", now, now + 3);
            if (i % 2 == 0) {
                trace.call("B", "C", now + 1, now + 2);
            } else {
                trace.call("B", "C", now + (i * 7L % 60) / 10.0, now + 12);
            }
        }
        LinkTable crowded = new Convolution(ConvolutionSettings.defaults()).infer(trace.build());
        assertTrue(likeliest(few) > 0.9, "fits by chance once in fifteen times: " + likeliest(few));
        assertTrue(likeliest(few) < 1);
        assertTrue(likeliest(crowded) < 0.8, "would fit by chance every other time: " + likeliest(crowded));
    }

    private static double likeliest(LinkTable links) {
        double most = 0;
        for (int link = 0; link < links.end(links.size() - 1); link++) {
            most = Math.max(most, links.probability(link));
        }
        return most;
    }

    @Test
    void labelsEdgesWithTheirDelays() {
        MessageTable messages = chain(300);
        PathVertex b = new Convolution(ConvolutionSettings.defaults())
                .graphs(messages)
                .get(0)
                .next()
                .get(0);
        PathVertex c = b.next().get(0);
        assertEquals(5e6, (double) c.delayNanos(), 1e6);
        assertEquals(7e6, (double) c.next().get(0).delayNanos(), 1e6);
    }

    /** B sends to C after 4 ms for one kind of request and after 15 ms for the other: two edges to C. */
    @Test
    void givesAnEdgeForEachDelayBetweenTwoNodes() {
        CallTrace trace = new CallTrace();
        double now = 0;
        for (int i = 0; i < 400; i++) {
            now += 61 + i * i % 47;
            double delay = i % 2 == 0 ? 4 : 15;
            trace.oneWay("A", "B", now);
            trace.oneWay("B", "C", now + delay);
        }
        MessageTable messages = trace.build();
        PathVertex b = new Convolution(ConvolutionSettings.defaults())
                .graphs(messages)
                .get(0)
                .next()
                .get(0);
        List<Long> millis = b.next().stream()
                .map(edge -> Math.round(edge.delayNanos() / 1e6))
                .sorted()
                .toList();
        assertEquals(List.of(4L, 15L), millis);
        assertTrue(b.next().stream().allMatch(edge -> edge.messageCount() == 200));
    }

    @Test
    void keepsTheShortPathWhereItIsRealToo() {
        CallTrace trace = new CallTrace();
        double now = 0;
        for (int i = 0; i < 400; i++) {
            now += 61 + i * i % 47;
            boolean cached = i % 4 == 0;
            trace.call("A", "B", now, now + (cached ? 3 : 20));
            if (!cached) {
                trace.call("B", "C", now + 5, now + 12);
            }
        }
        MessageTable messages = trace.build();
        List<String> paths = paths(
                messages,
                new Convolution(ConvolutionSettings.defaults()).graphs(messages).get(0),
                "");
        assertTrue(paths.contains("ABCBA 300"), paths.toString());
        assertTrue(paths.contains("ABA 100"), paths.toString());
        assertEquals(2, paths.size(), paths.toString());
    }

    @Test
    void needsNoAnswers() {
        CallTrace trace = new CallTrace();
        double now = 0;
        for (int i = 0; i < 300; i++) {
            now += 61 + i * i % 47;
            trace.oneWay("A", "B", now);
            trace.oneWay("B", "C", now + 7);
            trace.oneWay("C", "D", now + 9);
        }
        MessageTable messages = trace.build();
        List<PathVertex> graphs = new Convolution(ConvolutionSettings.defaults()).graphs(messages);
        assertEquals(List.of("ABCD 300"), paths(messages, graphs.get(0), ""));
    }

    @Test
    void endsWherePathsGoRoundInCircles() {
        CallTrace trace = new CallTrace();
        double now = 0;
        for (int i = 0; i < 300; i++) {
            now += 211 + i * i % 47;
            trace.oneWay("A", "B", now);
            for (int round = 0; round < 10; round++) {
                trace.oneWay("B", "C", now + 7 + 14 * round);
                trace.oneWay("C", "B", now + 14 + 14 * round);
            }
        }
        MessageTable messages = trace.build();
        PathVertex root =
                new Convolution(ConvolutionSettings.defaults()).graphs(messages).get(0);
        for (String path : paths(messages, root, "")) {
            assertTrue(path.length() < 20, path);
        }
    }
}

package io.wirepath.causes.convolution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.NamedTraces;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.convolution.Spikes.Spike;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The signals and graphs of Project 5 §5.2, small enough to compute by hand. */
class ConvolutionTest {

    /** From how many pairs on a block is transformed: from none, or never. */
    private static final double[] EITHER_WAY = {0, Double.POSITIVE_INFINITY};

    @Test
    void correlatesSquareRootsOfCounts() {
        // s1 has 4 messages in quantum 0 and 1 in quantum 2; s2 has 9 in quantum 3 and 1 in quantum 5.
        long[] one = {0, 1, 2, 3, 20};
        long[] two = {30, 31, 32, 33, 34, 35, 36, 37, 38, 50};
        CrossCorrelation correlation = new CrossCorrelation(0, 10, 5);
        // Shift 1: s1(2) s2(3) = 3. Shift 3: s1(0) s2(3) + s1(2) s2(5) = 2 x 3 + 1. Shift 5: s1(0) s2(5) = 2.
        double[] wanted = {0, 0, 0, 0, 0, 0, 3, 0, 7, 0, 2};
        for (double pairs : EITHER_WAY) {
            assertArrayEquals(
                    wanted, correlation.correlate(correlation.signal(one), correlation.signal(two), pairs), 1e-9);
        }
    }

    /** Ten years pass between two bursts, each longer than a block; what follows what lies in other blocks, too. */
    @Test
    void correlatesAcrossBlocksAndYears() {
        long years = 10L * 365 * 86_400_000;
        Random random = new Random(5);
        long[] one = new long[2000];
        long[] two = new long[2000];
        for (int i = 0; i < one.length; i++) {
            one[i] = (i % 2) * years + random.nextInt(3000);
            two[i] = (i % 2) * years + random.nextInt(3000);
        }
        double[] wanted = new double[2 * 40 + 1];
        Map<Long, Integer> effects = new HashMap<>();
        Map<Long, Integer> causes = new HashMap<>();
        for (int i = 0; i < one.length; i++) {
            causes.merge(one[i], 1, Integer::sum);
            effects.merge(two[i], 1, Integer::sum);
        }
        causes.forEach((at, count) -> {
            for (int shift = -40; shift <= 40; shift++) {
                wanted[shift + 40] += Math.sqrt(count) * Math.sqrt(effects.getOrDefault(at + shift, 0));
            }
        });
        CrossCorrelation correlation = new CrossCorrelation(0, 1, 40);
        for (double pairs : EITHER_WAY) {
            assertArrayEquals(
                    wanted, correlation.correlate(correlation.signal(one), correlation.signal(two), pairs), 1e-6);
        }
    }

    @Test
    void takesOneSpikeFromBetweenTwoValleys() {
        double[] c = new double[200];
        c[50] = 10;
        c[51] = 12;
        c[52] = 9;
        c[53] = 11;
        c[100] = 12;
        // Mean 0.27, deviation 1.7: 4 of them are 7.2 above, 3 are 5.5. All of 50 to 53 say more than 51 alone.
        List<Spike> spikes = Spikes.find(c, 0, 4, 3);
        assertEquals(List.of(50, 100), spikes.stream().map(Spike::first).toList());
        assertEquals(List.of(4, 1), spikes.stream().map(Spike::width).toList());
        assertEquals(51.5, spikes.get(0).middle(), 0.2);
        assertEquals(1, Spikes.find(c, 60, 4, 3).size());
        assertEquals(List.of(), Spikes.find(new double[10], 0, 4, 3));
    }

    /**
     * Mail that is handed on at once in 1,700 cases and after 10 s in 520: the more there are, the higher lies what is
     * between both against deviations of chance.
     */
    @Test
    void takesTwoSpikesFromARunThatNeverFallsBelowS() {
        Random random = new Random(3);
        double[] c = new double[2000];
        for (int t = 0; t < c.length; t++) {
            c[t] = random.nextInt(4);
        }
        System.arraycopy(new double[] {1700, 200, 520, 60}, 0, c, 0, 4);
        // Mean 2.7, deviation 40: 3 of them are 123 above.
        List<Spike> spikes = Spikes.find(c, 0, 4, 3);
        assertEquals(List.of(0, 2), spikes.stream().map(Spike::first).toList(), spikes.toString());
    }

    /** Delays of 50 ± 5 ms in quanta of 1 ms: no quantum stands out as their sum does. */
    @Test
    void takesDelaysThatVaryForOneSpike() {
        Random random = new Random(3);
        double[] c = new double[500];
        for (int t = 0; t < c.length; t++) {
            c[t] = random.nextInt(4);
        }
        for (int i = 0; i < 200; i++) {
            c[(int) Math.round(50 + 5 * random.nextGaussian())]++;
        }
        List<Spike> spikes = Spikes.find(c, 0, 4, 3);
        assertEquals(1, spikes.size(), spikes.toString());
        assertEquals(50, spikes.get(0).middle(), 1);
    }

    /** Three pairs at one shift, of two hundred at five hundred shifts, are 4 deviations above the mean, and chance. */
    @Test
    void takesNoChanceForASpike() {
        int found = 0;
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            double[] c = new double[500];
            for (int i = 0; i < 200; i++) {
                c[random.nextInt(500)]++;
            }
            found += Spikes.find(c, 0, 4, 3).size();
        }
        assertTrue(found <= 3, found + " spikes in 100 correlations of chance");
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

    /** B sends to C 1 ms after each other request, and as often at any time: half of those would fit by chance. */
    @Test
    void claimsNoMoreThanWhatFitsBeyondChance() {
        Random random = new Random(1);
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 4000; i++) {
            double now = 6 * i + 5 * random.nextDouble();
            trace.oneWay("A", "B", now);
            trace.oneWay("B", "C", i % 2 == 0 ? now + 1 : 24_000 * random.nextDouble());
        }
        double few = likeliest(chain(300));
        double crowded = likeliest(trace.build());
        assertTrue(few > 0.9, "fits by chance once in fifteen times: " + few);
        assertTrue(few < 1);
        assertTrue(crowded > 0.5 && crowded < 0.85, "would fit by chance every other time: " + crowded);
    }

    /** Two calls of C, one after the other: half of what B sends to C is of each, and no half is chance for the other. */
    @Test
    void whatAnotherEdgeExplainsIsNoChance() {
        GeneratedTrace trace = TraceGenerator.generate(NamedTraces.byName("children-0/2"), 1000, 1);
        MessageTable messages = trace.table();
        LinkTable links = new Convolution(ConvolutionSettings.defaults()).infer(messages);
        int right = 0;
        int calls = 0;
        for (int row = 0; row < messages.size(); row++) {
            boolean called =
                    messages.nodes().get(messages.destination(row)).name().equals("C");
            int best = called ? links.likelyParent(row) : MessageTable.NONE;
            calls += called ? 1 : 0;
            right += best != MessageTable.NONE
                            && messages.record(best)
                                    == trace.messages()
                                            .get((int) messages.record(row))
                                            .parent()
                    ? 1
                    : 0;
        }
        assertTrue(right > 0.7 * calls, right + " of " + calls);
    }

    /** Of the links to messages from B to C. */
    private static double likeliest(MessageTable messages) {
        LinkTable links = new Convolution(ConvolutionSettings.defaults()).infer(messages);
        double most = 0;
        for (int row = 0; row < messages.size(); row++) {
            if (messages.nodes().get(messages.destination(row)).name().equals("C")) {
                for (int link = links.first(row); link < links.end(row); link++) {
                    most = Math.max(most, links.probability(link));
                }
            }
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

    /**
     * The system of Project 5, Figure 13, in small: a web server that logs in, then asks one of two application
     * servers, which asks a database twice; half the pages need none of it. Every delay varies by a tenth.
     */
    @Test
    void findsTheWholePathOfFigure13AtAnyQuantum() {
        for (long quantumMillis : new long[] {2, 5, 10, 20}) {
            MessageTable messages = multiTier(0.1);
            List<String> paths = paths(
                    messages,
                    new Convolution(settings(quantumMillis, 2000))
                            .graphs(messages)
                            .get(0),
                    "");
            for (String wanted : List.of("CWADAWEDEDEWC", "CWADAWFDFDFWC", "CWC")) {
                assertTrue(
                        paths.stream().anyMatch(path -> path.startsWith(wanted + " ")),
                        quantumMillis + " ms: no " + wanted + " in " + paths);
            }
        }
    }

    @Test
    void findsTheWholePathOfFigure13WhenDelaysVaryByAFifth() {
        MessageTable messages = multiTier(0.2);
        List<String> paths = paths(
                messages, new Convolution(settings(10, 2000)).graphs(messages).get(0), "");
        assertTrue(paths.stream().anyMatch(path -> path.startsWith("CWADAWEDEDEWC ")), paths.toString());
    }

    /** The delays that Figure 13 shows: 50 ms before a call, 10 ms before an answer. */
    @Test
    void labelsTheEdgesOfFigure13WithTheDelaysOfTheTrace() {
        MessageTable messages = multiTier(0.1);
        PathVertex at = new Convolution(settings(10, 2000))
                .graphs(messages)
                .get(0)
                .next()
                .get(0);
        List<Long> delays = new ArrayList<>();
        for (String node : List.of("A", "D", "A", "W", "E")) {
            at = at.next().stream()
                    .filter(next -> messages.nodes().get(next.node()).name().equals(node))
                    .findFirst()
                    .orElseThrow();
            delays.add(Math.round(at.delayNanos() / 1e7));
            assertTrue(at.messageCount() > (node.equals("E") ? 80 : 180), node + " " + at.messageCount());
        }
        assertEquals(List.of(5L, 5L, 1L, 1L, 5L), delays);
    }

    @Test
    void saysWhatItLeavesOutOfAGraphThatWouldBeTooLarge() {
        MessageTable messages = multiTier(0.1);
        PathVertex whole = new Convolution(settings(10, 2000)).graphs(messages).get(0);
        PathVertex cut = new Convolution(settings(10, 12)).graphs(messages).get(0);
        assertEquals(0, whole.leftOutBelow());
        assertTrue(cut.leftOutBelow() > 1);
        List<String> paths = paths(messages, cut, "");
        assertTrue(paths.stream().anyMatch(path -> path.startsWith("CWADAW")), "most messages first: " + paths);
    }

    private static ConvolutionSettings settings(long quantumMillis, int maxVertices) {
        long milli = 1_000_000;
        return new ConvolutionSettings(
                quantumMillis * milli, 4, 3, 2 * quantumMillis * milli, 2000 * milli, 3, 32, maxVertices, 0.05);
    }

    private static MessageTable multiTier(double deviation) {
        Random random = new Random(5);
        CallTrace trace = new CallTrace();
        double next = 0;
        for (int i = 0; i < 400; i++) {
            next += 50 + 1000 * random.nextDouble();
            double[] now = {next};
            DoubleUnaryOperator after = mean -> now[0] += mean * Math.max(0.01, 1 + deviation * random.nextGaussian());
            if (i % 2 == 0) {
                trace.call("C", "W", next, after.applyAsDouble(10));
                continue;
            }
            String server = i % 4 == 1 ? "E" : "F";
            double login = after.applyAsDouble(50);
            double query = after.applyAsDouble(50);
            trace.call("A", "D", query, after.applyAsDouble(10));
            trace.call("W", "A", login, after.applyAsDouble(10));
            double page = after.applyAsDouble(50);
            for (int queries = 0; queries < 2; queries++) {
                double asked = after.applyAsDouble(50);
                trace.call(server, "D", asked, after.applyAsDouble(10));
            }
            trace.call("W", server, page, after.applyAsDouble(10));
            trace.call("C", "W", next, after.applyAsDouble(10));
        }
        return trace.build();
    }
}

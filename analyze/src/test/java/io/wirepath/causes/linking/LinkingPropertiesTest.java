package io.wirepath.causes.linking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import io.wirepath.causes.TraceText;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkingPropertiesTest {

    private static final String[] ROLES = {"unknown", "request", "response", "one_way", "setup"};

    /** Messages among six nodes, one of them unwatched, some times nil, some clocks wrong. */
    private static MessageTable anything(long seed) {
        Random random = new Random(seed);
        TraceText trace = new TraceText().untraced("n0");
        for (int i = 0; i < 300; i++) {
            double sent = Math.floor(random.nextDouble() * 2000) / 2;
            double received = sent + random.nextInt(6) - 1;
            boolean nilSent = random.nextInt(12) == 0;
            boolean nilReceived = !nilSent && random.nextInt(12) == 0;
            trace.add("n%d:%d n%d:%d %s %s %s"
                    .formatted(
                            random.nextInt(6),
                            random.nextInt(4),
                            random.nextInt(6),
                            random.nextInt(4),
                            ROLES[random.nextInt(ROLES.length)],
                            nilSent ? "-" : Double.toString(sent),
                            nilReceived ? "-" : Double.toString(received)));
        }
        return trace.build();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void linksOnlyBackwardsAtOneNodeWithProbabilitiesThatSumToOne(long seed) {
        MessageTable messages = anything(seed);
        NodeTimes times = new NodeTimes(messages);
        LinkTable links = new MessageLinking(LinkingSettings.defaults()
                        .withIterations((int) seed % 3)
                        .withoutRoles())
                .infer(messages);
        for (int child = 0; child < messages.size(); child++) {
            double sum = links.spontaneous(child);
            for (int at = links.first(child); at < links.end(child); at++) {
                int parent = links.parent(at);
                assertEquals(messages.source(child), messages.destination(parent));
                assertTrue(times.delayNanos(parent, child) >= 0);
                assertTrue(times.sendingSeen(child) || messages.source(parent) == messages.destination(child));
                sum += links.probability(at);
            }
            assertEquals(1, sum, 1e-5);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
    void analysesAnythingTwiceAlike(long seed) {
        Analysis one = analyze(seed);
        Analysis other = analyze(seed);
        assertEquals(
                one.patterns().stream().map(LinkingPropertiesTest::line).toList(),
                other.patterns().stream().map(LinkingPropertiesTest::line).toList());
        assertEquals(one.findings(), other.findings());
        long counted = one.patterns().stream().mapToLong(PathPattern::count).sum();
        assertTrue(counted <= one.calls().size(), "a path counts once, at the pattern that it most likely has");
        for (PathPattern pattern : one.patterns()) {
            assertTrue(pattern.expectedCount() > 0);
            assertTrue(pattern.maxProbability() <= 1 + 1e-6);
        }
        for (int call = 0; call < one.calls().size(); call++) {
            int root = one.calls().root()[call];
            assertEquals(-1, one.calls().parent()[root], "a root has no parent");
            int parent = one.calls().parent()[call];
            assertTrue(parent < 0 || one.calls().root()[parent] == root);
        }
    }

    private static Analysis analyze(long seed) {
        return Analyzer.analyze(
                anything(seed), new MessageLinking(LinkingSettings.defaults()), AnalysisSettings.defaults());
    }

    private static String line(PathPattern pattern) {
        return pattern.id() + ' ' + pattern.title() + ' ' + pattern.count() + ' ' + pattern.expectedCount();
    }
}

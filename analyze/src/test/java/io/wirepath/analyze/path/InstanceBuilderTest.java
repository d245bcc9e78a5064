package io.wirepath.analyze.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.FixedLinks;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.TraceText;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class InstanceBuilderTest {

    private static final MessageTable SIX = new TraceText().add("""
            A:1 B:10 unknown 0
            B:11 C:20 unknown 1
            B:12 D:20 unknown 2
            B:13 E:20 unknown 3
            B:14 F:20 unknown 4
            C:21 G:20 unknown 5
            """).build();

    private record Seen(List<Integer> rows, double probability) {}

    private static List<Seen> instances(MessageTable messages, LinkTable links, int root, int bits) {
        List<Seen> seen = new ArrayList<>();
        AnalysisSettings settings = AnalysisSettings.defaults().withTryBothBits(bits);
        new InstanceBuilder(messages, links, settings).ofRoot(root, instance -> {
            TreeSet<Integer> rows = new TreeSet<>();
            for (int entry = 0; entry < instance.size(); entry++) {
                rows.add(instance.row(entry));
            }
            seen.add(new Seen(List.copyOf(rows), instance.probability()));
        });
        return seen;
    }

    private static LinkTable links(double... ofEachChildWithTheFirst) {
        LinkTable.Builder links = new LinkTable.Builder(ofEachChildWithTheFirst.length + 1);
        links.endChild(1);
        for (double probability : ofEachChildWithTheFirst) {
            links.add(0, probability);
            links.endChild(1 - probability);
        }
        return links.build();
    }

    /**
     * WAP5 Figure 4: from A→B the links 0.8 and 0.9 are probably true, 0.2 and 0.1 probably false, 0.48 is tried both
     * ways.
     */
    @Test
    void buildsThePapersTwoInstances() {
        List<Seen> seen = instances(SIX, links(0.8, 0.9, 0.2, 0.48, 0.1), 0, 4);
        assertEquals(2, seen.size());
        assertEquals(List.of(0, 1, 2), seen.get(0).rows());
        assertEquals(0.270, seen.get(0).probability(), 0.0005);
        assertEquals(0.8 * 0.9 * (1 - 0.2) * (1 - 0.1) * (1 - 0.48), seen.get(0).probability(), 1e-6);
        assertEquals(List.of(0, 1, 2, 4), seen.get(1).rows());
        assertEquals(0.249, seen.get(1).probability(), 0.0005);
        assertEquals(0.8 * 0.9 * (1 - 0.2) * (1 - 0.1) * 0.48, seen.get(1).probability(), 1e-6);
    }

    @Test
    void triesTheMostLikelyParentOfAMessageEvenIfUnlikely() {
        LinkTable.Builder links = new LinkTable.Builder(3);
        links.endChild(1);
        links.endChild(1);
        links.add(0, 0.30);
        links.add(1, 0.29);
        links.endChild(0.28);
        MessageTable messages = new TraceText().add("""
                A:1 B:10 unknown 0
                A:2 B:10 unknown 1
                B:11 C:20 unknown 2
                """).build();
        LinkTable built = links.build();
        assertEquals(2, instances(messages, built, 0, 4).size());
        List<Seen> other = instances(messages, built, 1, 4);
        assertEquals(1, other.size(), "0.29 is probably false and not the most likely cause");
        assertEquals(1 - 0.29, other.get(0).probability(), 1e-6);
    }

    @Test
    void triesNoMoreLinksThanItMay() {
        LinkTable half = links(0.55, 0.55, 0.55, 0.55, 0.55);
        assertEquals(32, instances(SIX, half, 0, 5).size());
        assertEquals(4, instances(SIX, half, 0, 2).size());
        assertEquals(1, instances(SIX, half, 0, 0).size());
        double sum = instances(SIX, half, 0, 5).stream()
                .mapToDouble(Seen::probability)
                .sum();
        assertEquals(1, sum, 1e-6, "all ways together are certain");
    }

    @Test
    void givesAMessageOneCauseOnly() {
        LinkTable.Builder links = new LinkTable.Builder(3);
        links.endChild(1);
        links.add(0, 0.9);
        links.endChild(0.1);
        links.add(0, 0.5);
        links.add(1, 0.45);
        links.endChild(0.05);
        MessageTable messages = new TraceText().add("""
                A:1 B:10 unknown 0
                B:11 B:12 unknown 1
                B:13 C:20 unknown 2
                """).build();
        List<Seen> seen = instances(messages, links.build(), 0, 4);
        assertEquals(3, seen.size(), "neither, the one, the other, but not both");
        double[] wanted = {0.9 * 0.5 * 0.55, 0.9 * 0.5 * 0.55, 0.9 * 0.5 * 0.45};
        for (int i = 0; i < wanted.length; i++) {
            assertEquals(wanted[i], seen.get(i).probability(), 1e-6);
        }
    }

    @Test
    void givesNoInstanceTwiceForALinkBelowOneLeftOut() {
        LinkTable.Builder links = new LinkTable.Builder(3);
        links.endChild(1);
        links.add(0, 0.5);
        links.endChild(0.5);
        links.add(1, 0.6);
        links.endChild(0.4);
        MessageTable messages = new TraceText().add("""
                A:1 B:10 unknown 0
                B:11 C:20 unknown 1
                C:21 D:20 unknown 2
                """).build();
        List<Seen> seen = instances(messages, links.build(), 0, 4);
        assertEquals(3, seen.size());
        assertEquals(List.of(0), seen.get(0).rows());
        assertEquals(0.5, seen.get(0).probability(), 1e-6);
        assertTrue(seen.stream().map(Seen::rows).distinct().count() == 3);
    }

    @Test
    void cutsAPathThatIsTooLongAndCountsIt() {
        StringBuilder trace = new StringBuilder();
        int[] parents = new int[300];
        for (int i = 0; i < parents.length; i++) {
            trace.append("A:1 A:1 unknown ").append(i).append('\n');
            parents[i] = i - 1;
        }
        MessageTable messages = new TraceText().add(trace.toString()).build();
        InstanceBuilder builder =
                new InstanceBuilder(messages, FixedLinks.certain(parents), AnalysisSettings.defaults());
        List<Integer> sizes = new ArrayList<>();
        builder.forEach(TimeSpan.ALWAYS, instance -> sizes.add(instance.size()));
        assertEquals(List.of(256), sizes);
        assertEquals(1, builder.cutTrees());
    }
}

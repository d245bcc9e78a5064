package io.wirepath.analyze.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.analyze.path.CallForest;
import io.wirepath.analyze.truth.PathAccuracy.Score;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AccuracyTest {

    /** Items as "id:label:parent's index", for example "7:AB:-1". */
    private static PathForest forest(String... items) {
        long[] id = new long[items.length];
        int[] parent = new int[items.length];
        String[] label = new String[items.length];
        for (int i = 0; i < items.length; i++) {
            String[] part = items[i].split(":", -1);
            id[i] = Long.parseLong(part[0]);
            label[i] = part[1];
            parent[i] = Integer.parseInt(part[2]);
        }
        return new PathForest(id, parent, label);
    }

    /** A→B→C→D twice; found are A→B→C→D, A→B and C→D (Project 5 §7.5.1). */
    @Test
    void countsThePapersExample() {
        PathForest truth = forest("1:AB:-1", "2:BC:0", "3:CD:1", "4:AB:-1", "5:BC:3", "6:CD:4");
        PathForest found = forest("1:AB:-1", "2:BC:0", "3:CD:1", "4:AB:-1", "6:CD:-1");
        PathAccuracy accuracy = PathAccuracy.of(truth, found);
        assertEquals(new Score(1, 3, 1), accuracy.patterns());
        assertEquals(0, accuracy.patterns().falseNegatives());
        assertEquals(2, accuracy.patterns().falsePositives());
        assertEquals(new Score(2, 3, 1), accuracy.instances());
        assertEquals(1, accuracy.instances().falseNegatives());
        assertEquals(2, accuracy.instances().falsePositives());
        assertEquals(3, accuracy.messages().falseNegatives());
        assertEquals(0.5, accuracy.messages().falseNegativeRate());
    }

    @Test
    void tellsRightCountsFromRightMessages() {
        PathForest truth = forest("1:AB:-1", "2:BC:0", "3:AB:-1", "4:BC:2");
        PathForest swapped = forest("1:AB:-1", "2:BC:2", "3:AB:-1", "4:BC:0");
        PathAccuracy accuracy = PathAccuracy.of(truth, swapped);
        assertEquals(new Score(2, 2, 2), accuracy.instances());
        assertEquals(new Score(2, 2, 0), accuracy.exactInstances());
        assertEquals(new Score(4, 4, 0), accuracy.messages());
    }

    @Test
    void passesOverTheOrderOfChildren() {
        PathForest truth = forest("1:AB:-1", "2:BC:0", "3:BD:0");
        PathForest found = forest("1:AB:-1", "3:BD:0", "2:BC:0");
        assertEquals(new Score(1, 1, 1), PathAccuracy.of(truth, found).exactInstances());
    }

    /** Truly 3 × P, 2 × Q, 1 × R; found 3 × P, 1 × Q, 2 × X, 1 × R. */
    @Test
    void countsWhatTheTopLeavesOut() {
        PathForest truth = forest("1:P:-1", "2:P:-1", "3:P:-1", "4:Q:-1", "5:Q:-1", "6:R:-1");
        PathForest found = forest("1:P:-1", "2:P:-1", "3:P:-1", "4:Q:-1", "5:X:-1", "6:R:-1", "7:X:-1");
        PathAccuracy accuracy = PathAccuracy.of(truth, found);
        assertEquals(0, accuracy.omittedOfTop(1, 0));
        assertEquals(1, accuracy.omittedOfTop(2, 0));
        assertEquals(0, accuracy.omittedOfTop(2, 0.5));
        assertEquals(0, accuracy.omittedOfTop(3, 0));
    }

    @Test
    void scoresLinksAndTraces() {
        PathForest truth = forest("1:AB:-1", "2:BC:0", "3:BD:0", "4:AB:-1", "5:BC:3", "6:AB:-1");
        PathForest found = forest("1:AB:-1", "2:BC:0", "4:AB:-1", "3:BD:2", "5:BC:2", "99:XY:-1", "6:AB:-1");
        assertEquals(new LinkAccuracy(6, 6, 1, 3, 2, 3, 1), LinkAccuracy.of(truth, found));
    }

    @Test
    void scoresWhatWasNotFoundAsWrong() {
        PathForest truth = forest("1:AB:-1", "2:BC:0");
        LinkAccuracy nothing = LinkAccuracy.of(truth, forest());
        assertEquals(new LinkAccuracy(2, 0, 0, 1, 0, 1, 0), nothing);
        assertEquals(0, nothing.links());
    }

    @ParameterizedTest
    @MethodSource("io.wirepath.analyze.truth.TraceGeneratorTest#configurations")
    void findsTheTruthExact(TraceConfiguration configuration) {
        GeneratedTrace trace = TraceGenerator.generate(configuration, 100, 5);
        MessageTable messages = trace.table();
        LinkTable truth = trueLinks(trace, messages);
        PathForest calls = PathForest.ofCalls(messages, CallForest.of(messages, truth));
        LinkAccuracy links = LinkAccuracy.of(PathForest.ofTrueCalls(trace), calls);
        assertEquals(1, links.links());
        assertEquals(1, links.wholeTraces());
        PathAccuracy paths = PathAccuracy.of(MessageForests.ofTruth(trace), MessageForests.of(messages, truth));
        assertEquals(0, paths.messages().falseNegatives());
        assertEquals(0, paths.patterns().falsePositives());
    }

    private static LinkTable trueLinks(GeneratedTrace trace, MessageTable messages) {
        int[] row = new int[messages.size()];
        for (int i = 0; i < row.length; i++) {
            row[(int) messages.record(i)] = i;
        }
        LinkTable.Builder links = new LinkTable.Builder(messages.size());
        for (int i = 0; i < messages.size(); i++) {
            int parent = trace.messages().get((int) messages.record(i)).parent();
            if (parent != MessageTable.NONE) {
                links.add(row[parent], 1);
            }
            links.endChild(parent == MessageTable.NONE ? 1 : 0);
        }
        return links.build();
    }
}

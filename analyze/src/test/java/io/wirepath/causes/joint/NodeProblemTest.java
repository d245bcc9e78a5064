package io.wirepath.causes.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.joint.evidence.Evidence;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Nodes that are solved elsewhere, in another order, are solved to the bit as they are in one place. */
class NodeProblemTest {

    private static final long MILLI = 1_000_000;

    /** From A over B or B2 to C and on to D, with more requests at a time than times alone can tell apart. */
    private static MessageTable trace() {
        NodeTable nodes = new NodeTable();
        int a = nodes.add("10.0.0.1", "a", true);
        int[] b = {nodes.add("10.0.0.2", "b", true), nodes.add("10.0.0.3", "b2", true)};
        int c = nodes.add("10.0.0.4", "c", true);
        int d = nodes.add("10.0.0.5", "d", true);
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        Random random = new Random(3);
        long now = 0;
        for (int i = 0; i < 600; i++) {
            now += random.nextInt((int) (4 * MILLI));
            int at = b[i % 2];
            long atC = now + MILLI + random.nextInt(2_000_000);
            long atD = atC + MILLI + random.nextInt(3_000_000);
            long fromD = atD + 3 * MILLI + random.nextInt(9_000_000);
            long fromC = fromD + MILLI;
            int content = random.nextInt(200) + 1;
            call(builder, new int[] {a, 4000 + i % 50, at, 80}, now, fromC + MILLI, content, i);
            call(builder, new int[] {at, 5000 + i % 9, c, 81}, atC, fromC, content, i);
            call(builder, new int[] {c, 6000 + i % 7, d, 82}, atD, fromD, content, i);
        }
        return builder.build();
    }

    private static void call(
            MessageTableBuilder builder, int[] ends, long sent, long answered, int content, long record) {
        int connection = ends[1] + ends[3] * 100_000;
        long number = 3 * record + ends[3] - 80;
        builder.add(
                sent,
                sent,
                ends[0],
                ends[1],
                ends[2],
                ends[3],
                connection,
                6,
                Role.REQUEST,
                0,
                number,
                90 + content,
                0,
                number);
        builder.signature(0, content);
        builder.add(
                answered,
                answered,
                ends[2],
                ends[3],
                ends[0],
                ends[1],
                connection,
                6,
                Role.RESPONSE,
                0,
                number,
                200,
                0,
                number);
        builder.signature(0, content);
    }

    private static JointLinking joint(Set<Evidence> evidence) {
        return new JointLinking(JointSettings.defaults().withEvidence(evidence).withSeed(11));
    }

    private static List<NodeAnswer> solvedElsewhere(List<NodeProblem> problems) {
        List<NodeAnswer> answers = new ArrayList<>();
        for (NodeProblem problem : problems) {
            answers.add(NodeAnswer.of(NodeProblem.of(problem.bytes()).solve().bytes()));
        }
        Collections.reverse(answers);
        return answers;
    }

    @Test
    void givesTheSameLinks() {
        MessageTable messages = trace();
        for (Set<Evidence> evidence : List.of(Evidence.all(), Set.of(Evidence.TIMES), Evidence.parse("times,sizes"))) {
            LinkTable here = joint(evidence).infer(messages);
            List<NodeProblem> problems = joint(evidence).problems(messages);
            assertTrue(problems.size() >= 3, "nodes with tasks and calls");
            LinkTable there = JointLinking.links(messages, solvedElsewhere(problems));
            int doubtful = 0;
            for (int row = 0; row < messages.size(); row++) {
                assertEquals(here.likelyParent(row), there.likelyParent(row));
                assertEquals(here.first(row), there.first(row));
                for (int link = here.first(row); link < here.end(row); link++) {
                    assertEquals(here.parent(link), there.parent(link));
                    assertEquals(here.probability(link), there.probability(link));
                    doubtful += here.probability(link) < 0.9 ? 1 : 0;
                }
            }
            assertTrue(doubtful > 20, "the trace leaves doubts, whose probabilities are the same");
        }
    }

    @Test
    void isTheSameBytesOnceMore() {
        for (NodeProblem problem : joint(Evidence.all()).problems(trace())) {
            assertArrayEquals(
                    NodeProblem.of(problem.bytes()).solve().bytes(),
                    problem.solve().bytes());
        }
    }

    @Test
    void refusesWhatIsNotWhole() {
        byte[] problem = joint(Evidence.all()).problems(trace()).get(0).bytes();
        byte[] answer = NodeProblem.of(problem).solve().bytes();
        for (int length : new int[] {0, 3, 40, problem.length / 2, problem.length - 1}) {
            assertThrows(IllegalArgumentException.class, () -> NodeProblem.of(Arrays.copyOf(problem, length)));
        }
        for (int length : new int[] {0, 3, answer.length / 2, answer.length - 1}) {
            assertThrows(IllegalArgumentException.class, () -> NodeAnswer.of(Arrays.copyOf(answer, length)));
        }
        problem[0]++;
        assertThrows(IllegalArgumentException.class, () -> NodeProblem.of(problem), "of another version");
    }
}

package io.wirepath.causes.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.whole.Algorithms;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.explain.Explanation.Answer;
import io.wirepath.causes.incremental.WindowedInference;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import io.wirepath.causes.linking.LinkingSettings;
import io.wirepath.causes.linking.MessageLinking;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExplanationTest {

    private static final double NEAR = 1e-6;

    private static Explanation explain(CausalAlgorithm algorithm, MessageTable messages, int call) {
        ExplanationRequest wanted = new ExplanationRequest(new int[] {CallTrace.request(messages, call)}, 0);
        List<Explanation> all =
                ExplainingAlgorithm.explain(algorithm, messages, wanted).explanations();
        assertEquals(1, all.size());
        return all.get(0);
    }

    private static Map<String, Double> terms(Answer answer) {
        return answer.terms().stream().collect(Collectors.toMap(Explanation.Term::name, Explanation.Term::nats));
    }

    /**
     * WAP5 to the letter. a→b at 0 and 3 ms, b→c at 4 ms: d is the delay since the latest before, 1 ms; so e^−1, e^−4
     * and e^−4 for none.
     */
    @Test
    void linkingTellsDelayAndMean() {
        CallTrace trace = new CallTrace();
        trace.oneWay("a", "b", 0);
        trace.oneWay("a", "b", 3);
        trace.oneWay("b", "c", 4);
        MessageTable messages = trace.build();
        Explanation why = explain(new MessageLinking(LinkingSettings.defaults().withoutRoles()), messages, 2);
        assertEquals(
                List.of(1, MessageTable.NONE, 0),
                why.answers().stream().map(Answer::cause).toList());
        assertEquals(-1, why.answers().get(0).totalNats(), NEAR);
        assertEquals(-4, why.answers().get(1).totalNats(), NEAR);
        assertEquals(-4, why.answers().get(2).totalNats(), NEAR);
        double sum = Math.exp(-1) + 2 * Math.exp(-4);
        assertEquals(Math.exp(-1) / sum, why.answers().get(0).probability(), NEAR);
        assertTrue(why.answers().get(0).chosen());
        assertEquals(
                "1 ms after it came; the mean delay is 1 ms",
                why.answers().get(0).terms().get(0).detail().replace(".00", ""));
    }

    /**
     * Two requests of web are open when it calls app twice. Each call gives 1/2 to each delay: 2 ms twice, so a score
     * of 1; 1 and 3 ms once each, 1/2.
     */
    @Test
    void nestingTellsScoreAndPenalty() {
        CallTrace trace = new CallTrace();
        trace.call("client", "web", 0, 20);
        trace.call("client", "web", 1, 21);
        trace.call("web", "app", 2, 9);
        trace.call("web", "app", 3, 8);
        MessageTable messages = trace.build();
        Explanation why = explain(new Nesting(NestingSettings.defaults()), messages, 2);
        assertEquals(CallTrace.request(messages, 0), why.answers().get(0).cause());
        assertEquals(0, why.answers().get(0).totalNats(), NEAR);
        assertEquals(Math.log(0.5), why.answers().get(1).totalNats(), NEAR);
        assertEquals(2.0 / 3, why.answers().get(0).probability(), NEAR);
        // The second call overlaps the first, which belongs to the first request: 3 ms at half, less 2 to the power of
        // −2.
        Explanation second = explain(new Nesting(NestingSettings.defaults()), messages, 3);
        assertEquals(CallTrace.request(messages, 1), second.answers().get(0).cause());
        assertEquals(Math.log(0.5), terms(second.answers().get(1)).get("score"), NEAR);
        assertEquals(Math.log(0.25), terms(second.answers().get(1)).get("penalty"), NEAR);
    }

    /** Requests that call app after 2 ms; the last two overlap, so that the first of them could own both calls. */
    private static MessageTable overlapping() {
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 100; i++) {
            trace.call("client", "web", i * 20, i * 20 + 8);
            trace.call("web", "app", i * 20 + 2, i * 20 + 5);
        }
        trace.call("client", "web", 3000, 3008);
        trace.call("client", "web", 3001, 3009);
        trace.call("web", "app", 3002, 3005);
        trace.call("web", "app", 3003, 3006);
        return trace.build();
    }

    @Test
    void jointTellsPlanGapAndRate() {
        MessageTable messages = overlapping();
        Explanation why = explain(new JointLinking(JointSettings.defaults()), messages, 202);
        assertEquals(3, why.answers().size());
        Answer right = why.answers().get(0);
        assertEquals(CallTrace.request(messages, 200), right.cause());
        Answer other = answer(why, CallTrace.request(messages, 201));
        Answer none = answer(why, MessageTable.NONE);
        // 102 requests of one call each: to own a second call is what none of them does.
        assertTrue(terms(right).getOrDefault("plan", 0.0) > 3, right.toString());
        assertTrue(terms(other).getOrDefault("plan", 0.0) < -3, other.toString());
        assertTrue(detail(right, "plan").contains(" % of such requests make these calls: app:80"), right.toString());
        assertTrue(detail(right, "gap").startsWith("2.00 ms after it came; density"), right.toString());
        assertTrue(detail(other, "gap").startsWith("1.00 ms after it came; density"), other.toString());
        assertTrue(detail(none, "no cause").contains(" a second without a cause"));
        assertEquals(1, why.answers().stream().mapToDouble(Answer::probability).sum(), 1e-5);
        assertTrue(right.totalNats() > other.totalNats() + 3, why.toString());
    }

    private static Answer answer(Explanation why, int cause) {
        return why.answers().stream()
                .filter(each -> each.cause() == cause)
                .findFirst()
                .orElseThrow();
    }

    private static String detail(Answer answer, String name) {
        return answer.terms().stream()
                .filter(term -> term.name().equals(name))
                .map(Explanation.Term::detail)
                .findFirst()
                .orElse("");
    }

    @ParameterizedTest
    @ValueSource(strings = {"linking", "nesting", "convolution", "joint"})
    void explainingChangesNoLinkAndFirstAnswerIsTheLink(String name) {
        MessageTable messages = overlapping();
        CausalAlgorithm algorithm = Algorithms.byName(name);
        LinkTable links = algorithm.infer(messages);
        int row = CallTrace.request(messages, 203);
        ExplainedLinks explained =
                ExplainingAlgorithm.explain(algorithm, messages, new ExplanationRequest(new int[] {row}, 3));
        for (int each = 0; each < messages.size(); each++) {
            assertEquals(links.likelyParent(each), explained.links().likelyParent(each));
            assertEquals(links.likelyProbability(each), explained.links().likelyProbability(each));
        }
        Explanation why = explained.explanations().get(0);
        assertEquals(row, why.row());
        assertEquals(links.likelyParent(row), why.answers().get(0).cause());
        assertTrue(explained.explanations().size() <= 4);
    }

    @Test
    void windowsExplainTheirOwnRows() {
        MessageTable messages = overlapping();
        CausalAlgorithm windowed =
                new WindowedInference(new JointLinking(JointSettings.defaults()), messages.size() / 4);
        Explanation why = explain(windowed, messages, 202);
        assertEquals(CallTrace.request(messages, 202), why.row());
        assertEquals(CallTrace.request(messages, 200), why.answers().get(0).cause());
    }

    @Test
    void choosesWhatIsNamedAndWhatIsMostInDoubt() {
        ExplanationRequest wanted = new ExplanationRequest(new int[] {7, 3}, 2);
        double[] probability = {1, 0.5, 0.9, 1, 0.99, 0.6, 0.94, 1};
        int[] chosen = wanted.choose(java.util.stream.IntStream.range(0, 8), row -> probability[row]);
        assertEquals(
                List.of(3, 7, 1, 5), java.util.Arrays.stream(chosen).boxed().toList());
    }
}

package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is said where packets are missing: nothing that only whole requests could tell. */
class HalfSeenSentencesTest {

    private static final CausalAlgorithm NESTING = new Nesting(NestingSettings.defaults());
    private static final int OK = Outcome.of(Outcome.Kind.HTTP, 200);
    private static final int FAILED = Outcome.of(Outcome.Kind.HTTP, 503);

    private static List<String> titles(String kind, CausalAlgorithm algorithm, MessageTable messages) {
        return Analyzer.analyze(messages, algorithm, AnalysisSettings.defaults()).findings().stream()
                .filter(finding -> finding.kind().equals(kind))
                .map(Finding::title)
                .toList();
    }

    /** Two tasks whose requests nobody saw look like one that calls twice for the same. */
    @Test
    void whoseRequestsAreNotSeenMakesNoCallsAgain() {
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 100; i++) {
            int at = 1000 * i;
            trace.unseen().call("cl", "api", at, at + 200, OK);
            trace.says(i).call("api", "pay1", at + 10, at + 190, OK);
            trace.says(i).call("api", "pay1", at + 110, at + 130, OK);
        }
        assertEquals(List.of(), titles("calls-made-again", NESTING, trace.build()));
    }

    @Test
    void anAnswerToWhatNobodySawSaysNotHowItEnded() {
        CallTrace trace = new CallTrace();
        for (int i = 0; i < 400; i++) {
            double at = 20.0 * i;
            if (i % 2 == 0) {
                trace.unseen().call("cl", "web", at, at + 9);
            } else {
                trace.call("cl", "web", at, at + 9, i % 10 == 1 ? FAILED : OK);
            }
        }
        assertEquals(
                List.of(
                        "web answers 20 % of its requests with an error; 20 % of the clients' requests fail because of it"),
                titles("failures-begin", NESTING, trace.build()));
    }

    @Test
    void whatNobodySawIsNotWithoutAResponse() {
        NodeTable nodes = new NodeTable();
        int caller = nodes.add("api", "api", true);
        int callee = nodes.add("mq", "mq", true);
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        for (int i = 0; i < 100; i++) {
            long nanos = 100_000_000L * i;
            boolean isSeen = i % 10 != 0;
            int flags = isSeen ? 0 : SightingCodec.FLAG_UNSEEN;
            builder.add(nanos, nanos, caller, 4000 + i, callee, 80, i, 6, Role.REQUEST, 0, 1, 100, flags, i);
            if (isSeen) {
                nanos += 1_000_000;
                builder.add(nanos, nanos, callee, 80, caller, 4000 + i, i, 6, Role.RESPONSE, 0, 1, 100, 0, i);
            }
        }
        assertEquals(List.of(), titles("unanswered-calls", NESTING, builder.build()));
    }

    /**
     * The inventory calls the database while the api, which must have asked it, answers: where the time goes is open.
     */
    @Test
    void theTimeBeforeWhatNobodySawIsNotOfWhoCallsNext() {
        Random random = new Random(4);
        CallTrace trace = new CallTrace();
        double time = 0;
        for (int i = 0; i < 400; i++) {
            time -= 60 * Math.log(1 - random.nextDouble());
            double called = time + 30 + 3 * random.nextDouble();
            trace.asks(8080, 1).call("cl", "api", time, called + 6, OK);
            trace.asks(3306, 2).call("inv", "db", called, called + 2, OK);
        }
        MessageTable messages = trace.build();
        CausalAlgorithm joint = new JointLinking(JointSettings.defaults());
        assertEquals(1, titles("unseen-receivers", joint, messages).size());
        assertEquals(List.of(), titles("where-time-goes", joint, messages));
    }
}

package io.wirepath.causes;

import static io.wirepath.analyze.truth.CallTemplate.oneWay;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.truth.CallTemplate;
import io.wirepath.analyze.truth.Delay;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.LinkAccuracy;
import io.wirepath.analyze.truth.MessageForests;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.analyze.truth.Workload;
import io.wirepath.analyze.whole.Algorithms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages that nobody answers: events through a broker, pushes along a chain. */
class OneWayMessagesTest {

    private static GeneratedTrace generate(CallTemplate tracelet, int publishers, double thinkMillis, int traces) {
        TraceConfiguration system = new TraceConfiguration(
                "one-way",
                List.of(new Workload("publisher", List.of(tracelet), publishers, Delay.exponential(thinkMillis))),
                Map.of("publisher", List.of("p1", "p2", "p3")),
                Delay.gaussian(0.2, 0.02),
                List.of());
        return TraceGenerator.generate(system, traces, 11);
    }

    private static CallTemplate stored(String subscriber, double millis) {
        return oneWay(subscriber, Delay.gaussian(millis, millis / 20))
                .serially(oneWay("store", Delay.gaussian(2, 0.2)));
    }

    /** publisher → broker → three subscribers, each → store. */
    private static GeneratedTrace events(int publishers, double thinkMillis) {
        CallTemplate event =
                oneWay("broker", Delay.fixed(0)).inParallel(stored("mail", 1), stored("search", 3), stored("audit", 5));
        return generate(event, publishers, thinkMillis, 1000);
    }

    private static GeneratedTrace chain(int publishers, double thinkMillis) {
        CallTemplate push = oneWay("a", Delay.fixed(0))
                .serially(oneWay("b", Delay.gaussian(4, 0.2))
                        .serially(oneWay("c", Delay.gaussian(6, 0.3)).serially(oneWay("d", Delay.gaussian(3, 0.2)))));
        return generate(push, publishers, thinkMillis, 1000);
    }

    private static double links(GeneratedTrace trace, String algorithm) {
        MessageTable messages = trace.table();
        LinkTable links = Algorithms.byName(algorithm).infer(messages);
        return LinkAccuracy.of(MessageForests.ofTruth(trace), MessageForests.of(messages, links))
                .links();
    }

    @ParameterizedTest
    @CsvSource({"joint,0.99", "convolution,0.75", "linking,0.9"})
    void followsEventsThroughABrokerWhereFewOverlap(String algorithm, double least) {
        double right = links(events(1, 60), algorithm);
        assertTrue(right >= least, algorithm + " " + right);
    }

    @Test
    void jointKeepsEventsApartThatOverlap() {
        GeneratedTrace trace = events(6, 20);
        double joint = links(trace, "joint");
        double linking = links(trace, "linking");
        assertTrue(joint >= 0.82, "joint " + joint + ", linking " + linking);
        assertTrue(joint > linking + 0.25, "joint " + joint + ", linking " + linking);
    }

    @Test
    void jointFollowsAChainOfPushes() {
        GeneratedTrace trace = chain(4, 20);
        double joint = links(trace, "joint");
        double linking = links(trace, "linking");
        assertTrue(joint >= 0.9, "joint " + joint + ", linking " + linking);
        assertTrue(joint > linking, "joint " + joint + ", linking " + linking);
    }

    /** A relay that drops half of what it gets: many messages cause nothing. */
    @Test
    void jointLearnsThatManyMessagesCauseNothing() {
        TraceConfiguration system = new TraceConfiguration(
                "relay",
                List.of(
                        new Workload(
                                "sensor",
                                List.of(oneWay("relay", Delay.fixed(0))
                                        .serially(oneWay("store", Delay.gaussian(2, 0.1)))),
                                2,
                                Delay.exponential(40)),
                        new Workload("other", List.of(oneWay("relay", Delay.fixed(0))), 2, Delay.exponential(40))),
                Map.of(),
                Delay.fixed(0.1),
                List.of());
        GeneratedTrace trace = TraceGenerator.generate(system, 1000, 4);
        assertTrue(links(trace, "joint") >= 0.97, "joint " + links(trace, "joint"));
    }

    @Test
    void hasNoCallsAndYetPaths() {
        GeneratedTrace trace = events(1, 60);
        assertTrue(links(trace, "joint") >= links(trace, "linking"));
    }

    /** Eight equal peers: each tells any other about every 240 ms, who tells any other again 10 ms later, or not. */
    @Test
    void gossipBeginsByTheClockOfEachPeer() {
        Random random = new Random(11);
        CallTrace trace = new CallTrace();
        List<Integer> cause = new ArrayList<>();
        for (int node = 0; node < 8; node++) {
            double begin = 240 * random.nextDouble();
            for (int n = 0; n < 80; n++, begin += 240 + 24 * random.nextGaussian()) {
                double sent = begin;
                int from = node;
                int before = -1;
                do {
                    int to = (from + 1 + random.nextInt(7)) % 8;
                    cause.add(before);
                    before = trace.oneWay("N" + from, "N" + to, sent);
                    from = to;
                    sent += 10 + 2 * random.nextGaussian();
                } while (random.nextDouble() < 0.6);
            }
        }
        MessageTable messages = trace.build();
        LinkTable links = Algorithms.byName("joint").infer(messages);
        int right = 0;
        for (int n = 0; n < cause.size(); n++) {
            right += CallTrace.owner(messages, links, n) == cause.get(n) ? 1 : 0;
        }
        assertTrue(right >= 0.94 * cause.size(), right + " of " + cause.size());
    }
}

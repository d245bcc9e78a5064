package io.wirepath.causes.joint;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.path.CallForest;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.NamedTraces;
import io.wirepath.analyze.truth.PathAccuracy;
import io.wirepath.analyze.truth.PathForest;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases that Project 5 made up to break its nesting algorithm (§7.5.2): the joint linker must not do worse. */
class PathologicalCasesTest {

    private static long falseInstances(GeneratedTrace trace, CausalAlgorithm algorithm) {
        MessageTable messages = trace.table();
        PathForest inferred = PathForest.ofCalls(messages, CallForest.of(messages, algorithm.infer(messages)));
        return PathAccuracy.of(PathForest.ofTrueCalls(trace), inferred)
                .instances()
                .falsePositives();
    }

    private static void compare(String name, int parallel, double deviation, long seed) {
        GeneratedTrace trace = TraceGenerator.generate(
                NamedTraces.byName(name).withInstances(parallel).withRelativeDeviation(deviation), 800, seed);
        long nesting = falseInstances(trace, new Nesting(NestingSettings.defaults()));
        long joint = falseInstances(trace, new JointLinking(JointSettings.defaults()));
        assertTrue(
                joint <= nesting,
                name + " with " + parallel + ", " + deviation + " and seed " + seed + ": joint " + joint + ", nesting "
                        + nesting);
    }

    @ParameterizedTest
    @CsvSource({
        "children-parallel, 2, 0.1, 11",
        "children-parallel, 8, 0.5, 11",
        "children-0/2, 2, 0.1, 11",
        "children-0/2, 8, 0.5, 11",
        "children-d/cc, 2, 0.1, 11",
        "children-d/cc, 8, 0.5, 11",
        "penalty-breaker, 2, 0.1, 11",
        "penalty-breaker, 8, 0.3, 11",
        "penalty-breaker, 8, 0.5, 11",
        "penalty-breaker, 20, 0.2, 11",
        "penalty-breaker, 20, 0.5, 1",
        "penalty-breaker, 20, 0.5, 2",
        "children-d/cc, 20, 0.5, 2"
    })
    void makesNoMoreFalseInstancesThanNesting(String name, int parallel, double deviation, long seed) {
        compare(name, parallel, deviation, seed);
    }

    /** Parallelism and deviations of Figures 19 and 20, all pairs of them. */
    static Stream<Arguments> wholeRange() {
        return Stream.of("children-parallel", "children-0/2", "children-d/cc", "penalty-breaker")
                .flatMap(name -> Stream.of(1, 2, 5, 10, 20)
                        .flatMap(parallel -> Stream.of(0, 0.05, 0.1, 0.2, 0.3, 0.5)
                                .map(deviation -> Arguments.of(name, parallel, deviation.doubleValue()))));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("wholeRange")
    void makesNoMoreFalseInstancesThanNestingOverTheWholeRange(String name, int parallel, double deviation) {
        compare(name, parallel, deviation, 11);
    }
}

package io.wirepath.causes.joint;

import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.explain.Explanation;
import io.wirepath.causes.explain.ExplanationRequest;
import io.wirepath.causes.incremental.CarriedTables;
import io.wirepath.causes.incremental.Decided;
import io.wirepath.causes.incremental.JoinedTable;
import io.wirepath.causes.incremental.StreamingAlgorithm;
import io.wirepath.causes.incremental.WindowAnswer;
import io.wirepath.causes.joint.evidence.Evidence;
import io.wirepath.causes.joint.evidence.EvidenceTable;
import io.wirepath.causes.joint.evidence.NamedAgain;
import io.wirepath.causes.joint.evidence.SharedContent;
import io.wirepath.causes.joint.model.Told;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Services;
import io.wirepath.causes.linking.OwnerLinks;
import io.wirepath.causes.linking.OwnerTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The joint linker. */
public final class JointLinking implements StreamingAlgorithm {

    private final JointSettings settings;

    private record Solved(NodeAnswer answer, List<Explanation> reasons) {}

    public JointLinking(JointSettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return "joint";
    }

    @Override
    public WindowAnswer infer(MessageTable window, Decided decided, CarriedTables before, ExplanationRequest wanted) {
        JoinedTable joined = JoinedTable.of(before, window, decided);
        ExplanationRequest rows = new ExplanationRequest(
                Arrays.stream(wanted.rows()).map(joined::row).toArray(), wanted.doubtful());
        List<Solved> solved = forEach(joined.table(), joined.decided(), (problem, content) -> {
            ServiceLinker linker = problem.linker();
            ServiceAnswer answer = Calibration.calibrated(problem.solve(linker));
            List<Explanation> explanations = new ArrayList<>();
            if (!wanted.isNothing()) {
                Told.Shared shared = content == null ? (one, other, except) -> 0 : content::bits;
                explain(linker.reasons(answer, joined.table(), shared), problem.scene(), rows, explanations);
            }
            return new Solved(NodeAnswer.of(answer), explanations);
        });
        List<NodeAnswer> answers = solved.stream().map(Solved::answer).toList();
        OwnerTable all = NodeAnswer.owners(joined.table().size(), answers);
        List<Explanation> chosen = rows
                .choose(solved.stream().flatMap(own -> own.reasons().stream()).toList())
                .stream()
                .map(own -> own.map(joined::windowRow))
                .toList();
        return new WindowAnswer(window, decided, joined.ofWindow(all), before, chosen);
    }

    /**
     * The posterior of the calls that several tasks could have made, before calibration:
     * {@code bench/calibrate} fits it.
     */
    public List<Posterior> posteriors(MessageTable messages) {
        List<Posterior> posteriors = new ArrayList<>();
        for (NodeProblem problem : problems(messages)) {
            posteriors.addAll(Posterior.of(problem.solve(problem.linker())));
        }
        return posteriors;
    }

    /**
     * What each node has to explain: all that is learnt of the messages together is learnt here. {@link #links} makes
     * of their answers what {@link #infer} says.
     */
    public List<NodeProblem> problems(MessageTable messages) {
        return forEach(messages, Decided.nothing(messages.size()), (problem, content) -> problem);
    }

    /** The links that the answers of all nodes mean; their order makes no difference. */
    public static LinkTable links(MessageTable messages, List<NodeAnswer> answers) {
        return OwnerLinks.of(messages, NodeAnswer.owners(messages.size(), answers));
    }

    /** What this gives for each node, in their order; on as many threads as there are processors. */
    private <T> List<T> forEach(
            MessageTable messages, Decided decided, BiFunction<NodeProblem, @Nullable SharedContent, T> to) {
        boolean byContent = settings.uses(Evidence.CONTENT);
        Services services = new Services(
                messages, decided, settings.uses(Evidence.CONNECTIONS), settings.uses(Evidence.TYPES), byContent);
        SharedContent content = byContent ? SharedContent.of(messages, services.linkOfRow()) : null;
        List<Scene> scenes = services.scenes();
        return IntStream.range(0, scenes.size())
                .parallel()
                .mapToObj(i -> {
                    Scene scene = scenes.get(i);
                    if (content != null) {
                        NamedAgain.mark(scene, content);
                    }
                    EvidenceTable table = EvidenceTable.of(messages, scene.taskRequest, scene.callRequest, content);
                    Set<Evidence> evidence = settings.evidence();
                    return to.apply(
                            new NodeProblem(scene, table, evidence, settings.without(), settings.seed() + i), content);
                })
                .toList();
    }

    private static void explain(JointReasons reasons, Scene scene, ExplanationRequest wanted, List<Explanation> to) {
        Map<Integer, Integer> callOf = new HashMap<>();
        for (int j = 0; j < scene.calls; j++) {
            if (!scene.isDecided(j)) {
                callOf.put(scene.callRequest[j], j);
            }
        }
        IntUnaryOperator call = row -> callOf.getOrDefault(row, 0);
        int[] rows = wanted.choose(
                callOf.keySet().stream().mapToInt(Integer::intValue), row -> reasons.probability(call.applyAsInt(row)));
        for (int row : rows) {
            to.add(reasons.of(call.applyAsInt(row)));
        }
    }
}

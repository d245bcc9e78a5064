package io.wirepath.analyze.joint;

import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.explain.Explanation;
import io.wirepath.analyze.explain.Wanted;
import io.wirepath.analyze.incremental.CarriedTables;
import io.wirepath.analyze.incremental.Decided;
import io.wirepath.analyze.incremental.JoinedTable;
import io.wirepath.analyze.incremental.StreamingAlgorithm;
import io.wirepath.analyze.incremental.WindowAnswer;
import io.wirepath.analyze.joint.evidence.Features;
import io.wirepath.analyze.joint.evidence.PairFeature;
import io.wirepath.analyze.joint.evidence.SharedContent;
import io.wirepath.analyze.joint.evidence.SlotPairs;
import io.wirepath.analyze.linking.OwnerTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The joint linker. */
public final class JointLinking implements StreamingAlgorithm {

    /** A node with this many decided tasks needs no learning from scratch. */
    private static final int ENOUGH_TASKS = 200;

    private final JointSettings settings;

    public JointLinking(JointSettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return "joint";
    }

    @Override
    public WindowAnswer infer(MessageTable window, Decided decided, CarriedTables before, Wanted wanted) {
        JoinedTable joined = JoinedTable.of(before, window, decided);
        List<Explanation> explanations = new ArrayList<>();
        Wanted rows = new Wanted(Arrays.stream(wanted.rows()).map(joined::row).toArray(), wanted.doubtful());
        OwnerTable all = owners(
                joined.table(), solve(joined.table(), joined.decided(), Calibration::calibrated, rows, explanations));
        List<Explanation> chosen = rows.choose(explanations).stream()
                .map(its -> its.map(joined::windowRow))
                .toList();
        return new WindowAnswer(window, decided, joined.ofWindow(all), before, chosen);
    }

    /**
     * What the chains believe of the calls that several tasks could have made, before calibration:
     * {@code bench/calibrate} fits it.
     */
    public List<Posterior> posteriors(MessageTable messages) {
        List<Posterior> posteriors = new ArrayList<>();
        for (ServiceAnswer answer :
                solve(messages, Decided.nothing(messages.size()), its -> its, Wanted.NOTHING, new ArrayList<>())) {
            posteriors.addAll(Posterior.of(answer));
        }
        return posteriors;
    }

    private static OwnerTable owners(MessageTable messages, List<ServiceAnswer> answers) {
        int[] answerOf = new int[messages.size()];
        int[] callOf = new int[messages.size()];
        Arrays.fill(answerOf, MessageTable.NONE);
        for (int a = 0; a < answers.size(); a++) {
            Scene scene = answers.get(a).scene();
            for (int j = 0; j < scene.calls; j++) {
                answerOf[scene.callRequest[j]] = a;
                callOf[scene.callRequest[j]] = j;
            }
        }
        OwnerTable.Builder owners = new OwnerTable.Builder(messages.size());
        for (int row = 0; row < messages.size(); row++) {
            if (answerOf[row] == MessageTable.NONE) {
                owners.skipRow();
            } else {
                add(answers.get(answerOf[row]), callOf[row], owners);
            }
        }
        return owners.build();
    }

    private static void add(ServiceAnswer answer, int call, OwnerTable.Builder owners) {
        CandidateSets candidates = answer.candidates();
        int[] taskRequest = answer.scene().taskRequest;
        for (int s = candidates.first[call]; s < candidates.first[call + 1]; s++) {
            if (answer.probability()[s] > 0 || s == answer.slot()[call]) {
                owners.add(taskRequest[candidates.task[s]], answer.probability()[s]);
            }
        }
        int chosen = answer.slot()[call];
        owners.endRow(chosen < 0 ? MessageTable.NONE : taskRequest[candidates.task[chosen]], answer.orphan()[call]);
    }

    private List<ServiceAnswer> solve(
            MessageTable messages,
            Decided decided,
            UnaryOperator<ServiceAnswer> calibration,
            Wanted wanted,
            List<Explanation> explanations) {
        Services services = new Services(messages, decided, settings);
        SharedContent content = settings.uses(Evidence.CONTENT) ? services.content() : null;
        EvidenceWords words = new EvidenceWords(messages, content);
        List<ServiceAnswer> answers = new ArrayList<>();
        for (Scene scene : services.scenes()) {
            CandidateSets candidates = CandidateSets.of(scene);
            List<PairFeature> features = features(messages, scene, candidates, content);
            ServiceLinker linker = new ServiceLinker(scene, candidates, features, settings.seed() + answers.size());
            ServiceAnswer answer = calibration.apply(linker.solve(scene.closedTasks() >= ENOUGH_TASKS));
            answers.add(answer);
            if (!wanted.isNothing()) {
                explain(linker.reasons(answer, words), scene, wanted, explanations);
            }
        }
        return answers;
    }

    private static void explain(JointReasons reasons, Scene scene, Wanted wanted, List<Explanation> to) {
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

    private List<PairFeature> features(
            MessageTable messages, Scene scene, CandidateSets candidates, @Nullable SharedContent content) {
        List<PairFeature> chosen = new ArrayList<>();
        if (!(settings.uses(Evidence.SIZES) || settings.uses(Evidence.CONNECTIONS) || content != null)) {
            return chosen;
        }
        SlotPairs pairs = ChancePairs.of(scene, candidates);
        Features features = new Features(messages, pairs, scene.taskRequest, scene.callRequest);
        if (settings.uses(Evidence.SIZES)) {
            chosen.addAll(features.sizes());
        }
        if (content != null) {
            chosen.addAll(features.content(content));
        }
        if (settings.uses(Evidence.CONNECTIONS)) {
            chosen.add(features.connections());
        }
        return chosen;
    }
}

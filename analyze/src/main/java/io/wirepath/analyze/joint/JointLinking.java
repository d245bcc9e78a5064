package io.wirepath.analyze.joint;

import io.wirepath.analyze.CausalAlgorithm;
import io.wirepath.analyze.LinkTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.joint.evidence.Features;
import io.wirepath.analyze.joint.evidence.PairFeature;
import io.wirepath.analyze.joint.evidence.SharedContent;
import io.wirepath.analyze.joint.evidence.SlotPairs;
import io.wirepath.analyze.linking.OwnerLinks;
import io.wirepath.analyze.linking.OwnerTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The joint linker. */
public final class JointLinking implements CausalAlgorithm {

    private final JointSettings settings;

    public JointLinking(JointSettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return "joint";
    }

    @Override
    public LinkTable infer(MessageTable messages) {
        List<ServiceAnswer> answers = solve(messages);
        return OwnerLinks.of(messages, owners(messages, answers));
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

    List<ServiceAnswer> solve(MessageTable messages) {
        Services services = new Services(messages, settings);
        SharedContent content = settings.uses(Evidence.CONTENT) ? services.content() : null;
        List<ServiceAnswer> answers = new ArrayList<>();
        for (Scene scene : services.scenes()) {
            CandidateSets candidates = CandidateSets.of(scene);
            List<PairFeature> features = features(messages, scene, candidates, content);
            answers.add(new ServiceLinker(
                            scene, candidates, features, settings.schedule(), settings.seed() + answers.size())
                    .solve());
        }
        return answers;
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
            chosen.add(features.requestSizes());
            chosen.add(features.responseSizes());
        }
        if (content != null) {
            chosen.add(features.requestContent(content));
            chosen.add(features.responseContent(content));
            chosen.add(features.echoedContent(content));
        }
        if (settings.uses(Evidence.CONNECTIONS)) {
            chosen.add(features.connections());
        }
        return chosen;
    }
}

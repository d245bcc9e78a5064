package io.wirepath.analyze.joint;

import io.wirepath.analyze.CausalAlgorithm;
import io.wirepath.analyze.LinkTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.joint.evidence.Features;
import io.wirepath.analyze.joint.evidence.PairFeature;
import io.wirepath.analyze.joint.evidence.SharedContent;
import io.wirepath.analyze.joint.evidence.SlotPairs;
import java.util.ArrayList;
import java.util.List;

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
        return MessageLinks.of(messages, answers);
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
            MessageTable messages, Scene scene, CandidateSets candidates, SharedContent content) {
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

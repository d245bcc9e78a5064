package io.wirepath.causes.joint;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.explain.Explanation;
import io.wirepath.causes.explain.Explanation.Answer;
import io.wirepath.causes.explain.Explanation.Term;
import io.wirepath.causes.joint.model.Factor;
import io.wirepath.causes.joint.model.JointDensity;
import io.wirepath.causes.joint.model.Told;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Tells why the calls of a solved scene have their owners: what each possible owner gains by the call, term by term,
 * all other calls being owned as they were found.
 *
 * <p>The probabilities come from the sampler, which changes the owners of other calls as well; so the terms show what
 * speaks for an owner, and the probability how that weighs among all consistent answers. Shares the linker's
 * flyweights; not thread-safe.
 */
final class JointReasons {

    private static final int MAX_ANSWERS = 6;

    private final ServiceAnswer answer;
    private final Scene scene;
    private final CandidateSets candidates;
    private final Owners owners;
    private final JointDensity density;
    /** By factor of pairs, and slot. */
    private final double[][] ofPairs;

    private final MessageTable messages;
    private final Told.Shared shared;
    private final CallList trial = new CallList();

    JointReasons(ServiceAnswer answer, Owners owners, JointDensity density, MessageTable messages, Told.Shared shared) {
        this.answer = answer;
        scene = answer.scene();
        candidates = answer.candidates();
        this.owners = owners;
        this.density = density;
        this.messages = messages;
        this.shared = shared;
        ofPairs = new double[density.ofPairs.size()][candidates.slots()];
        for (int f = 0; f < ofPairs.length; f++) {
            density.ofPairs.get(f).addTo(ofPairs[f]);
        }
    }

    /** Probability of the chosen owner of a call. */
    double probability(int call) {
        int slot = answer.slot()[call];
        return slot < 0 ? answer.orphan()[call] : answer.probability()[slot];
    }

    /** Why this call has its owner. */
    Explanation of(int call) {
        List<Answer> answers = new ArrayList<>();
        int chosen = answer.slot()[call];
        IntStream.range(candidates.first[call], candidates.first[call + 1])
                .boxed()
                .sorted(Comparator.comparing((Integer slot) -> slot != chosen)
                        .thenComparing(Comparator.comparingDouble((Integer slot) -> answer.probability()[slot])
                                .reversed()))
                .limit(MAX_ANSWERS)
                .forEach(slot -> answers.add(new Answer(
                        scene.taskRequest[candidates.task[slot]],
                        answer.probability()[slot],
                        slot == chosen,
                        terms(call, slot))));
        answers.add(new Answer(MessageTable.NONE, answer.orphan()[call], chosen < 0, List.of(spontaneous(call))));
        return new Explanation("joint", scene.callRequest[call], answers);
    }

    private Term spontaneous(int call) {
        return term(density.ofOrphans(), density.ofCall(call, CandidateSets.NONE), CandidateSets.NONE, call);
    }

    private Term term(Factor factor, double nats, int task, int call) {
        return new Term(factor.name(), nats, factor.words(new Told(messages, shared, scene, density.walk, task, call)));
    }

    /** What does not change by the call is not told. */
    private List<Term> terms(int call, int slot) {
        int task = candidates.task[slot];
        trial.take(owners.calls[task], owners.count[task]);
        if (owners.slot[call] == slot) {
            trial.remove(call);
        }
        double[] without = density.termsOfTask(task, trial.calls, trial.count);
        trial.insert(call);
        double[] with = density.termsOfTask(task, trial.calls, trial.count);
        List<Term> terms = new ArrayList<>();
        for (int f = 0; f < with.length; f++) {
            if (with[f] != without[f]) {
                terms.add(term(density.ofTasks.get(f), with[f] - without[f], task, call));
            }
        }
        for (int f = 0; f < ofPairs.length; f++) {
            if (ofPairs[f][slot] != 0) {
                terms.add(term(density.ofPairs.get(f), ofPairs[f][slot], task, call));
            }
        }
        return terms;
    }
}

package io.wirepath.causes.joint;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.explain.Explanation;
import io.wirepath.causes.explain.Explanation.Answer;
import io.wirepath.causes.explain.Explanation.Term;
import io.wirepath.causes.explain.Words;
import io.wirepath.causes.joint.model.JointDensity;
import io.wirepath.causes.joint.model.TaskWalk;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
    private static final double NANOS_PER_MILLI = 1e6;

    private final ServiceAnswer answer;
    private final Scene scene;
    private final CandidateSets candidates;
    private final Owners owners;
    private final JointDensity density;
    private final List<String> features;
    /** Per feature and slot. */
    private final double[][] ratio;

    private final EvidenceWords words;
    private final CallList trial = new CallList();

    JointReasons(
            ServiceAnswer answer,
            Owners owners,
            JointDensity density,
            List<String> features,
            double[][] ratio,
            EvidenceWords words) {
        this.answer = answer;
        scene = answer.scene();
        candidates = answer.candidates();
        this.owners = owners;
        this.density = density;
        this.features = features;
        this.ratio = ratio;
        this.words = words;
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
        double log = density.ofCall(call, CandidateSets.NONE);
        double perSecond = Math.exp(log) / scene.tickNanos * NANOS_PER_MILLI * 1000;
        return new Term(
                "no cause", log, String.format(Locale.ROOT, "%.2g such calls a second without a cause", perSecond));
    }

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
        terms.add(new Term("plan", with[0] - without[0], plan(with[0])));
        terms.add(new Term("order", with[1] - without[1], "what comes next: a call, an answer or its own answer"));
        terms.add(new Term("gap", with[2] - without[2], gap(call)));
        if (with[3] != without[3]) {
            terms.add(new Term("pace", with[3] - without[3], "what is slow or fast in it goes together"));
        }
        if (with[4] != without[4]) {
            terms.add(new Term("held connection", with[4] - without[4], "who used its connection before and after"));
        }
        if (with[5] != without[5]) {
            terms.add(new Term("overtaking", with[5] - without[5], "what waited longer is sent first"));
        }
        for (int f = 0; f < features.size(); f++) {
            if (ratio[f][slot] != 0) {
                String name = features.get(f);
                String detail = words.of(name, scene.taskRequest[task], scene.callRequest[call]);
                terms.add(new Term(name, ratio[f][slot], detail));
            }
        }
        return terms;
    }

    private String plan(double log) {
        TaskWalk walk = density.walk;
        TreeMap<String, Integer> calls = new TreeMap<>();
        for (int y = 0; y < walk.distinct; y++) {
            calls.merge(callee(walk.distinctLabel[y]), walk.callsOf[walk.distinctLabel[y]], Integer::sum);
        }
        String list = calls.entrySet().stream()
                .map(own -> own.getValue() > 1 ? own.getKey() + " ×" + own.getValue() : own.getKey())
                .collect(Collectors.joining(", "));
        return Words.share(Math.exp(log)) + " of such requests make these calls: " + list;
    }

    private String gap(int call) {
        TaskWalk walk = density.walk;
        int sending = sendingOf(call);
        int last = walk.state[sending] % TaskWalk.statesPerClass(scene.labels);
        boolean ofItself = last == 0 || last == TaskWalk.answered(scene.labels);
        String event =
                last == 0 ? "it came" : ofItself ? "it answered" : last <= scene.labels ? "calling " : "the answer of ";
        String server = ofItself ? "" : callee((last - 1) % scene.labels);
        double rate = Math.exp(density.gaps.log(walk.state[sending], walk.next[sending], walk.bin[sending]));
        double perMilli = rate / scene.tickNanos * NANOS_PER_MILLI;
        long waited = (scene.sent[call] - walk.timeBefore(sending)) * scene.tickNanos;
        return String.format(
                Locale.ROOT, "%s after %s%s; density %.3g per ms", Words.duration(waited), event, server, perMilli);
    }

    private int sendingOf(int call) {
        TaskWalk walk = density.walk;
        return IntStream.range(0, walk.events)
                .filter(x -> walk.call[x] == call && !walk.isReceipt(x))
                .findFirst()
                .orElseThrow();
    }

    private String callee(int label) {
        int example = IntStream.range(0, scene.calls)
                .filter(call -> scene.label[call] == label)
                .findFirst()
                .orElseThrow();
        return words.callee(scene.callRequest[example]);
    }
}

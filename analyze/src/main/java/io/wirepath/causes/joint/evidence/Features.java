package io.wirepath.causes.joint.evidence;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.joint.model.Factor;
import io.wirepath.causes.joint.model.Told;
import io.wirepath.causes.joint.scene.Priors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** Makes the features of a set of pairs from what is known of the messages behind them. */
public final class Features {

    private final EvidenceTable table;
    private final SlotPairs pairs;

    /** Looks at these pairs. */
    public Features(EvidenceTable table, SlotPairs pairs) {
        this.table = table;
        this.pairs = pairs;
    }

    /** Difference of the lengths of both requests, and of both responses. */
    public List<Factor.OfPair> sizes() {
        List<Factor.OfPair> pairFeatures = new ArrayList<>();
        addSizes("request size", table.tasks().bytes(), table.calls().bytes(), Told::requestBytes, pairFeatures);
        addSizes(
                "response size",
                table.tasks().answerBytes(),
                table.calls().answerBytes(),
                Told::answerBytes,
                pairFeatures);
        return pairFeatures;
    }

    /** Connections that are used together. */
    public Factor.OfPair connections() {
        int[] task = values((own, call) -> table.tasks().connection()[own]);
        int[] call = values((own, made) -> table.calls().connection()[made]);
        return new ConnectionFeature(pairs, task, call);
    }

    /**
     * Content that the request of the task and the request of the call share; content that the response of the task
     * shares with the call, and that its request did not have; and content that the request of the task shares with the
     * response of the call, and that the call did not have.
     */
    public List<Factor.OfPair> content(SharedContent content) {
        List<Factor.OfPair> pairFeatures = new ArrayList<>();
        int[] taskRequest = table.tasks().row();
        int[] taskAnswer = table.tasks().answerRow();
        int[] callRequest = table.calls().row();
        int[] callAnswer = table.calls().answerRow();
        boolean asked = tells(content, taskRequest);
        boolean answered = tells(content, taskAnswer);
        boolean called = tells(content, callRequest);
        boolean returned = tells(content, callAnswer);
        if (asked && called) {
            addBits(
                    "request content",
                    (i, j) -> content.bits(taskRequest[i], callRequest[j], MessageTable.NONE),
                    Told::requestContent,
                    pairFeatures);
        }
        if (answered && (called || returned)) {
            DoubleOfPair bits = (i, j) -> Math.max(
                    content.bits(taskAnswer[i], callRequest[j], taskRequest[i]),
                    content.bits(taskAnswer[i], callAnswer[j], taskRequest[i]));
            addBits("response content", bits, Told::answerContent, pairFeatures);
        }
        if (asked && returned) {
            addBits(
                    "echoed content",
                    (i, j) -> content.bits(taskRequest[i], callAnswer[j], callRequest[j]),
                    Told::echoedContent,
                    pairFeatures);
        }
        return pairFeatures;
    }

    /** What is measured of a task and a call. */
    private interface DoubleOfPair {
        double of(int task, int call);
    }

    private static boolean tells(SharedContent content, int[] rows) {
        return Arrays.stream(rows).anyMatch(content::tells);
    }

    private static int whole(double bits) {
        return bits == 0 ? 0 : (int) Math.min(Priors.CERTAIN, Math.ceil(bits));
    }

    private static int difference(long taskBytes, long callBytes) {
        if (taskBytes == MessageTable.NIL || callBytes == MessageTable.NIL) {
            return Integer.MIN_VALUE;
        }
        return (int) Math.max(-Integer.MAX_VALUE, Math.min(Integer.MAX_VALUE, callBytes - taskBytes));
    }

    private void addSizes(String name, long[] task, long[] call, Function<Told, String> words, List<Factor.OfPair> to) {
        int[] value = values((i, j) -> difference(task[i], call[j]));
        if (differ(value)) {
            to.add(new ValueFeature(name, pairs, 0, value, Features::coarse, words));
        }
    }

    private static int coarse(int bytes) {
        double log2 = Math.log(1.0 + Math.abs((double) bytes)) / Math.log(2);
        return (int) (Integer.signum(bytes) * Math.floor(Priors.BINS_AN_OCTAVE * log2));
    }

    private void addBits(String name, DoubleOfPair bits, Function<Told, String> words, List<Factor.OfPair> to) {
        int[] value = values((i, j) -> whole(bits.of(i, j)));
        if (differ(value)) {
            to.add(new ValueFeature(name, pairs, Priors.MIN_PER_PAIR, value, IntUnaryOperator.identity(), words));
        }
    }

    /** Whether any group has more than one value: else there is nothing to learn. */
    private boolean differ(int[] value) {
        int[] example = new int[pairs.groups()];
        boolean[] seen = new boolean[pairs.groups()];
        int slots = pairs.group().length;
        for (int x = 0; x < value.length; x++) {
            int g = x < slots ? pairs.group()[x] : pairs.chanceGroup()[x - slots];
            if (seen[g] && example[g] != value[x]) {
                return true;
            }
            seen[g] = true;
            example[g] = value[x];
        }
        return false;
    }

    private int[] values(IntBinaryOperator valueOf) {
        int slots = pairs.group().length;
        int[] value = new int[slots + pairs.chanceGroup().length];
        for (int s = 0; s < slots; s++) {
            value[s] = valueOf.applyAsInt(pairs.task()[s], pairs.call()[s]);
        }
        for (int x = slots; x < value.length; x++) {
            int pair = x - slots;
            value[x] = valueOf.applyAsInt(pairs.chanceTask()[pair], pairs.chanceCall()[pair]);
        }
        return value;
    }
}

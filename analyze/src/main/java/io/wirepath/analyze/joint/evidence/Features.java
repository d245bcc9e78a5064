package io.wirepath.analyze.joint.evidence;

import io.wirepath.analyze.MessageTable;
import io.wirepath.flows.Role;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** Makes the features of a set of pairs from the messages behind them. */
public final class Features {

    private static final double BINS_PER_OCTAVE = 3;
    private static final double MOST_BITS = 14;
    /** Random payload shares a short token now and then; nats per pair. */
    private static final double LEAST_CONTENT = 0.1;

    private final MessageTable messages;
    private final SlotPairs pairs;
    /** Rows of the requests of tasks and calls. */
    private final int[] taskRequest;

    private final int[] callRequest;

    /**
     * Looks at these pairs.
     *
     * @param taskRequest row of the request of each task
     * @param callRequest row of the request of each call
     */
    public Features(MessageTable messages, SlotPairs pairs, int[] taskRequest, int[] callRequest) {
        this.messages = messages;
        this.pairs = pairs;
        this.taskRequest = taskRequest;
        this.callRequest = callRequest;
    }

    /** Difference of the lengths of both requests. */
    public PairFeature requestSizes() {
        return sizes("request size", (task, call) -> difference(task, call));
    }

    /** Difference of the lengths of both responses. */
    public PairFeature responseSizes() {
        return sizes("response size", (task, call) -> difference(answer(task), answer(call)));
    }

    /** Connections that work for one another. */
    public PairFeature connections() {
        int[] task = values((its, call) -> messages.connection(its));
        int[] call = values((its, made) -> messages.connection(made));
        return new ConnectionFeature(pairs, task, call);
    }

    /** Content that the request of the task and the request of the call share. */
    public PairFeature requestContent(SharedContent content) {
        return bits("request content", (task, call) -> whole(content.bits(task, call, MessageTable.NONE)));
    }

    /** Content that the response of the task shares with the call, and that its request did not have. */
    public PairFeature responseContent(SharedContent content) {
        return bits("response content", (task, call) -> {
            int response = answer(task);
            return whole(Math.max(content.bits(response, call, task), content.bits(response, answer(call), task)));
        });
    }

    /** Content that the request of the task shares with the response of the call, and that the call did not have. */
    public PairFeature echoedContent(SharedContent content) {
        return bits("echoed content", (task, call) -> whole(content.bits(task, answer(call), call)));
    }

    private static int whole(double bits) {
        return (int) Math.min(MOST_BITS, Math.ceil(bits));
    }

    private int difference(int taskRow, int callRow) {
        if (taskRow == MessageTable.NONE || callRow == MessageTable.NONE) {
            return Integer.MIN_VALUE;
        }
        long bytes = messages.lengthBytes(callRow) - messages.lengthBytes(taskRow);
        return (int) Math.max(-Integer.MAX_VALUE, Math.min(Integer.MAX_VALUE, bytes));
    }

    private int answer(int row) {
        return messages.role(row) == Role.REQUEST ? messages.partner(row) : MessageTable.NONE;
    }

    private PairFeature sizes(String name, IntBinaryOperator valueOf) {
        return new ValueFeature(name, pairs, 0, values(valueOf), Features::coarse);
    }

    private static int coarse(int bytes) {
        double log2 = Math.log(1.0 + Math.abs((double) bytes)) / Math.log(2);
        return (int) (Integer.signum(bytes) * Math.floor(BINS_PER_OCTAVE * log2));
    }

    private PairFeature bits(String name, IntBinaryOperator valueOf) {
        return new ValueFeature(name, pairs, LEAST_CONTENT, values(valueOf), IntUnaryOperator.identity());
    }

    private int[] values(IntBinaryOperator valueOf) {
        int slots = pairs.group().length;
        int[] value = new int[slots + pairs.chanceGroup().length];
        for (int s = 0; s < slots; s++) {
            value[s] = valueOf.applyAsInt(taskRequest[pairs.task()[s]], callRequest[pairs.call()[s]]);
        }
        for (int x = slots; x < value.length; x++) {
            int pair = x - slots;
            value[x] = valueOf.applyAsInt(taskRequest[pairs.chanceTask()[pair]], callRequest[pairs.chanceCall()[pair]]);
        }
        return value;
    }
}

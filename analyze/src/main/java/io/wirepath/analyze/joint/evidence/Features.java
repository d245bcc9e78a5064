package io.wirepath.analyze.joint.evidence;

import io.wirepath.analyze.MessageTable;
import io.wirepath.flows.Role;
import java.util.function.IntBinaryOperator;

/** Makes the features of a set of pairs from the messages behind them. */
public final class Features {

    private static final double BINS_PER_OCTAVE = 3;
    private static final double MOST_BITS = 14;

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
        int slots = pairs.group().length;
        int all = slots + pairs.chanceGroup().length;
        int[] task = new int[all];
        int[] call = new int[all];
        for (int x = 0; x < all; x++) {
            task[x] = messages.connection(taskRow(x));
            call[x] = messages.connection(callRow(x));
        }
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

    private int taskRow(int x) {
        int slots = pairs.task().length;
        return taskRequest[x < slots ? pairs.task()[x] : pairs.chanceTask()[x - slots]];
    }

    private int callRow(int x) {
        int slots = pairs.call().length;
        return callRequest[x < slots ? pairs.call()[x] : pairs.chanceCall()[x - slots]];
    }

    private PairFeature sizes(String name, IntBinaryOperator valueOf) {
        long[] value = values(valueOf);
        long[] coarse = new long[value.length];
        for (int x = 0; x < value.length; x++) {
            double log2 = Math.log(1.0 + Math.abs(value[x])) / Math.log(2);
            coarse[x] = (long) (Long.signum(value[x]) * Math.floor(BINS_PER_OCTAVE * log2));
        }
        return new ValueFeature(name, pairs, value, coarse);
    }

    private PairFeature bits(String name, IntBinaryOperator valueOf) {
        long[] value = values(valueOf);
        return new ValueFeature(name, pairs, value, value);
    }

    private long[] values(IntBinaryOperator valueOf) {
        long[] value = new long[pairs.group().length + pairs.chanceGroup().length];
        for (int x = 0; x < value.length; x++) {
            value[x] = valueOf.applyAsInt(taskRow(x), callRow(x));
        }
        return value;
    }
}

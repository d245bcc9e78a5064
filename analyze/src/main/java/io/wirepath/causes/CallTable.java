package io.wirepath.causes;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Outcome.Verdict;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The calls and one-way messages of an analysis with the most likely parent of each. A one-way message stands here as a
 * call whose response nobody waits for: {@link #isOneWay} tells them apart.
 *
 * @param request row of the request or one-way message of each call
 * @param response row of the response, or {@link MessageTable#NONE} where none was seen or none is wanted
 * @param parent number of the call that caused this one, or {@link MessageTable#NONE} for a root
 * @param probability probability of that answer, 0 to 1
 * @param root number of the call at the top of the tree that this call is in
 */
public record CallTable(int[] request, int[] response, int[] parent, double[] probability, int[] root) {

    /** Number of calls, one-way messages included. */
    public int size() {
        return request.length;
    }

    /** Whether this is a message that wants no response. */
    public boolean isOneWay(MessageTable messages, int call) {
        return messages.role(request[call]) == Role.ONE_WAY;
    }

    /**
     * Whether it wants a response and none was seen, though one would have been: the capture shows both directions, and
     * the request, of which nobody knows otherwise what it wants.
     */
    public boolean isUnanswered(MessageTable messages, int call) {
        int halves = SightingCodec.FLAG_ONE_DIRECTION | SightingCodec.FLAG_UNSEEN;
        return !isAnswered(call) && !isOneWay(messages, call) && (messages.flags(request[call]) & halves) == 0;
    }

    /**
     * Whether the capture shows one half alone: nothing of the request, of its response, or of where that comes from.
     */
    public boolean isHalfSeen(MessageTable messages, int call) {
        if (!isAnswered(call)) {
            return !isOneWay(messages, call) && !isUnanswered(messages, call);
        }
        return ((messages.flags(request[call]) | messages.flags(response[call])) & SightingCodec.FLAG_UNSEEN) != 0;
    }

    /** Whether its response was seen. */
    public boolean isAnswered(int call) {
        return response[call] != MessageTable.NONE;
    }

    /** What its outcome says of who answered. */
    public Verdict verdict(MessageTable messages, int call) {
        return Outcome.verdict(outcome(messages, call));
    }

    /** Whether it was answered with a failure that blames who answers. */
    public boolean isFailed(MessageTable messages, int call) {
        return verdict(messages, call) == Verdict.FAILED;
    }

    /** The call of each of so many messages; {@link MessageTable#NONE} of those that are of none. */
    public int[] ofRows(int rows) {
        int[] callOf = new int[rows];
        Arrays.fill(callOf, MessageTable.NONE);
        for (int call = 0; call < request.length; call++) {
            callOf[request[call]] = call;
            if (isAnswered(call)) {
                callOf[response[call]] = call;
            }
        }
        return callOf;
    }

    /** How the call ended, as its response says: see {@link io.wirepath.flows.Outcome}; 0 where nothing says it. */
    public int outcome(MessageTable messages, int call) {
        return isAnswered(call) ? messages.outcome(response[call]) : Outcome.UNKNOWN;
    }

    /** Number of calls that want a response. */
    public int answerable(MessageTable messages) {
        return (int) IntStream.range(0, request.length)
                .filter(call -> !isOneWay(messages, call))
                .count();
    }
}

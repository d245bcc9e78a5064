package io.wirepath.bench.accuracy;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls that were asked in one packet and answered in one packet of one connection: nothing on the wire tells which of
 * them is which call of the truth, so they are taken as they agree best with what was found.
 */
final class TiedCalls {

    private static final int ROUNDS = 3;

    private final CallTable calls;
    private final int[] match;
    private final int[] trueParent;
    private final Map<Integer, List<Integer>> children = new HashMap<>();

    private TiedCalls(CallTable calls, int[] match, int[] trueParent) {
        this.calls = calls;
        this.match = match;
        this.trueParent = trueParent;
        for (int call = 0; call < calls.size(); call++) {
            if (calls.parent()[call] != MessageTable.NONE) {
                children.computeIfAbsent(calls.parent()[call], unseen -> new ArrayList<>())
                        .add(call);
            }
        }
    }

    /**
     * Exchanges what tied calls are matched with, where that agrees better.
     *
     * @param match the call of the truth that each call is, or a negative number
     * @param trueParent by call of the truth
     */
    static void settle(MessageTable messages, CallTable calls, int[] match, int[] trueParent) {
        Map<List<Long>, List<Integer>> ties = new HashMap<>();
        for (int call = 0; call < calls.size(); call++) {
            int response = calls.response()[call];
            if (match[call] >= 0 && response != MessageTable.NONE) {
                int request = calls.request()[call];
                ties.computeIfAbsent(
                                List.of(
                                        (long) messages.connection(request),
                                        messages.timeNanos(request),
                                        messages.timeNanos(response)),
                                unseen -> new ArrayList<>())
                        .add(call);
            }
        }
        TiedCalls tied = new TiedCalls(calls, match, trueParent);
        for (int round = 0; round < ROUNDS; round++) {
            ties.values().forEach(tied::settle);
        }
    }

    private void settle(List<Integer> tie) {
        for (int one : tie) {
            for (int other : tie) {
                if (one < other) {
                    int before = agreement(one) + agreement(other);
                    exchange(one, other);
                    if (agreement(one) + agreement(other) <= before) {
                        exchange(one, other);
                    }
                }
            }
        }
    }

    private void exchange(int one, int other) {
        int kept = match[one];
        match[one] = match[other];
        match[other] = kept;
    }

    /** How many links above and below a call are the true ones. */
    private int agreement(int call) {
        int above = calls.parent()[call] == MessageTable.NONE ? MessageTable.NONE : match[calls.parent()[call]];
        int agreed = above == trueParent[match[call]] ? 1 : 0;
        for (int child : children.getOrDefault(call, List.of())) {
            agreed += match[child] >= 0 && trueParent[match[child]] == match[call] ? 1 : 0;
        }
        return agreed;
    }
}

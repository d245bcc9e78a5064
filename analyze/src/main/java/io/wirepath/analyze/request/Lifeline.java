package io.wirepath.analyze.request;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.WholeTrees;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One request with all that it caused, and where its time went.
 *
 * @param call number of the call at the top
 * @param calls numbers of all its calls, each behind the one that caused it, in order of time among those of one cause
 * @param stretches its critical path in order of time, without gaps; empty where no response was seen
 * @param probability that these are all its calls and each has this cause: {@link WholeTrees}
 */
public record Lifeline(int call, List<Integer> calls, List<Stretch> stretches, double probability) {

    /** The life of a call at the top of a tree. */
    public static Lifeline of(CriticalPath path, WholeTrees trees, ServedCalls served, int call) {
        List<Integer> calls = new ArrayList<>();
        collect(served, call, calls);
        List<Stretch> stretches = new ArrayList<>();
        path.follow(call, (cause, of, row, from, to) -> stretches.add(new Stretch(cause, of, row, from, to)));
        Collections.reverse(stretches);
        return new Lifeline(call, List.copyOf(calls), List.copyOf(stretches), trees.certainty(call));
    }

    /** The call at the top of the tree that this call is in. */
    public static int root(CallTable calls, int call) {
        int at = call;
        while (calls.parent()[at] != MessageTable.NONE) {
            at = calls.parent()[at];
        }
        return at;
    }

    private static void collect(ServedCalls served, int call, List<Integer> to) {
        to.add(call);
        for (int at = served.firstChild(call); at < served.endChild(call); at++) {
            collect(served, served.child(at), to);
        }
    }

    /** How long it took; 0 where no response was seen. */
    public long nanos() {
        return stretches.isEmpty()
                ? 0
                : stretches.get(stretches.size() - 1).toNanos()
                        - stretches.get(0).fromNanos();
    }

    /** How long each cause took, of those that took any time. */
    public Map<Cause, Long> byCause() {
        Map<Cause, Long> sums = new EnumMap<>(Cause.class);
        stretches.forEach(stretch -> sums.merge(stretch.cause(), stretch.nanos(), Long::sum));
        return sums;
    }
}

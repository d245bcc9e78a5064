package io.wirepath.causes.joint.scene;

import io.wirepath.causes.MessageTable;
import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.IntArrayList;

/**
 * Tells a worker of a service from somebody who calls while his own requests to it are open. A worker's calls lie
 * within tasks of all callers, each as often as it asks; those of a stranger with two addresses within his own.
 *
 * <pre>
 *  tasks of A   ├─────┤        ├─────┤      a stranger's, B's calls lie within them
 *  tasks of C      ├─┤   ├─┤        ├─┤     honest ones: without A's, B's calls lie within theirs by chance alone
 *  calls of B     x x            x x
 * </pre>
 *
 * <p>Callers who hold more of one half of the calls than is their share of the tasks are left out; of the other half,
 * what the rest holds beyond chance must be at least half of the rest's share. A service with one caller cannot be told
 * so.
 */
final class WorkForAll {

    private WorkForAll() {}

    /**
     * Whether the calls lie within tasks of all who call a service.
     *
     * @param tasks requests that the service received
     * @param calls sending and receipt of each call, in order of time
     */
    static boolean is(MessageTable messages, IntArrayList tasks, long[][] calls) {
        Map<Integer, IntArrayList> ofCaller = new HashMap<>();
        for (int row : tasks) {
            ofCaller.computeIfAbsent(messages.source(row), k -> new IntArrayList())
                    .addInt(row);
        }
        Map<Integer, TaskSpans> spans = new HashMap<>();
        ofCaller.forEach((caller, rows) -> spans.put(caller, TaskSpans.of(messages, rows)));
        Map<Integer, Double> beyond = beyondChance(spans, half(calls, 0));
        double all = beyond.values().stream().mapToDouble(own -> own).sum();
        double tasksOfAll = spans.values().stream().mapToInt(TaskSpans::size).sum();
        IntArrayList rest = new IntArrayList();
        double shareOfRest = 0;
        for (Map.Entry<Integer, TaskSpans> own : spans.entrySet()) {
            double share = own.getValue().size() / tasksOfAll;
            if (beyond.getOrDefault(own.getKey(), 0.0) <= share * all) {
                rest.addAll(ofCaller.getOrDefault(own.getKey(), new IntArrayList()));
                shareOfRest += share;
            }
        }
        return 2 * TaskSpans.of(messages, rest).excess(half(calls, 1)) >= shareOfRest;
    }

    /** How much more of the calls each caller's tasks hold than they last of the time in which there are any. */
    private static Map<Integer, Double> beyondChance(Map<Integer, TaskSpans> spans, long[][] calls) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (TaskSpans own : spans.values()) {
            if (own.size() > 0) {
                first = Math.min(first, own.arrival()[0]);
                last = Math.max(last, own.departure()[own.size() - 1]);
            }
        }
        double wholeNanos = last - first;
        Map<Integer, Double> beyond = new HashMap<>();
        spans.forEach((caller, own) ->
                beyond.put(caller, Math.max(0, own.share(calls) - Math.min(1, own.totalNanos() / wholeNanos))));
        return beyond;
    }

    private static long[][] half(long[][] calls, int which) {
        long[][] own = new long[(calls.length + 1 - which) / 2][];
        for (int x = 0; x < own.length; x++) {
            own[x] = calls[2 * x + which];
        }
        return own;
    }
}

package io.wirepath.causes.linking;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import io.wirepath.causes.TimeOrder;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.Arrays;

/**
 * For every message out of a node the messages that had come into that node before it, latest first.
 *
 * <p>Messages into a watched node stand in one list per node, by the time they were received there. Beside it there
 * is a list per ordered pair of nodes A→B, by the time A sent them: a message B→A of a node B that nobody watched
 * looks there, which allows A→B→A and nothing else (WAP5 §5.1).
 *
 * <pre>
 *  row:   │ into node 0 │ into node 1 │ … ║ pair 0 │ pair 1 │ …
 *           by time       by time            by time
 *  begin(child) ─┘    └─ end(child): after the latest that came in before the child left
 * </pre>
 */
final class Arrivals {

    private final MessageTable messages;
    private final Pairs pairs;
    private final boolean[] outside;
    private final boolean rolesCount;
    private final int[] row;
    private final long[] timeNanos;
    private final int[] begin;
    private final int[] end;
    private final long[] departureNanos;

    /** Sorts these messages by where and when they came in. */
    Arrivals(MessageTable messages, LinkingSettings settings) {
        this.messages = messages;
        rolesCount = settings.outsideCallsAreRoots();
        pairs = new Pairs(messages);
        NodeTimes times = new NodeTimes(messages);
        outside = outside(messages, times);
        int nodes = messages.nodes().size();
        int size = messages.size();
        int[] start = new int[nodes + pairs.count() + 1];
        row = new int[2 * size];
        timeNanos = new long[2 * size];
        begin = new int[size];
        end = new int[size];
        departureNanos = new long[size];
        int[] fill = countGroups(times, start, nodes);
        fillGroups(times, fill, nodes);
        for (int child = 0; child < size; child++) {
            find(times, child, start, fill, nodes);
        }
    }

    /** Index of the earliest message that may be looked at for this child. */
    int begin(int child) {
        return begin[child];
    }

    /** Index after the latest message that came in before this child left. */
    int end(int child) {
        return end[child];
    }

    /** Row of the message at this index. */
    int row(int at) {
        return row[at];
    }

    /** Time from the arrival of the message at this index to the sending of the child. */
    long delayNanos(int at, int child) {
        return departureNanos[child] - timeNanos[at];
    }

    /** Number of the pair B→C that the child goes along. */
    int pair(int child) {
        return pairs.of(child);
    }

    /** Number of pairs. */
    int pairCount() {
        return pairs.count();
    }

    /** Whether the message at this index may have caused the child: not itself, nor a later row at the same time. */
    boolean mayCause(int at, int child) {
        int parent = row[at];
        return parent != child && (parent < child || timeNanos[at] < departureNanos[child]);
    }

    /** Nodes whose inside is out of sight: those that nobody watched, and those that serve no call. */
    private static boolean[] outside(MessageTable messages, NodeTimes times) {
        int[] served = new int[messages.nodes().size()];
        for (int i = 0; i < messages.size(); i++) {
            if (messages.role(i) == Role.REQUEST && !isSetup(messages, i)) {
                served[messages.destination(i)]++;
            }
        }
        boolean[] outside = new boolean[served.length];
        for (int node = 0; node < served.length; node++) {
            outside[node] = served[node] == 0 || !times.traced(node);
        }
        return outside;
    }

    private static boolean isSetup(MessageTable messages, int row) {
        return (messages.flags(row) & SightingCodec.FLAG_SETUP) != 0;
    }

    private boolean isCallFromOutside(int child) {
        return rolesCount && messages.role(child) == Role.REQUEST && outside[messages.source(child)];
    }

    private int[] countGroups(NodeTimes times, int[] start, int nodes) {
        for (int i = 0; i < messages.size(); i++) {
            if (isSetup(messages, i)) {
                continue;
            }
            if (times.receiptSeen(i)) {
                start[messages.destination(i) + 1]++;
            }
            start[nodes + pairs.of(i) + 1]++;
        }
        for (int group = 1; group < start.length; group++) {
            start[group] += start[group - 1];
        }
        return Arrays.copyOf(start, start.length);
    }

    private void fillGroups(NodeTimes times, int[] fill, int nodes) {
        int size = messages.size();
        long[] sent = new long[size];
        long[] received = new long[size];
        for (int i = 0; i < size; i++) {
            sent[i] = messages.sentNanos(i);
            received[i] = messages.receivedNanos(i);
        }
        for (int message : TimeOrder.of(received, sent, size)) {
            if (times.receiptSeen(message) && !isSetup(messages, message)) {
                put(fill, messages.destination(message), message, received[message]);
            }
        }
        for (int message = 0; message < size; message++) {
            if (!isSetup(messages, message)) {
                put(fill, nodes + pairs.of(message), message, times.atSenderNanos(message));
            }
        }
    }

    private void put(int[] fill, int group, int message, long nanos) {
        int at = fill[group]++;
        row[at] = message;
        timeNanos[at] = nanos;
    }

    private void find(NodeTimes times, int child, int[] start, int[] fill, int nodes) {
        if (isSetup(messages, child) || isCallFromOutside(child)) {
            return;
        }
        int group;
        if (times.sendingSeen(child)) {
            group = messages.source(child);
            departureNanos[child] = messages.sentNanos(child);
        } else {
            int back = pairs.reverseOf(child);
            if (back < 0) {
                return;
            }
            group = nodes + back;
            departureNanos[child] = times.atReceiverNanos(child);
        }
        begin[child] = start[group];
        end[child] = TimeOrder.firstFrom(timeNanos, start[group], fill[group], departureNanos[child] + 1);
    }
}

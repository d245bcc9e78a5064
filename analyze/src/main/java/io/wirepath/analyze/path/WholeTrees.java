package io.wirepath.analyze.path;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.Grouped;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeOrder;
import io.wirepath.flows.Role;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * How certain it is that a tree of calls is whole: that each of its calls has the cause it is shown with, and that no
 * other call belongs to it.
 *
 * <pre>
 *  P(tree) = Π over its calls  P(cause) · Π over calls outside (1 − P(this one is the cause)) · P(nothing was lost)
 *
 *  P(nothing was lost) = 1 − wrong ones among those that called more / those that called as little
 * </pre>
 *
 * <p>The last factor is what is expected of calls alike: where 700 requests for one operation made a call and 20 of
 * those links are expected to be wrong, 3 requests that made none have most likely lost theirs. It holds where the node
 * made other calls meanwhile, and where nobody watched the link to those whom requests alike called
 * ({@link WatchedLinks}). A call of a server has no cause only as surely as calls like it have none: what
 * caused it may be one that was not seen, or that TLS hides. Immutable.
 */
public final class WholeTrees {

    /** Half of one call: calls without a cause are as many as seen, less this; of few alike nothing is sure. */
    private static final double UNSEEN = 0.5;

    private final MessageTable messages;
    private final LinkTable links;
    private final CallTable calls;
    private final int[] callOf;
    /** Per call, whether what it is shown to have caused is all and only what it caused. */
    private final double[] own;
    /** Per call a bit for each node that it called, folded to 64. */
    private final long[] called;

    private final int[] children;
    private final double[] certainty;
    /** By root, that none of its calls lost one. */
    private final double[] nothingLost;

    /** Weighs all trees. */
    public WholeTrees(MessageTable messages, LinkTable links, CallTable calls) {
        this.messages = messages;
        this.links = links;
        this.calls = calls;
        callOf = calls.ofRows(messages.size());
        own = new double[calls.size()];
        called = new long[calls.size()];
        children = new int[calls.size()];
        certainty = new double[calls.size()];
        nothingLost = new double[calls.size()];
        Arrays.fill(own, 1);
        Arrays.fill(certainty, 1);
        Arrays.fill(nothingLost, 1);
        double[] sums = new double[calls.size()];
        for (int call = 0; call < calls.size(); call++) {
            weighCauses(call, sums);
        }
        expectOfAlike();
        expectUnwatched();
        for (int call = 0; call < calls.size(); call++) {
            certainty[calls.root()[call]] *= own[call];
        }
        for (int call = 0; call < calls.size(); call++) {
            certainty[call] *= nothingLost[call];
        }
        doubtHiddenCauses();
    }

    /** Probability that the tree that this call is in is whole and right. */
    public double certainty(int call) {
        return certainty[calls.root()[call]];
    }

    /** Probability that no call of the tree that begins with this message lost one: what links do not say. */
    double nothingLost(int row) {
        int call = callOf[row];
        return call == MessageTable.NONE ? 1 : nothingLost[calls.root()[call]];
    }

    /**
     * Gives its cause what speaks for it, and takes from all others what speaks for them.
     *
     * @param sums room for a number a call, all 0 before and after
     */
    private void weighCauses(int call, double[] sums) {
        int row = calls.request()[call];
        int parent = calls.parent()[call];
        if (parent == MessageTable.NONE) {
            certainty[call] = calls.probability()[call];
        } else {
            own[parent] *= calls.probability()[call];
            called[parent] |= 1L << messages.destination(row) % Long.SIZE;
            children[parent]++;
        }
        if (links.end(row) - links.first(row) < (parent == MessageTable.NONE ? 1 : 2)) {
            return;
        }
        for (int at = links.first(row); at < links.end(row); at++) {
            int cause = owner(links.parent(at));
            if (cause != MessageTable.NONE && cause != parent && cause != call) {
                sums[cause] += links.probability(at);
            }
        }
        for (int at = links.first(row); at < links.end(row); at++) {
            int cause = owner(links.parent(at));
            if (cause != MessageTable.NONE && sums[cause] > 0) {
                own[cause] *= Math.max(0, 1 - sums[cause]);
                sums[cause] = 0;
            }
        }
    }

    /** The call that was at work when it saw this message: what a response belongs to is what waited for it. */
    private int owner(int row) {
        int call = callOf[row];
        return call == MessageTable.NONE || messages.role(row) != Role.RESPONSE ? call : calls.parent()[call];
    }

    /** Requests for one thing for which the same nodes were called. */
    private static final class Alike {
        private long withOthers;
        /** Of those, as many as links alone say have lost something. */
        private double doubted;
        /** By bit of the node called, calls that are expected to have another cause. */
        private final double[] wrong = new double[Long.SIZE];

        /** Those that lost all calls which only these requests are shown with. */
        double lost(long more) {
            double least = Double.MAX_VALUE;
            for (long left = more; left != 0; left &= left - 1) {
                least = Math.min(least, wrong[Long.numberOfTrailingZeros(left)]);
            }
            return least;
        }
    }

    private void expectOfAlike() {
        OtherCalls elsewhere = new OtherCalls();
        Map<Long, Map<Long, Alike>> classes = new HashMap<>();
        boolean[] withOthers = new boolean[calls.size()];
        for (int call = 0; call < calls.size(); call++) {
            withOthers[call] = elsewhere.during(call) > children[call];
            if (withOthers[call]) {
                Alike alike = alike(classes, call);
                alike.withOthers++;
                alike.doubted += 1 - own[call];
            }
            int parent = calls.parent()[call];
            if (parent != MessageTable.NONE) {
                int node = messages.destination(calls.request()[call]);
                alike(classes, parent).wrong[node % Long.SIZE] += 1 - calls.probability()[call];
            }
        }
        for (int call = 0; call < calls.size(); call++) {
            if (withOthers[call]) {
                long few = called[call];
                double lost = classes.getOrDefault(asked(call), Map.of()).entrySet().stream()
                        .filter(each -> each.getKey() != few && (each.getKey() & few) == few)
                        .mapToDouble(each -> each.getValue().lost(each.getKey() & ~few))
                        .sum();
                Alike alike = alike(classes, call);
                double more = Math.max(0, lost - alike.doubted);
                nothingLost[calls.root()[call]] *= Math.max(0, 1 - more / alike.withOthers);
            }
        }
    }

    /** Requests for one thing: of those whose links of a group were watched, how many show a call on one of them. */
    private static final class Expected {
        private final int[] watched = new int[Long.SIZE];
        private final int[] called = new int[Long.SIZE];
    }

    /** What requests alike called over links that nobody watched at that time may be missing. */
    private void expectUnwatched() {
        WatchedLinks links = new WatchedLinks(messages);
        if (!links.differ()) {
            return;
        }
        long[] groups = new long[calls.size()];
        long all = 0;
        for (int call = 0; call < calls.size(); call++) {
            int group = links.group(calls.request()[call]);
            if (calls.parent()[call] != MessageTable.NONE && group != MessageTable.NONE) {
                groups[calls.parent()[call]] |= 1L << group;
                all |= 1L << group;
            }
        }
        Map<Long, Expected> classes = new HashMap<>();
        for (int call = 0; call < calls.size(); call++) {
            Expected expected = classes.computeIfAbsent(asked(call), unseen -> new Expected());
            for (long left = all; left != 0; left &= left - 1) {
                int group = Long.numberOfTrailingZeros(left);
                expected.watched[group] += unwatched(links, group, call) < UNSEEN ? 1 : 0;
                expected.called[group] += (int) (groups[call] >>> group & 1);
            }
        }
        for (int call = 0; call < calls.size(); call++) {
            Expected expected = Objects.requireNonNull(classes.get(asked(call)));
            for (long left = all & ~groups[call]; left != 0; left &= left - 1) {
                int group = Long.numberOfTrailingZeros(left);
                double share = Math.min(1, (expected.called[group] + UNSEEN) / (expected.watched[group] + 2 * UNSEEN));
                nothingLost[calls.root()[call]] *= 1 - share * unwatched(links, group, call);
            }
        }
    }

    /** How surely nobody watched the links of a group for a part of the time that a call takes. */
    private double unwatched(WatchedLinks links, int group, int call) {
        long from = messages.timeNanos(calls.request()[call]);
        int answer = calls.response()[call];
        return links.unwatched(group, from, answer == MessageTable.NONE ? from : messages.timeNanos(answer));
    }

    private Alike alike(Map<Long, Map<Long, Alike>> classes, int call) {
        return classes.computeIfAbsent(asked(call), unseen -> new HashMap<>())
                .computeIfAbsent(called[call], unseen -> new Alike());
    }

    /** What a call asks, as far as known: who serves it and the operation. */
    private long asked(int call) {
        int row = calls.request()[call];
        long server = ((long) messages.destination(row) << Short.SIZE) + messages.destinationPort(row);
        return server * Integer.MAX_VALUE + messages.operationNumber(row);
    }

    /** Times of the calls that each node made. */
    private final class OtherCalls {
        private final Grouped sender =
                Grouped.of(messages.nodes().size(), calls.size(), call -> messages.source(calls.request()[call]));
        private final long[] sent = sender.all()
                .mapToLong(call -> messages.timeNanos(calls.request()[call]))
                .toArray();

        OtherCalls() {
            for (int node = 0; node < messages.nodes().size(); node++) {
                Arrays.sort(sent, sender.first(node), sender.end(node));
            }
        }

        /** Calls that the server made while it was at work for this call. */
        int during(int call) {
            int row = calls.request()[call];
            int answer = calls.response()[call];
            long until = answer == MessageTable.NONE ? Long.MAX_VALUE : messages.timeNanos(answer);
            int node = messages.destination(row);
            return answer == MessageTable.NONE && calls.isOneWay(messages, call)
                    ? 0
                    : place(node, until) - place(node, messages.timeNanos(row));
        }

        private int place(int node, long nanos) {
            return TimeOrder.firstFrom(sent, sender.first(node), sender.end(node), nanos);
        }
    }

    private void doubtHiddenCauses() {
        boolean[] serves = new boolean[messages.nodes().size()];
        Map<Long, double[]> rootsOf = new HashMap<>();
        for (int call = 0; call < calls.size(); call++) {
            serves[messages.destination(calls.request()[call])] = true;
            double[] alike = rootsOf.computeIfAbsent(likeness(call), unseen -> new double[2]);
            alike[0]++;
            alike[1] += calls.root()[call] == call ? 1 : 0;
        }
        for (int call = 0; call < calls.size(); call++) {
            if (calls.root()[call] == call && serves[messages.source(calls.request()[call])]) {
                double[] alike = rootsOf.getOrDefault(likeness(call), new double[2]);
                certainty[call] *= alike[1] / (alike[0] + UNSEEN);
            }
        }
    }

    /** Equal for calls of one node to the same address and port for the same operation, of equal length. */
    private long likeness(int call) {
        int row = calls.request()[call];
        return (asked(call) * Short.MAX_VALUE + messages.source(row)) * Short.MAX_VALUE + messages.lengthBytes(row);
    }
}

package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import io.wirepath.flows.Median;
import io.wirepath.flows.SightingCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.collections.LongArrayList;

/**
 * Says which calls are made again: retried after a failure, or hedged (sent once more while the first one waits; Dean
 * and Barroso, <i>The tail at scale</i>, CACM 2013). A call is made again if one for the same cause, to the same role,
 * that says the same came before it: equal in length, first words and most of what is rare in it. Who hedges waits for
 * as long as an answer usually takes: what is sent sooner was asked for twice.
 */
final class RepeatedCalls implements Detector {

    /** Earlier calls for the same cause that one is compared with. */
    private static final int MAX_COMPARED = 16;

    private static final class Tally {
        final LongArrayList nanos = new LongArrayList();
        double usualNanos;
        int calls;
        int retried;
        int hedged;
        final BitSet callers = new BitSet();
    }

    @Override
    public List<Finding> detect(DetectorInput input) {
        int[] roleOf = input.roleOf();
        NodeTimes times = new NodeTimes(input.messages());
        Map<Long, Tally> tallies = tallies(input, roleOf);
        CallTable calls = input.calls();
        for (int parent = 0; parent < calls.size(); parent++) {
            for (int at = input.served().firstChild(parent); at < input.served().endChild(parent); at++) {
                int call = input.served().child(at);
                Tally tally = tallies.get(key(input, roleOf, call));
                if (tally != null && !calls.isOneWay(input.messages(), call) && isSure(input, parent, call)) {
                    tally.calls++;
                    if (isAgain(input, times, roleOf, parent, at, tally)) {
                        tally.callers.set(input.messages().source(calls.request()[call]));
                    }
                }
            }
        }
        List<Finding> findings = new ArrayList<>();
        tallies.forEach((key, tally) -> {
            int again = tally.retried + tally.hedged;
            if (again >= DetectorInput.FEW && again >= DetectorInput.MIN_SHARE * tally.calls) {
                findings.add(finding(input, (int) (key >>> Integer.SIZE), (int) (long) key, tally));
            }
        });
        return findings;
    }

    /**
     * Whether both were seen, and this was surely called for that by the node that received it: not by one behind it.
     */
    private static boolean isSure(DetectorInput input, int parent, int call) {
        MessageTable messages = input.messages();
        int request = input.calls().request()[call];
        int cause = input.calls().request()[parent];
        return messages.source(request) == messages.destination(cause)
                && input.calls().probability()[call] >= DetectorInput.SURE
                && !messages.isUnseen(request)
                && !messages.isUnseen(cause);
    }

    /** For each pair of roles how long answers usually take. */
    private static Map<Long, Tally> tallies(DetectorInput input, int[] roleOf) {
        Map<Long, Tally> tallies = new TreeMap<>();
        for (int call = 0; call < input.calls().size(); call++) {
            if (input.served().isTimed(call)) {
                tallies.computeIfAbsent(key(input, roleOf, call), unseen -> new Tally())
                        .nanos
                        .addLong(input.served().roundTripNanos(call));
            }
        }
        for (Tally tally : tallies.values()) {
            double[] sorted = Arrays.stream(tally.nanos.toLongArray())
                    .sorted()
                    .asDoubleStream()
                    .toArray();
            tally.usualNanos = Median.middle(sorted);
        }
        return tallies;
    }

    private static long key(DetectorInput input, int[] roleOf, int call) {
        int request = input.calls().request()[call];
        return KeyNumbers.pair(
                roleOf[input.messages().source(request)],
                roleOf[input.messages().destination(request)]);
    }

    /** Whether a call is made again; counts it. */
    private static boolean isAgain(
            DetectorInput input, NodeTimes times, int[] roleOf, int parent, int at, Tally tally) {
        CallTable calls = input.calls();
        MessageTable messages = input.messages();
        int call = input.served().child(at);
        long sent = times.atSenderNanos(calls.request()[call]);
        int first = Math.max(input.served().firstChild(parent), at - MAX_COMPARED);
        for (int before = at - 1; before >= first; before--) {
            int other = input.served().child(before);
            if (!isSure(input, parent, other)
                    || !saysTheSame(messages, roleOf, calls.request()[other], calls.request()[call])) {
                continue;
            }
            int response = calls.response()[other];
            if (response == MessageTable.NONE || times.atReceiverNanos(response) > sent) {
                long waited = sent - times.atSenderNanos(calls.request()[other]);
                tally.hedged += waited >= tally.usualNanos ? 1 : 0;
                return waited >= tally.usualNanos;
            }
            if (calls.isFailed(messages, other)) {
                tally.retried++;
                return true;
            }
        }
        return false;
    }

    private static boolean saysTheSame(MessageTable messages, int[] roleOf, int one, int other) {
        boolean same = roleOf[messages.destination(one)] == roleOf[messages.destination(other)]
                && messages.destinationPort(one) == messages.destinationPort(other)
                && messages.protocol(one) == messages.protocol(other)
                && messages.lengthBytes(one) == messages.lengthBytes(other);
        for (int i = 0; i < MessageTable.TYPE_WORDS && same; i++) {
            same = messages.typeWord(one, i) == messages.typeWord(other, i);
        }
        return same && isSameContent(messages, one, other);
    }

    /** Most of the rare words of the one are in the other; nothing is told where there are none. */
    private static boolean isSameContent(MessageTable messages, int one, int other) {
        int known = 0;
        int common = 0;
        for (int i = 0; i < SightingCodec.SIGNATURE_HASHES; i++) {
            int hash = messages.signature(one, i);
            known += hash != 0 ? 1 : 0;
            boolean found = false;
            for (int j = 0; j < SightingCodec.SIGNATURE_HASHES && hash != 0; j++) {
                found |= messages.signature(other, j) == hash;
            }
            common += found ? 1 : 0;
        }
        return known > 0 && common >= ChangeModel.MOST * known;
    }

    private static Finding finding(DetectorInput input, int from, int to, Tally tally) {
        RoleSummary caller = input.roles().get(from);
        RoleSummary callee = input.roles().get(to);
        int again = tally.retried + tally.hedged;
        return new Finding(
                        Finding.Severity.FACT,
                        "calls-made-again",
                        caller.name() + " makes at least " + DelayText.share((double) again / tally.calls)
                                + " of its calls to "
                                + callee.name() + " again: " + tally.retried + " after a failure, " + tally.hedged
                                + " while it waits for the first",
                        again + " of " + tally.calls
                                + " calls with a sure cause say the same as one before them that was made for the same"
                                + " request and had failed (retries), or had no answer yet (hedged requests, or retries after a"
                                + " timeout). What is sent sooner after the first than that usually takes may go beside"
                                + " it, and does not count.",
                        caller.nodes().stream().map(input::name).toList(),
                        0,
                        0)
                .restingOn(tally.callers.cardinality());
    }
}

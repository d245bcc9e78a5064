package io.wirepath.causes.linking;

import io.wirepath.causes.MessageTable;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Role;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.agrona.collections.IntArrayList;

/**
 * What made a peer send a message that answers nothing: the answer to what it asked before, in the iterative lookups of
 * distributed hash tables, or a message that it hands on, in recursive ones (WAP5 §2.2, §6.4).
 *
 * <p>Such messages are a {@link CauseMixture}: some have a cause, the others begin a lookup. Peers are equal, so all of
 * a port have the same shares and densities of the pause; each has too few messages to tell them alone. Not
 * thread-safe.
 */
final class PeerCauses {

    /** Causes of a kind that are looked at, the latest. */
    private static final int MAX = 16;

    private static final long LONGEST_NANOS = 2_000_000_000L;
    private static final long SHORTEST_NANOS = 1 << 14;
    private static final int BINS = 18;

    private final MessageTable messages;
    private final CauseMixture mixture;
    private final BitSet known = new BitSet();
    private final double spanNanos;

    /** What a peer received, in order of rows, by what it may be the cause of. */
    private record Received(IntArrayList answers, IntArrayList others) {}

    private final Map<Integer, Received> received = new HashMap<>();

    private PeerCauses(MessageTable messages) {
        this.messages = messages;
        mixture = new CauseMixture(messages.size());
        spanNanos =
                messages.size() == 0 ? 1 : (double) messages.timeNanos(messages.size() - 1) - messages.timeNanos(0) + 1;
    }

    /**
     * Causes of requests among answers alone, where an algorithm has told which requests were made for others.
     *
     * @param own whether a request was probably made for no other
     */
    static PeerCauses amongAnswers(MessageTable messages, IntPredicate own) {
        PeerCauses causes = new PeerCauses(messages);
        causes.collect(row -> messages.role(row) == Role.REQUEST && own.test(row), false);
        return causes;
    }

    /** Causes of all that answers nothing, among all that came. */
    static PeerCauses amongAll(MessageTable messages) {
        PeerCauses causes = new PeerCauses(messages);
        causes.collect(row -> OwnerLinks.opens(messages, row), true);
        return causes;
    }

    /** Whether this is a message of peers that answers nothing. */
    boolean knows(int row) {
        return known.get(row);
    }

    /** Tells the messages that may have caused this one; gives the probability that none did. */
    double causes(int row, CauseMixture.CauseSink to) {
        return mixture.causes(row, to);
    }

    private boolean isOfPeers(int row) {
        return messages.transport(row) == IpProtocol.UDP && messages.sourcePort(row) == messages.destinationPort(row);
    }

    private void collect(IntPredicate wanted, boolean all) {
        Map<Integer, IntArrayList> ofPort = new TreeMap<>();
        for (int row = 0; row < messages.size(); row++) {
            int request = messages.role(row) == Role.RESPONSE ? messages.partner(row) : row;
            if (request == MessageTable.NONE || !isOfPeers(row) || !wanted.test(request)) {
                continue;
            }
            Received of = received.computeIfAbsent(
                    messages.destination(row), node -> new Received(new IntArrayList(), new IntArrayList()));
            if (messages.role(row) == Role.RESPONSE) {
                of.answers.addInt(row);
            } else {
                known.set(row);
                ofPort.computeIfAbsent(messages.sourcePort(row), port -> new IntArrayList())
                        .addInt(row);
                if (all) {
                    of.others.addInt(row);
                }
            }
        }
        ofPort.values().forEach(this::addCandidates);
        if (!ofPort.isEmpty()) {
            mixture.fit();
        }
    }

    private void addCandidates(IntArrayList rows) {
        CauseMixture.Group group = mixture.group(rows.size());
        CauseMixture.Source answers = group.source(widths(), 0.3);
        CauseMixture.Source others = group.source(widths(), 0.3);
        rows.forEach(row -> {
            Received before = received.get(messages.source(row));
            if (before != null) {
                candidates(row, before.answers, answers);
                candidates(row, before.others, others);
            }
        });
    }

    /** Rows are in order of time, and so nearly are the times at which messages come. */
    private void candidates(int row, IntArrayList before, CauseMixture.Source source) {
        double rate = before.size() / spanNanos;
        int at = 0;
        for (int high = before.size(); at < high; ) {
            int middle = (at + high) >>> 1;
            if (before.getInt(middle) < row) {
                at = middle + 1;
            } else {
                high = middle;
            }
        }
        for (int seen = 0; --at >= 0 && seen < MAX; seen++) {
            long pause = messages.timeNanos(row) - OwnerLinks.receivedNanos(messages, before.getInt(at));
            if (pause > LONGEST_NANOS) {
                return;
            }
            if (pause >= 0) {
                mixture.add(row, before.getInt(at), source, bin(pause), rate);
            }
        }
    }

    /** By doublings of the pause, beginning with all that are shorter than {@value #SHORTEST_NANOS} ns. */
    private static int bin(long pauseNanos) {
        long quotient = pauseNanos / SHORTEST_NANOS;
        return Math.min(BINS - 1, Long.SIZE - Long.numberOfLeadingZeros(quotient));
    }

    private static double[] widths() {
        double[] widths = new double[BINS];
        for (int bin = 0; bin < BINS; bin++) {
            widths[bin] = bin == 0 ? SHORTEST_NANOS : SHORTEST_NANOS * Math.pow(2, bin - 1.0);
        }
        return widths;
    }
}

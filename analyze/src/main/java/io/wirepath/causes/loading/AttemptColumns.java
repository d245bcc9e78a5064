package io.wirepath.causes.loading;

import io.wirepath.causes.ConnectionAttempt;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.AddressText;
import io.wirepath.flows.Outcome;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The attempts to open connections that failed. Only messages make nodes: who scans a network must not fill the report
 * with addresses. Which attempts have an end at a node is told when all messages are there. Not thread-safe.
 */
final class AttemptColumns {

    private static final long NANOS_PER_MICRO = 1000;

    /** What two sniffers see of one attempt lies nearer to each other than this, whatever their clocks leave. */
    private static final long ONE_MOMENT_NANOS = 5_000_000;

    /** One end of an attempt. */
    record Address(long high, long low) {}

    private record Seen(long nanos, Address source, Address destination, int port, int sniffer, boolean refused) {}

    private final Map<String, String> names;
    private final List<Seen> all = new ArrayList<>();

    /**
     * Starts without attempts.
     *
     * @param names name by address, as text
     */
    AttemptColumns(Map<String, String> names) {
        this.names = names;
    }

    /** Adds an attempt. */
    void add(MessageRecord attempt) {
        boolean sent = attempt.sentNanos() != MessageCodec.NIL;
        long seenNanos = sent ? attempt.sentNanos() : attempt.receivedNanos();
        all.add(new Seen(
                seenNanos - attempt.setUpMicros() * NANOS_PER_MICRO,
                new Address(attempt.sourceHigh(), attempt.sourceLow()),
                new Address(attempt.destinationHigh(), attempt.destinationLow()),
                attempt.destinationPort(),
                sent ? attempt.senderSniffer() : attempt.receiverSniffer(),
                attempt.outcome() == Outcome.REFUSED));
    }

    /**
     * Those with an end at a node, in order of time.
     *
     * @param nodeOf number of the node with an address, or {@link MessageTable#NONE}
     */
    List<ConnectionAttempt> build(ToIntFunction<Address> nodeOf) {
        List<ConnectionAttempt> attempts = new ArrayList<>();
        for (Seen own : all) {
            int source = nodeOf.applyAsInt(own.source());
            int destination = nodeOf.applyAsInt(own.destination());
            if (source != MessageTable.NONE || destination != MessageTable.NONE) {
                String address = AddressText.of(
                        own.destination().high(), own.destination().low());
                attempts.add(new ConnectionAttempt(
                        own.nanos(),
                        source,
                        destination,
                        names.getOrDefault(address, address),
                        own.port(),
                        own.sniffer(),
                        own.refused()));
            }
        }
        attempts.sort(Comparator.comparingLong(ConnectionAttempt::nanos));
        return withoutTranslated(attempts);
    }

    /**
     * Without those that another sniffer saw again behind a translator of addresses: nothing was said that would tell
     * that both are one, but the same node tried at the same moment, with the same end, and the first address has no
     * messages.
     */
    static List<ConnectionAttempt> withoutTranslated(List<ConnectionAttempt> attempts) {
        BitSet behind = new BitSet();
        List<ConnectionAttempt> once = new ArrayList<>();
        for (int at = 0; at < attempts.size(); at++) {
            int same = attempts.get(at).destination() == MessageTable.NONE ? behind(attempts, at, behind) : -1;
            if (same >= 0) {
                behind.set(same);
            } else {
                once.add(attempts.get(at));
            }
        }
        return List.copyOf(once);
    }

    /** The first that may be this one behind a translator, of those that are no other one; -1 where there is none. */
    private static int behind(List<ConnectionAttempt> attempts, int at, BitSet taken) {
        ConnectionAttempt own = attempts.get(at);
        int first = at;
        while (first > 0 && attempts.get(first - 1).nanos() >= own.nanos() - ONE_MOMENT_NANOS) {
            first--;
        }
        for (int i = first; i < attempts.size() && attempts.get(i).nanos() <= own.nanos() + ONE_MOMENT_NANOS; i++) {
            ConnectionAttempt other = attempts.get(i);
            if (!taken.get(i)
                    && own.source() != MessageTable.NONE
                    && other.source() == own.source()
                    && other.destination() != MessageTable.NONE
                    && other.sniffer() != own.sniffer()
                    && other.refused() == own.refused()) {
                return i;
            }
        }
        return -1;
    }
}

package io.wirepath.appliance.imports;

import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import org.jspecify.annotations.Nullable;

/**
 * A message of a trace that is no capture.
 *
 * @param sentNanos when it left, ns since the epoch; {@link #UNKNOWN} if nobody was there
 * @param receivedNanos when it had arrived; the same
 * @param source who sent it
 * @param destination whom it reached
 * @param connection what tells connections of the file apart
 * @param transport 6 TCP, 17 UDP
 * @param role what it is to its call
 * @param call number of the call within the connection; {@link #IN_ORDER} where requests and responses are paired in
 *     order
 * @param protocol what it speaks
 * @param lengthBytes its length, at least 1
 * @param flags FLAG_ bits of a sighting
 * @param outcome how a request ended, as in {@link io.wirepath.flows.Outcome}
 * @param place what tells it from all others, where another file may tell of the same message; null where none does
 */
record ImportedMessage(
        long sentNanos,
        long receivedNanos,
        ImportedEnd source,
        ImportedEnd destination,
        long connection,
        int transport,
        Role role,
        long call,
        Protocol protocol,
        long lengthBytes,
        int flags,
        int outcome,
        @Nullable Place place) {

    /**
     * What two files know a message by.
     *
     * @param digest of the two ends and what follows
     * @param streamOffset bytes that its sender had sent before on the connection
     */
    record Place(long digest, long streamOffset) {}

    static final long UNKNOWN = Long.MIN_VALUE;
    static final long IN_ORDER = Long.MIN_VALUE + 1;

    /** A request or response of a call that has its connection to itself. */
    static ImportedMessage of(
            long sentNanos,
            long receivedNanos,
            ImportedEnd source,
            ImportedEnd destination,
            long connection,
            Role role,
            long lengthBytes,
            int outcome) {
        long call = role == Role.ONE_WAY ? UNKNOWN : 0;
        return new ImportedMessage(
                sentNanos,
                receivedNanos,
                source,
                destination,
                connection,
                IpProtocol.TCP,
                role,
                call,
                Protocol.UNKNOWN,
                Math.max(1, lengthBytes),
                0,
                outcome,
                null);
    }

    /** The same, with another number of its call. */
    ImportedMessage ofCall(long number) {
        return new ImportedMessage(
                sentNanos,
                receivedNanos,
                source,
                destination,
                connection,
                transport,
                role,
                number,
                protocol,
                lengthBytes,
                flags,
                outcome,
                place);
    }
}

package io.wirepath.imports;

import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import org.jspecify.annotations.Nullable;

/**
 * A message of a trace, not a capture.
 *
 * @param sentNanos when it left, ns since the epoch; {@link #UNKNOWN} if nobody was there
 * @param receivedNanos when it had arrived; the same
 * @param source who sent it
 * @param destination the receiver
 * @param connection what tells connections of the file apart
 * @param transport 6 TCP, 17 UDP
 * @param role what it is to its call
 * @param call number of the call within the connection; {@link #IN_ORDER} where requests and responses are paired in
 *     order
 * @param callDigest digest of what the trace calls the call, the same in all its files; 0 where it does not
 * @param protocol what it speaks
 * @param lengthBytes its length, at least 1
 * @param flags FLAG_ bits of a sighting; that of both ends counts where both times are known
 * @param outcome how a request ended, as in {@link io.wirepath.flows.Outcome}
 * @param place what tells it from all others, where another file may tell of the same message; null where none does
 * @param wire the ends as its packets carry them
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
        long callDigest,
        Protocol protocol,
        long lengthBytes,
        int flags,
        int outcome,
        @Nullable Place place,
        Wire wire) {

    /**
     * Ends as packets carry them: where the node is a process, these are the addresses of its machine.
     *
     * @param source who sent it; port 0 where the trace does not tell
     * @param destination the receiver; the same
     */
    record Wire(ImportedEnd source, ImportedEnd destination) {

        /** No packet carries the message. */
        static final Wire NONE = new Wire(new ImportedEnd(0, 0, 0, ""), new ImportedEnd(0, 0, 0, ""));
    }

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
                0,
                Protocol.UNKNOWN,
                Math.max(1, lengthBytes),
                SightingCodec.FLAG_BOTH_ENDS,
                outcome,
                null,
                new Wire(source, destination));
    }

    /** The same, at other times. */
    ImportedMessage at(long sent, long received) {
        return with(sent, received, source, destination, connection, call, wire);
    }

    /** The same, between other ends on the wire. */
    ImportedMessage onWire(ImportedEnd from, ImportedEnd to) {
        return with(sentNanos, receivedNanos, source, destination, connection, call, new Wire(from, to));
    }

    /** The same, between other nodes. */
    ImportedMessage between(ImportedEnd from, ImportedEnd to) {
        return with(sentNanos, receivedNanos, from, to, connection, call, wire);
    }

    /** The same, as a file tells it that knows the connection by another number. */
    ImportedMessage onConnection(long number, ImportedEnd from, ImportedEnd to) {
        return with(sentNanos, receivedNanos, from, to, number, call, wire);
    }

    /** The same, with another number of its call. */
    ImportedMessage ofCall(long number) {
        return with(sentNanos, receivedNanos, source, destination, connection, number, wire);
    }

    private ImportedMessage with(
            long sent, long received, ImportedEnd from, ImportedEnd to, long numbered, long ofCall, Wire ends) {
        return new ImportedMessage(
                sent,
                received,
                from,
                to,
                numbered,
                transport,
                role,
                ofCall,
                callDigest,
                protocol,
                lengthBytes,
                flags,
                outcome,
                place,
                ends);
    }

    /** When it was sent, or where that is not told when it had arrived. */
    long timeNanos() {
        return sentNanos == UNKNOWN ? receivedNanos : sentNanos;
    }
}

package io.wirepath.bench.wire;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call, or a message that belongs to none: what must be the same whatever is lost elsewhere. */
record Exchange(Message first, @Nullable Message answer) {

    /** A message as it was found: where it went, when, and what it is. */
    record Message(
            Flow flow,
            long firstNanos,
            long lastNanos,
            long length,
            long missing,
            Protocol protocol,
            Role role,
            boolean setUp,
            String outcome) {

        /** The same, at another time. */
        Message at(long firstNanos, long lastNanos) {
            return new Message(flow, firstNanos, lastNanos, length, missing, protocol, role, setUp, outcome);
        }

        /** The same, with no word of what is missing of it. */
        Message whole() {
            return new Message(flow, firstNanos, lastNanos, length, 0, protocol, role, setUp, outcome);
        }

        /** The same as a message of a call that is no set-up. */
        Message ofCall() {
            return new Message(flow, firstNanos, lastNanos, length, missing, protocol, role, false, outcome);
        }

        /** The same, with no word of how it ended. */
        Message ofUnknownOutcome() {
            return new Message(flow, firstNanos, lastNanos, length, missing, protocol, role, setUp, "");
        }

        static Message of(Sighting sighting) {
            Protocol protocol = sighting.protocol() == Protocol.GRPC ? Protocol.HTTP2 : sighting.protocol();
            return new Message(
                    new Flow(
                            sighting.sourceHigh(),
                            sighting.sourceLow(),
                            sighting.sourcePort(),
                            sighting.destinationHigh(),
                            sighting.destinationLow(),
                            sighting.destinationPort()),
                    sighting.firstByteNanos(),
                    sighting.lastByteNanos(),
                    sighting.lengthBytes(),
                    // of some only the flag tells that their beginning is missing
                    Math.max(sighting.missingBytes(), (sighting.flags() & SightingCodec.FLAG_GAP) != 0 ? 1 : 0),
                    protocol,
                    sighting.role(),
                    (sighting.flags() & SightingCodec.FLAG_SETUP) != 0,
                    // compressed by what went before: not known behind a gap, which is no fault
                    protocol == Protocol.HTTP2 ? "" : Outcome.text(sighting.outcome()));
        }
    }

    /** One direction between two endpoints. */
    record Flow(long sourceHigh, long sourceLow, int sourcePort, long high, long low, int port) {

        /** The other direction. */
        Flow back() {
            return new Flow(high, low, port, sourceHigh, sourceLow, sourcePort);
        }
    }

    /** The same, with no word of what is missing. */
    Exchange whole() {
        return new Exchange(first.whole(), answer == null ? null : answer.whole());
    }

    /** The same, with no word of how it ended. */
    Exchange ofUnknownOutcome() {
        return new Exchange(first.ofUnknownOutcome(), answer == null ? null : answer.ofUnknownOutcome());
    }

    /** What it consists of. */
    List<Message> messages() {
        return answer == null ? List.of(first) : List.of(first, answer);
    }

    /** Whether bytes of it are missing. */
    boolean isIncomplete() {
        return messages().stream().anyMatch(message -> message.missing > 0);
    }

    /** Whether nothing was said: it is an attempt to connect, of which any frame tells. */
    boolean isAttempt() {
        return first.length == 0;
    }

    /** The protocol of the first message. */
    Protocol protocol() {
        return first.protocol;
    }
}

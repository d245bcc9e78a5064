package io.wirepath.causes.joint.scene;

import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;

/**
 * Talks with a server whose messages are no calls: over WebSockets, or in streams of gRPC. Who opened the connection
 * leads: what it says next is not because of what the server said, as a client's next request is not because of an
 * answer.
 *
 * <pre>
 *  opener      says 1 ──►            says 2 ──►
 *  server                ◄── pushes 1          ◄── pushes 2        pushes 1 is no cause of says 2, but may be one of a call elsewhere
 * </pre>
 */
final class Talks {

    private static final long PORTS = 1 << 16;

    private Talks() {}

    /** The talk, by its server, in which this message is told to who leads it; or {@link Scene#NO_TALK}. */
    static long toOpener(MessageTable messages, int row) {
        return isTalk(messages, row) && !isFromOpener(messages, row)
                ? messages.source(row) * PORTS + messages.sourcePort(row)
                : Scene.NO_TALK;
    }

    /** The talk in which who leads it says this; or {@link Scene#NO_TALK}. */
    static long fromOpener(MessageTable messages, int row) {
        return isTalk(messages, row) && isFromOpener(messages, row)
                ? messages.destination(row) * PORTS + messages.destinationPort(row)
                : Scene.NO_TALK;
    }

    private static boolean isTalk(MessageTable messages, int row) {
        Protocol protocol = messages.protocol(row);
        return messages.role(row) == Role.ONE_WAY && (protocol == Protocol.WEBSOCKET || protocol == Protocol.GRPC);
    }

    private static boolean isFromOpener(MessageTable messages, int row) {
        return (messages.flags(row) & SightingCodec.FLAG_FROM_OPENER) != 0;
    }
}

package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;

/** Framers at rest, by protocol. Not thread-safe. */
public final class FramerPool {

    private final Map<Protocol, ArrayDeque<MessageFramer>> resting = new EnumMap<>(Protocol.class);

    /** Makes an empty pool. */
    public FramerPool() {
        for (Protocol protocol : Protocol.values()) {
            resting.put(protocol, new ArrayDeque<>());
        }
    }

    /** A framer for this protocol, to be {@linkplain MessageFramer#reset reset} before use. */
    public MessageFramer acquire(Protocol protocol) {
        MessageFramer framer = at(protocol).poll();
        return framer == null ? ProtocolSpec.newFramer(protocol) : framer;
    }

    /** A framer for an unknown protocol whose shape was learnt, ready for use. */
    public MessageFramer acquire(LearntShape shape, FramerContext context) {
        MessageFramer framer = acquire(Protocol.LENGTH_PREFIXED);
        framer.reset(context);
        if (framer instanceof LearntFramer learnt) {
            learnt.learn(shape);
        }
        return framer;
    }

    /** Takes a framer back. */
    public void release(MessageFramer framer) {
        framer.reset(NoContext.INSTANCE);
        at(framer.protocol()).push(framer);
    }

    private ArrayDeque<MessageFramer> at(Protocol protocol) {
        Protocol kind = switch (protocol) {
            case GRPC -> Protocol.HTTP2;
            case ECHOED_FIELD -> Protocol.LENGTH_PREFIXED;
            default -> protocol;
        };
        ArrayDeque<MessageFramer> framers = resting.get(kind);
        if (framers == null) {
            throw new IllegalArgumentException("no framer for " + protocol);
        }
        return framers;
    }
}

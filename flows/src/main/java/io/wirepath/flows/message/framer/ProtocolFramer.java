package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;

/** What every framer has: its protocol, and what is known of the connection that it reads. Reused; not thread-safe. */
abstract class ProtocolFramer implements MessageFramer {

    private final Protocol protocol;
    private FramerContext context = NoContext.INSTANCE;

    ProtocolFramer(Protocol protocol) {
        this.protocol = protocol;
    }

    @Override
    public Protocol protocol() {
        return protocol;
    }

    @Override
    public final void reset(FramerContext other) {
        context = other;
        onBegin();
    }

    /** Forgets all that is kept of the connection before. */
    protected abstract void onBegin();

    /** What is known of the connection. */
    protected final FramerContext context() {
        return context;
    }

    /** Whether the side that asks sends this direction. */
    protected final boolean asks(int direction) {
        return direction == context.requester();
    }
}

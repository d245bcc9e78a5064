package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.SightingSink.NameOrigin;
import java.nio.ByteBuffer;

/** Knows nothing and wants nothing: the context of a framer that rests in the pool, or of first bytes alone. */
public class NoContext implements FramerContext {

    static final NoContext INSTANCE = new NoContext();

    /** For who looks at first bytes alone. */
    protected NoContext() {}

    @Override
    public int requester() {
        return 0;
    }

    @Override
    public boolean isRequesterKnown() {
        return false;
    }

    @Override
    public boolean fromStart() {
        return false;
    }

    @Override
    public Protocol usual() {
        return Protocol.UNKNOWN;
    }

    @Override
    public boolean wantsOperations() {
        return false;
    }

    @Override
    public boolean wantsIdentifiers() {
        return false;
    }

    @Override
    public void learnRequester(int direction) {}

    @Override
    public void onServerName(int serverDirection, ByteBuffer bytes, int offset, int length, NameOrigin origin) {}

    @Override
    public void onName(
            long addressHigh, long addressLow, ByteBuffer bytes, int offset, int length, NameOrigin origin) {}
}

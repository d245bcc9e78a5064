package io.wirepath.flows.message;

import io.wirepath.flows.Connection;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.flows.message.framer.FramerContext;
import io.wirepath.flows.message.framer.MessageFramer;
import io.wirepath.flows.names.NameFilter;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What the message layer knows of a connection. Pooled; hangs at {@link Connection#attachment}. */
final class Conversation implements FramerContext {

    private static final int UNDECIDED = -1;

    final Side forward = new Side(0);
    final Side backward = new Side(1);
    final CallMatcher calls = new CallMatcher();

    private final NameFilter names;
    private @Nullable Connection connection;

    /** The framer that the bytes chose; null while turns cut the stream. */
    @Nullable
    MessageFramer framer;

    /** How many more message starts are looked at for a protocol. */
    int choicesLeft;

    /** Whether the next message starts with bytes that a framer has just given up. */
    boolean mistrusted;

    /** Whether a response came since the last request; for datagrams. */
    boolean answered;

    /** How many runs in a row ended by idling and went on in the same direction. */
    int idleRuns;

    private int requester;

    /** Links of the {@link IdleList}. */
    @Nullable
    Conversation later;

    boolean watched;
    long watchedSinceNanos;

    Conversation(NameFilter names) {
        this.names = names;
    }

    /** Starts on a connection. */
    void reset(Connection connection, int choices) {
        this.connection = connection;
        forward.reset();
        backward.reset();
        calls.reset();
        framer = null;
        choicesLeft = choices;
        mistrusted = false;
        answered = false;
        idleRuns = 0;
        requester = UNDECIDED;
    }

    /** Forgets the connection, which is over. */
    void clear() {
        connection = null;
        framer = null;
    }

    /** Whether the connection is over. */
    boolean isOver() {
        return connection == null;
    }

    Connection connection() {
        Connection present = connection;
        if (present == null) {
            throw new IllegalStateException("the connection is over");
        }
        return present;
    }

    Side side(int direction) {
        return direction == 0 ? forward : backward;
    }

    /** Whether both sides have sent something. */
    boolean isTalk() {
        return forward.spoke && backward.spoke;
    }

    /** Who opened, else as a framer said, else as the ports say, else who spoke first. */
    @Override
    public int requester() {
        if (requester == UNDECIDED) {
            Connection c = connection();
            requester = c.openerKnown ? 0 : PortOrder.requester(c.sourcePort, c.destinationPort);
        }
        return requester;
    }

    @Override
    public boolean fromStart() {
        return !connection().midstream;
    }

    @Override
    public void learnRequester(int direction) {
        requester = direction;
    }

    @Override
    public void onServerName(int serverDirection, ByteBuffer bytes, int offset, int length, NameOrigin origin) {
        Connection c = connection();
        if (serverDirection == 0) {
            names.onName(c.sourceHigh, c.sourceLow, bytes, offset, length, origin);
        } else {
            names.onName(c.destinationHigh, c.destinationLow, bytes, offset, length, origin);
        }
    }

    @Override
    public void onName(long addressHigh, long addressLow, ByteBuffer bytes, int offset, int length, NameOrigin origin) {
        names.onName(addressHigh, addressLow, bytes, offset, length, origin);
    }
}

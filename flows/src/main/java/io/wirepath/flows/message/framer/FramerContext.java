package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.flows.names.NameSink;
import java.nio.ByteBuffer;

/** What a framer may know of its connection, and where it reports what it finds besides messages. */
public interface FramerContext extends NameSink {

    /** The direction of the side that asks; a guess unless the opener is known. */
    int requester();

    /** Whether that is more than a guess: who opened is known, or what is usual on the port, or a framer said so. */
    boolean isRequesterKnown();

    /** Whether the start of the connection was seen, so that the first bytes are the protocol's first. */
    boolean fromStart();

    /** What servers speak that listen on this server's port; UNKNOWN if that says nothing. */
    Protocol usual();

    /** Whether the operator wants to know what each message asks for or says. */
    boolean wantsOperations();

    /** Whether the operator wants the identifiers that a site's own tracing puts into requests. */
    boolean wantsIdentifiers();

    /** The framer has learnt which side asks. */
    void learnRequester(int direction);

    /** The server of this connection has a name. */
    void onServerName(int serverDirection, ByteBuffer bytes, int offset, int length, NameOrigin origin);
}

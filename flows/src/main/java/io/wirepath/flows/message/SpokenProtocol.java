package io.wirepath.flows.message;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.message.framer.FramerChooser;
import io.wirepath.flows.message.framer.FramerContext;
import java.nio.ByteBuffer;

/**
 * Recognises what the first bytes of a connection's direction speak, of which nothing else is known. Not thread-safe.
 */
final class SpokenProtocol implements FramerContext {

    private final FramerChooser chooser = new FramerChooser();
    private int requester;

    /**
     * The protocol of a packet's payload; UNKNOWN if it does not tell.
     *
     * @param requester 0 if it comes from the side that asks, as far as the site tells, else 1
     */
    Protocol of(PacketView packet, int requester) {
        this.requester = requester;
        return chooser.spoken(this, packet.bytes(), packet.payloadOffset(), packet.payloadLength());
    }

    @Override
    public int requester() {
        return requester;
    }

    @Override
    public boolean fromStart() {
        return true;
    }

    @Override
    public boolean wantsOperations() {
        return false;
    }

    @Override
    public void learnRequester(int direction) {
        requester = direction;
    }

    @Override
    public void onServerName(int serverDirection, ByteBuffer bytes, int offset, int length, NameOrigin origin) {}

    @Override
    public void onName(
            long addressHigh, long addressLow, ByteBuffer bytes, int offset, int length, NameOrigin origin) {}
}

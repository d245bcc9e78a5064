package io.wirepath.pipeline;

import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.MessageSink;

/**
 * Hands on the messages of a stretch of time, and all else. Not thread-safe.
 *
 * @param span the stretch
 * @param to takes them
 */
public record MessagesWithin(TimeSpan span, MessageSink to) implements MessageSink {

    /** Whether this message was sent, or where nobody saw that was received, within. */
    static boolean holds(TimeSpan span, MessageRecord message) {
        return span.holds(nanos(message));
    }

    /** When the message was sent; where nobody saw that, when it came. */
    static long nanos(MessageRecord message) {
        long sent = message.sentNanos();
        return sent != MessageCodec.NIL ? sent : message.receivedNanos();
    }

    @Override
    public void onMessage(MessageRecord message) {
        if (holds(span, message)) {
            to.onMessage(message);
        }
    }

    @Override
    public void onOperation(MessageRecord message, String operation) {
        if (holds(span, message)) {
            to.onOperation(message, operation);
        }
    }

    @Override
    public void onTemplate(int number, String template) {
        to.onTemplate(number, template);
    }

    @Override
    public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
        to.onName(addressHigh, addressLow, name, origin);
    }

    @Override
    public void onOuterLayers(long connection, long sourceHigh, long sourceLow, int sourcePort, OuterLayers layers) {
        to.onOuterLayers(connection, sourceHigh, sourceLow, sourcePort, layers);
    }

    @Override
    public void onConnectionEnd(long connection) {
        to.onConnectionEnd(connection);
    }
}

package io.wirepath.merge;

import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.SightingSink.NameOrigin;

/** Takes merged messages, in no particular order. Called by one thread. */
public interface MessageSink {

    /**
     * What the message that comes next asks for or says, where the operator wants to know. Told only where one
     * sniffer's sightings are the messages.
     */
    default void onOperation(MessageRecord message, String operation) {}

    /**
     * What requests ask for, by the number that messages have ({@link MessageRecord#operation}); told before those.
     *
     * @param number from 1
     * @param template method and path, arguments left out, such as {@code GET /item/*}; several numbers may have one
     */
    default void onTemplate(int number, String template) {}

    /** A message. The flyweight is reused: copy the record to keep it. */
    void onMessage(MessageRecord message);

    /**
     * An address was seen to have a name.
     *
     * @param addressHigh upper 64 bits of the address (IPv4 as ::ffff:a.b.c.d)
     * @param addressLow lower 64 bits
     * @param name host name without the final dot
     * @param origin where the name comes from
     */
    default void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {}

    /**
     * Layers lie around what an endpoint sends on a connection. Told before its first message, and only where one
     * sniffer's sightings are the messages: several sniffers see the same connection inside different layers.
     *
     * @param connection the connection, as in {@link MessageRecord#connection()}
     * @param sourceHigh upper 64 bits of the sender's address
     * @param sourceLow lower 64 bits
     * @param sourcePort its port
     * @param layers reused: copy it to keep it
     */
    default void onOuterLayers(long connection, long sourceHigh, long sourceLow, int sourcePort, OuterLayers layers) {}

    /** Nothing more will be said of a connection that {@link #onOuterLayers} may have told of. */
    default void onConnectionEnd(long connection) {}
}

package io.wirepath.merge;

import io.wirepath.flows.SightingSink.NameOrigin;

/** Takes merged messages, in no particular order. Called by one thread. */
public interface MessageSink {

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
}

package io.wirepath.flows.names;

import io.wirepath.flows.SightingSink.NameOrigin;
import java.nio.ByteBuffer;

/** Takes the names of addresses that framers find in payloads. Called by one thread. */
public interface NameSink {

    /**
     * An address was seen to have a name. The same pair may be told again and again.
     *
     * @param addressHigh upper 64 bits of the address (IPv4 as ::ffff:a.b.c.d)
     * @param addressLow lower 64 bits
     * @param bytes holds the name in ASCII, without the final dot; valid only during the call
     */
    void onName(long addressHigh, long addressLow, ByteBuffer bytes, int offset, int length, NameOrigin origin);
}

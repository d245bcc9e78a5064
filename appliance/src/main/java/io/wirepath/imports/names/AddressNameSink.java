package io.wirepath.imports.names;

import io.wirepath.causes.TimeSpan;

/** Takes names of addresses. */
@FunctionalInterface
public interface AddressNameSink {

    /**
     * An address has a name.
     *
     * @param address IPv4 or IPv6, in digits
     * @param name not empty
     * @param when since when and until when; {@link TimeSpan#ALWAYS} where nobody says
     */
    void onName(String address, String name, TimeSpan when);
}

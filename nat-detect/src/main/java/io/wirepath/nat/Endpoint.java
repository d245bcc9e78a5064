package io.wirepath.nat;

import io.wirepath.flows.AddressText;

/**
 * Address and port.
 *
 * @param high upper 64 bits of the address (IPv4 as ::ffff:a.b.c.d)
 * @param low lower 64 bits
 * @param port 0 to 65535
 */
public record Endpoint(long high, long low, int port) implements Comparable<Endpoint> {

    /** Whether the addresses are the same, whatever the ports. */
    public boolean hasAddressOf(Endpoint other) {
        return high == other.high && low == other.low;
    }

    /** The address as text. */
    public String address() {
        return AddressText.of(high, low);
    }

    /** The address with this text for the port, IPv6 in brackets. */
    String withPort(String portText) {
        String address = address();
        return (address.indexOf(':') >= 0 ? "[" + address + "]" : address) + ":" + portText;
    }

    @Override
    public int compareTo(Endpoint other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        int byLow = Long.compareUnsigned(low, other.low);
        return byHigh != 0 ? byHigh : byLow != 0 ? byLow : Integer.compare(port, other.port);
    }

    @Override
    public String toString() {
        return withPort(Integer.toString(port));
    }
}

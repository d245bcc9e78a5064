package io.wirepath.merge.result;

import io.wirepath.flows.AddressText;

/**
 * An IP address; IPv4 as ::ffff:a.b.c.d.
 *
 * @param high upper 64 bits
 * @param low lower 64 bits
 */
public record Address(long high, long low) implements Comparable<Address> {

    @Override
    public int compareTo(Address other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public String toString() {
        return AddressText.of(high, low);
    }
}

package io.wirepath.flows.defrag;

import io.wirepath.flows.SplitMix64;

/**
 * What fragments of one datagram have in common: RFC 791 §3.2 for IPv4 (source, destination, protocol, identification),
 * RFC 8200 §4.5 for IPv6 (source, destination, identification), and the scope in which addresses mean something.
 *
 * <p>Mutable, so that one can be filled again for each look-up; those in the table are copies that nobody changes.
 */
final class FragmentKey {

    /** Stands in place of the protocol for IPv6, where only the first fragment knows it. */
    static final int IPV6 = 256;

    long sourceHigh;
    long sourceLow;
    long destinationHigh;
    long destinationLow;
    int identification;
    int protocol;
    long scope;

    void set(Fragment fragment) {
        sourceHigh = fragment.sourceHigh;
        sourceLow = fragment.sourceLow;
        destinationHigh = fragment.destinationHigh;
        destinationLow = fragment.destinationLow;
        identification = fragment.identification;
        protocol = fragment.ipv6 ? IPV6 : fragment.protocol;
        scope = fragment.scope;
    }

    FragmentKey copy() {
        FragmentKey copy = new FragmentKey();
        copy.sourceHigh = sourceHigh;
        copy.sourceLow = sourceLow;
        copy.destinationHigh = destinationHigh;
        copy.destinationLow = destinationLow;
        copy.identification = identification;
        copy.protocol = protocol;
        copy.scope = scope;
        return copy;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FragmentKey that
                && identification == that.identification
                && sourceLow == that.sourceLow
                && destinationLow == that.destinationLow
                && sourceHigh == that.sourceHigh
                && destinationHigh == that.destinationHigh
                && protocol == that.protocol
                && scope == that.scope;
    }

    @Override
    public int hashCode() {
        long hash = sourceHigh * 31 + sourceLow;
        hash = hash * SplitMix64.STEP + destinationHigh * 31 + destinationLow;
        hash = hash * SplitMix64.STEP + scope + identification * 0x1_0000_0001L + protocol;
        hash *= 0xD6E8_FEB8_6659_FD93L;
        return (int) (hash >>> 32);
    }
}

package io.wirepath.nat;

/**
 * A rewriting of addresses that was found, or that the operator told of.
 *
 * @param kind which end is rewritten
 * @param fromSource {@code address:port} on the caller's side, {@value #ANY} for a part that varies or is untouched
 * @param fromDestination the same for the destination: the virtual address that the caller uses
 * @param toSource what the source becomes
 * @param toDestination what the destination becomes: the real address
 * @param connections connections on which it was seen
 * @param evidence messages seen on both sides of it
 * @param confidence probability that it is none of chance, 0 to 1; 1 for a rule of the operator
 * @param rule whether the operator told of it; then connections and evidence may be 0
 * @param firstNanos when it was first seen, ns since the epoch, corrected; 0 for a rule that nothing matched
 * @param lastNanos when it was last seen
 */
public record Translation(
        Kind kind,
        String fromSource,
        String fromDestination,
        String toSource,
        String toDestination,
        long connections,
        long evidence,
        double confidence,
        boolean rule,
        long firstNanos,
        long lastNanos) {

    /** A part that varies, such as an ephemeral port, or is untouched. */
    public static final String ANY = "*";

    /** Which end is rewritten. */
    public enum Kind {
        /** The address or port called: load balancers, port forwarding, hairpins. */
        DESTINATION,
        /** The caller's: masquerading. */
        SOURCE,
        /** Both at once. */
        BOTH
    }
}

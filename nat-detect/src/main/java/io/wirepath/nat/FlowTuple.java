package io.wirepath.nat;

/**
 * The two ends of a connection as one sniffing point sees them.
 *
 * @param source the end that opened it
 * @param destination the other
 */
public record FlowTuple(Endpoint source, Endpoint destination) {}

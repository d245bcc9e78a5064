package io.wirepath.merge.match;

/**
 * One run of a sniffer: what it says of a connection belongs together by the connection's number.
 *
 * @param number of the lane, from 0, below 2^20
 * @param sniffer number of the sniffer, below {@link io.wirepath.merge.MessageCodec#NO_SNIFFER}
 * @param identity what tells this run from all others wherever and whenever it is read, so that connections keep their
 *     numbers when a merge goes on after a kill; {@link #IN_ORDER} to number connections in their order
 */
public record Lane(int number, int sniffer, long identity) {

    /** Connections are numbered in the order in which they appear. */
    public static final long IN_ORDER = 0;
}

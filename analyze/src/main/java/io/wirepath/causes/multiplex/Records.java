package io.wirepath.causes.multiplex;

/**
 * The records of one connection that may hold requests or responses of several streams, in order of time.
 *
 * @param timeNanos when each passed
 * @param fromClient whether the client sent it
 * @param bytes its size, with what encryption adds
 * @param controlBytes sizes of records that are known to hold frames of the connection alone
 */
public record Records(long[] timeNanos, boolean[] fromClient, int[] bytes, int[] controlBytes) {

    /** Number of records. */
    public int size() {
        return bytes.length;
    }
}

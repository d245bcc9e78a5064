package io.wirepath.flows.tcp;

/**
 * Arithmetic of TCP sequence numbers (RFC 9293 §3.4): 32 bits that wrap around. The one home of wrap-around: everything
 * else in reassembly asks here or adds plain ints.
 */
public final class SequenceNumber {

    /**
     * Furthest that a segment or acknowledgment may lie from its stream's position to be believed: 64 MiB. Windows can
     * be 1 GiB by RFC 7323, but no path holds so much; what lies further belongs to another connection.
     */
    public static final int MAX_DISTANCE = 1 << 26;

    private SequenceNumber() {}

    /** Bytes from one sequence number forward to another; negative if {@code to} is the earlier. */
    public static int distance(int from, int to) {
        return to - from;
    }

    /** Whether {@code a} comes before {@code b}. */
    public static boolean isBefore(int a, int b) {
        return a - b < 0;
    }

    /** The earlier of two. */
    public static int earlier(int a, int b) {
        return a - b < 0 ? a : b;
    }

    /** Whether two lie too far apart for one connection. */
    public static boolean isFar(int a, int b) {
        int distance = a - b;
        return distance > MAX_DISTANCE || distance < -MAX_DISTANCE;
    }
}

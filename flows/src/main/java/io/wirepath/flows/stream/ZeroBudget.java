package io.wirepath.flows.stream;

/**
 * How many zeros may be hashed for holes: a few packets with far-off sequence numbers claim holes of many megabytes,
 * and must not cost more than the work that honest bytes pay for.
 */
final class ZeroBudget {

    private static final long INITIAL_BYTES = 8 << 20;
    private static final int EARNED_A_BYTE = 16;

    private long left = INITIAL_BYTES;

    void earn(int bytes) {
        left += (long) bytes * EARNED_A_BYTE;
    }

    boolean spend(long bytes) {
        if (bytes > left) {
            return false;
        }
        left -= bytes;
        return true;
    }
}

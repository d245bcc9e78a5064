package io.wirepath.merge;

/**
 * How many routers a packet has passed, from what is left of its time to live: hosts start at 64, 128 or 255
 * (RFC 1700, and what the common systems do), and each router takes one away (RFC 791 §3.2).
 */
public final class HopCount {

    /** The hop count is unknown. */
    public static final int UNKNOWN = 255;

    /** Longest path that is believed; a remainder that would need more comes from an odd initial value. */
    static final int MAX_HOPS = 40;

    private static final int[] INITIAL = {64, 128, 255};

    private HopCount() {}

    /**
     * Routers between the sender and the place where the packet was seen.
     *
     * @param timeToLive what the packet still had, 0 to 255
     * @return hops, or {@link #UNKNOWN} where the value fits no usual start
     */
    public static int of(int timeToLive) {
        for (int initial : INITIAL) {
            if (timeToLive <= initial) {
                int hops = initial - timeToLive;
                return hops <= MAX_HOPS ? hops : UNKNOWN;
            }
        }
        return UNKNOWN;
    }
}

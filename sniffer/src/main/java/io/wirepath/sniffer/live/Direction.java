package io.wirepath.sniffer.live;

/**
 * Which frames are wanted, seen from this host. On the loopback interface every frame passes twice, out and in; the
 * copy that goes out is never captured there unless it alone is asked for.
 */
public enum Direction {
    /** Those that come in: all that a mirror port is for. */
    IN,
    /** Those that this host sends. */
    OUT,
    /** All of them. */
    BOTH
}

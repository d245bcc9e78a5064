package io.wirepath.flows;

/** FNV-1a of 64 bits (Fowler, Noll, Vo), step by step. The same on every machine. */
public final class Fnv1a {

    /** The hash of nothing. */
    public static final long START = 0xcbf29ce484222325L;

    /** What each step multiplies by. */
    public static final long PRIME = 0x100000001b3L;

    private Fnv1a() {}

    /** The hash of what went on with this byte or character. */
    public static long then(long hash, int next) {
        return (hash ^ next) * PRIME;
    }
}

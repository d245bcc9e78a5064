package io.wirepath.flows;

/**
 * SplitMix64 (Steele, Lea, Flood, <em>Fast Splittable Pseudorandom Number Generators</em>, OOPSLA 2014): its finaliser
 * as a hash of 64 bits, and the step from one state of the generator to the next. The same on every machine.
 */
public final class SplitMix64 {

    /** What a generator adds to its state before each draw: 2<sup>64</sup> over the golden ratio, odd. */
    public static final long STEP = 0x9E3779B97F4A7C15L;

    private SplitMix64() {}

    /** Spreads all bits over all; different values stay different. */
    public static long mix(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}

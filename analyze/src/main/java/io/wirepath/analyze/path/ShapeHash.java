package io.wirepath.analyze.path;

/** Hashes that are the same in every run: they make a pattern's identity. */
final class ShapeHash {

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private ShapeHash() {}

    /** FNV-1a of the characters, then mixed. */
    static long ofText(String text) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return mix(hash);
    }

    /** Hash of a sequence that went on with {@code next}. */
    static long then(long hash, long next) {
        return mix(hash * FNV_PRIME + next);
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
    private static long mix(long value) {
        long z = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}

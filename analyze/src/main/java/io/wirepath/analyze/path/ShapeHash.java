package io.wirepath.analyze.path;

import io.wirepath.flows.SplitMix64;

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
        return SplitMix64.mix(hash);
    }

    /** Hash of a sequence that went on with {@code next}. */
    static long then(long hash, long next) {
        return SplitMix64.mix(hash * FNV_PRIME + next);
    }
}

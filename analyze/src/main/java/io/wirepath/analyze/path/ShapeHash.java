package io.wirepath.analyze.path;

import io.wirepath.flows.Fnv1a;
import io.wirepath.flows.SplitMix64;

/** Hashes that are the same in every run: they make a pattern's identity. */
final class ShapeHash {

    private ShapeHash() {}

    /** FNV-1a of the characters, then mixed. */
    static long ofText(String text) {
        long hash = Fnv1a.START;
        for (int i = 0; i < text.length(); i++) {
            hash = Fnv1a.then(hash, text.charAt(i));
        }
        return SplitMix64.mix(hash);
    }

    /** Hash of a sequence that went on with {@code next}. */
    static long then(long hash, long next) {
        return SplitMix64.mix(hash * Fnv1a.PRIME + next);
    }
}
